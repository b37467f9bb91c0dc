"""What a question is about, word by word: whom, which thing, and what kind of answer it wants.

Words of one class rule each other out (content/siblings.yaml): what was said of a brother is no answer where a cousin
is asked for, however alike the two sentences are.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pawsona.domain.language import Language
from pawsona.memory.lexemes import bare, stem
from pawsona.parsing import parsed

Member = tuple[str, int]
"""A class and the place of its member; words for the same are one member."""

_PROPER = re.compile(r"\b[A-Z][a-z]+\b")
_OPENS = re.compile(r"(?:^|[.!?…\n]\s*)[\"“‘']?([A-Z][a-z]+)")
_SOMEWHERE = re.compile(r"\b(?:at|in|on|near|behind|to|from|by) (?:the|a|my|our|his|her|their)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """One kind of answer."""

    asks: re.Pattern[str]
    gives: re.Pattern[str] | None
    """None: a name that the question has not; names are told by their capitals."""
    somewhere: bool = False
    """Or "at the ...", too."""

    def lacks(self, text: str, known: frozenset[str]) -> bool:
        """Whether a text has no such answer. `known`: names that are no answer."""
        if self.gives is not None:
            return self.gives.search(text) is None
        if self.somewhere and _SOMEWHERE.search(text):
            return False
        return not proper(text) - known


@dataclass(frozen=True)
class Slots:
    """What one language's questions are taken apart by."""

    members: Mapping[str, Member]
    """English ones by their stems, Chinese ones as they are."""
    pattern: re.Pattern[str] | None
    """Where words are not set apart: what finds them, the longest first."""
    answers: Mapping[str, Answer]
    frame: re.Pattern[str]
    """What asks and tells nothing of what is asked for."""

    def within(self, text: str) -> frozenset[Member]:
        """The members of classes that a text names; of "ice cream" not the ice."""
        if self.pattern is not None:
            return frozenset(self.members[match] for match in self.pattern.findall(text.casefold()))
        words = _stems(text)
        if self.first.isdisjoint(words):
            return frozenset()
        found, at = [], 0
        while at < len(words):
            pair = self.members.get(" ".join(words[at : at + 2])) if words[at] in self.first else None
            found.append(pair or self.members.get(words[at]))
            at += 2 if pair else 1
        return frozenset(member for member in found if member)

    @cached_property
    def first(self) -> frozenset[str]:
        """The words that members begin with."""
        return frozenset(name.split(" ", 1)[0] for name in self.members)

    def wanted(self, question: str) -> list[Answer]:
        """The kinds of answer that a question asks for; the more special one where several fit."""
        names = [name for name, one in self.answers.items() if one.asks.search(question)]
        special = {"age", "length", "money"} & set(names)
        return [self.answers[name] for name in names if name != "count" or not special]

    def telling(self, question: str) -> str:
        """A question without its frame."""
        return self.frame.sub(" ", question)


def proper(text: str) -> frozenset[str]:
    """English names; a word that opens a sentence is one only if it stands within another one, too."""
    openings = {match.start(1) for match in _OPENS.finditer(text)}
    return frozenset(match[0] for match in _PROPER.finditer(text) if match.start() not in openings)


def _stems(text: str) -> list[str]:
    return [stem(word) for word in bare(text.casefold())]


@cache
def slots(language: Language) -> Slots:
    """As the files have them."""
    english = language == "en"
    members = {
        " ".join(_stems(word)) if english else word: (name, number)
        for name, row in _content("siblings", language).items()
        for number, member in enumerate(row.split(";"))
        for word in _listed(member)
    }
    words = "|".join(re.escape(word) for word in sorted(members, key=len, reverse=True))
    content = _content("answers", language)
    frame = re.compile(content.pop("frame"), re.IGNORECASE)
    answers = {name: _answer(name, **row) for name, row in content.items()}
    return Slots(members, None if english else re.compile(words), answers, frame)


def _answer(name: str, asks: str, gives: str | None = None) -> Answer:
    given = re.compile(gives, re.IGNORECASE) if gives else None
    return Answer(re.compile(asks, re.IGNORECASE), given, somewhere=name == "place")


def _listed(words: str) -> Iterator[str]:
    return (word.strip() for word in words.split(","))


def _content(name: str, language: Language) -> dict[str, Any]:
    rows: dict[str, Any] = parsed(files(__package__).joinpath(f"content/{name}.yaml").read_text("utf-8"))[language]
    return rows
