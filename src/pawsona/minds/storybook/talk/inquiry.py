"""What a person asks of themselves: the cues of `inquiry.yaml`, each language its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pawsona.domain.language import Language
from pawsona.errors import ContentError
from pawsona.memory.slots import Member, slots
from pawsona.minds.storybook import source
from pawsona.minds.storybook.talk.book import CONTENT
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.minds.storybook.talk.known import Thing
from pawsona.minds.storybook.talk.matching import terms

_PEOPLE = frozenset({"kin", "people", "animals"})
"""Classes of those who may be spoken of beside the person."""
_LISTS = ("portrait", "further", "days", "asks")
_SINGLE = ("knows_if", "tagged", "against", "tastes", "open", "of_kin", "advice")
_PATTERNS = ("day_words", "before", "behind", "frame")


@dataclass(frozen=True)
class Facet:
    """One kind of thing that is asked for, and which of the things known tell it."""

    name: str
    asks: Cues
    attributes: tuple[str, ...]
    """The plainest first."""
    topics: frozenset[str]
    tells: Cues
    """What a thing of these topics must say that no rule understood; empty: whatever it says."""
    others: bool = False
    """Whether it is about the person's people, too."""
    ahead: bool = False
    """Or whatever is still to come."""

    def has(self, thing: Thing) -> bool:
        """Whether a thing tells it."""
        if thing.attribute in self.attributes:
            return True
        told = self.tells.find(thing.clause or thing.quote) is not None if self.tells else None
        by_hand = not thing.attribute and told is True
        return (told is not False and thing.topic in self.topics) or by_hand


@dataclass(frozen=True)
class Saying:
    """What a question of yes or no says of somebody."""

    name: str
    cues: Cues
    unknown: bool
    """Whether one may answer that it was never told: of a taste, yes; of a character, no."""


@dataclass(frozen=True)
class Inquiries:
    """How one language asks."""

    portrait: Cues
    further: Cues
    days: Cues
    day_words: re.Pattern[str]
    asks: Cues
    advice: Cues
    """What asks what to do."""
    of_kin: Cues
    """What asks something of the person's people, or how many they have of a thing."""
    facets: tuple[Facet, ...]
    open: Cues
    """What no question of yes or no has."""
    stated: tuple[tuple[re.Pattern[str], str], ...]
    before: re.Pattern[str]
    behind: re.Pattern[str]
    knows_if: Cues
    tagged: Cues
    """A statement that is asked for ("I live in York, right?")."""
    sayings: tuple[Saying, ...]
    against: Cues
    tastes: Cues
    diets: Mapping[str, frozenset[str]]
    alike: Mapping[str, str]
    """A word by which each of those that stand for one another is compared."""
    kinds: Mapping[str, re.Pattern[str]]
    frame: re.Pattern[str]
    language: Language

    def facet(self, text: str) -> Facet | None:
        """What kind of thing a question asks for."""
        return next((facet for facet in self.facets if facet.asks.find(text)), None)

    def telling(self, text: str) -> frozenset[str]:
        """The words of a question that tell what is asked for."""
        parts = self.frame.sub("\n", text).split("\n")
        return frozenset(self.alike.get(term, term) for part in parts for term in terms(part, self.language))

    def told(self, thing: Thing) -> frozenset[str]:
        """The words of a thing."""
        return frozenset(self.alike.get(term, term) for term in terms(thing.text, self.language))


def people(text: str, language: Language) -> frozenset[Member]:
    """Whom a text names beside the person: a brother, a colleague, a cat."""
    return frozenset(member for member in slots(language).within(text) if member[0] in _PEOPLE)


@lru_cache(maxsize=2)
def inquiries(language: Language) -> Inquiries:
    """A language's cues, read once.

    Raises:
        ContentError: the file is wrong.
    """
    data = source.read(CONTENT / language / "talk" / "inquiry.yaml", CONTENT)
    try:
        lists: Mapping[str, Any] = {name: Cues(data[name]) for name in _LISTS}
        single: Mapping[str, Any] = {name: Cues([data[name]]) for name in _SINGLE}
        patterns: Mapping[str, Any] = {name: _pattern(data[name]) for name in _PATTERNS}
        return Inquiries(
            **lists,
            **single,
            **patterns,
            facets=tuple(_facet(row) for row in data["facets"]),
            stated=tuple((_pattern(row["cue"]), str(row["form"])) for row in data["stated"]),
            sayings=tuple(Saying(row["said"], Cues([row["cue"]]), bool(row.get("unknown"))) for row in data["said_of"]),
            diets={str(name): terms(str(row), language) for name, row in data["diets"].items()},
            kinds={str(name): _pattern(row) for name, row in data["kinds"].items()},
            alike=_alike(data["alike"], language),
            language=language,
        )
    except (KeyError, TypeError, re.error) as error:
        raise ContentError(f"{language}/talk/inquiry.yaml: {error!r}") from error


def _facet(row: Mapping[str, Any]) -> Facet:
    return Facet(
        str(row["facet"]),
        Cues(row["asks"]),
        tuple(row["attrs"]),
        frozenset(row["topics"]) if "topics" in row else frozenset(),
        Cues([row["tells"]] if "tells" in row else []),
        bool(row.get("others")),
        bool(row.get("ahead")),
    )


def _alike(rows: list[list[str]], language: Language) -> dict[str, str]:
    found = [[term for word in row for term in terms(str(word), language)] for row in rows]
    return {term: row[0] for row in found for term in row}


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
