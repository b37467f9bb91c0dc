"""What a message does, read before anything is chosen: what happened in it, what it asks, whether it only goes along.

Cues in `gist.yaml`, each language its own. A statement line never answers a question, and a line for
something bought never answers something broken: that is what this reading is for.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from pawsona.domain.language import Language
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk.book import CONTENT, talk_book
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.minds.storybook.talk.phrases import Phrase, first_after, last_before, phrases, taken
from pawsona.parsing import parsed

_MINE = frozenset(
    "bought changed finished started learned made cooked ate drank watched visited trying must plan won fixed cleaned "
    "found forgot met travel lost".split()
)
"""What the person does: where something else is the subject, the word means another thing ("the handle is moving")."""
_ADVERB = re.compile(
    r"(?:ly|finally|just|also|even|still|almost|never|always|now|today|then|already|only|again|'ve|have|had|been|"
    r"am|was|were|got|gonna|to|did|be|not|and|so|but|ok|oh|well|yes|yeah|lol|haha|anyway|back|the|a|later)$"
)
_LEAD = 3
"""Words before a cue from which its subject is too far away to be any."""
_LEADS = frozenset(
    "and but so then because oh ok well also anyway today yesterday even now yes yeah lol haha when".split()
)
_ME = re.compile(r"\b(?:i|we|i'm|i've|i'd|i'll|we're)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the thing and the person it is about where they are sure."""

    name: str
    mood: str = "even"
    word: str = ""
    """The thing, turned to the person."""
    what: str = ""
    """The person spoken of."""


@dataclass(frozen=True, slots=True)
class Question:
    """What kind of question it is, and about what."""

    kind: str
    polar: bool = False
    """Whether yes and no are both answers to it."""
    word: str = ""


@dataclass(frozen=True)
class _Row:
    name: str
    cues: Cues
    mood: str
    thing: str
    who: str
    polar: bool


@dataclass(frozen=True)
class _Sheet:
    events: tuple[_Row, ...]
    asked: tuple[_Row, ...]
    along: Mapping[str, Cues]
    """Replies that only go along with what was said: laughing, yes, no."""
    laughing: Cues
    likes: Mapping[str, tuple[str, ...]]
    others: Cues
    """The beginning of a clause about somebody else."""


def _row(name: str, row: Mapping[str, Any]) -> _Row:
    place = f"gist.yaml: {name}"
    if not isinstance(row.get("cue"), list):
        raise ContentError(f"{place}: cues must be a list of regexes")
    side = {str(row.get(part, "")) for part in ("thing", "who")} - {"", "after", "before"}
    if side or str(row.get("mood", "even")) not in {"neg", "pos", "even"}:
        raise ContentError(f"{place}: {sorted(side)} or its mood is none that is known")
    cues = Cues(map(str, row["cue"]))
    parts = (str(row.get("mood", "even")), str(row.get("thing", "")), str(row.get("who", "")))
    return _Row(name, cues, *parts, bool(row.get("polar", False)))


@lru_cache(maxsize=2)
def sheet(language: Language) -> _Sheet:
    """The cues of a language, read once.

    Raises:
        ContentError: the file is wrong.
    """
    try:
        data = parsed((CONTENT / language / "talk" / "gist.yaml").read_bytes())
        return _Sheet(
            tuple(_row(str(row["event"]), row) for row in data["events"]),
            tuple(_row(str(row["ask"]), row) for row in data["asked"]),
            {str(name): Cues(map(str, cues)) for name, cues in data["along"].items()},
            Cues(data["laughing"]),
            {str(name): tuple(map(str, texts)) for name, texts in data.get("likes", {}).items()},
            Cues(data["others"]),
        )
    except (yaml.YAMLError, KeyError) as error:
        raise ContentError(f"gist.yaml: {' '.join(str(error).split())}") from error


def likes() -> Mapping[str, tuple[str, ...]]:
    """Sentences that stand for an event where its meaning is compared; English only."""
    return sheet("en").likes


_ANYONE = frozenset({"weather", "cancelled", "broke", "saw", "waiting"})
"""What happens whoever is the subject."""


def event_in(clause: str, language: Language, names: frozenset[str] = frozenset()) -> Event | None:
    """What happens in a clause; somebody else's doing is `own_people`, whatever it is."""
    if engine_cues(language).has("unreal", clause):
        return None
    found = phrases(clause, language, names)
    for row in sheet(language).events:
        hit = row.cues.find(clause)
        event = _read(row, hit, clause, found, language) if hit else None
        if event is not None:
            return event
    doer = _doer(clause, len(clause), found, language)
    return Event("own_people", what=doer) if doer is not None else None


def _read(row: _Row, hit: re.Match[str], clause: str, found: tuple[Phrase, ...], language: Language) -> Event | None:
    doer = _doer(clause, hit.start(), found, language)
    if row.who == "before":
        return Event(row.name, row.mood, what=doer) if doer is not None else None
    if doer is not None and row.name not in _ANYONE:
        return Event("own_people", what=doer)
    if language == "en" and row.name in _MINE and not _mine(clause[: hit.start()]):
        return None
    if language == "zh":
        return _held(row, {k: taken(v, language) for k, v in hit.groupdict().items() if v})
    return _beside(row, hit, clause, found)


def _held(row: _Row, named: Mapping[str, str]) -> Event | None:
    """The event with what its Chinese cue holds, where that is known: a piece that is none makes the event doubtful."""
    word, what = _thing(named.get("word", "")), _person(named.get("what", ""))
    doubtful = bool(named) and not word and not what and row.mood == "even"
    return None if doubtful else Event(row.name, row.mood, word, what)


_COUNTED = re.compile(r"^[\d一二两三四五六七八九十百千万半几]+[\u4e00-\u9fff]{1,3}$")


def held(value: str) -> str:
    """A captured piece of Chinese as it may be said back: somebody, a known thing, a count; empty for anything else."""
    said = taken(value, "zh")
    return _person(said) or _thing(said) or (said if _COUNTED.match(said) else "")


def _person(value: str) -> str:
    found = sheet("zh").others.find(value.replace("你", "我", 1)) if value else None
    return value if found and found.end() == len(value) else ""


def _thing(value: str) -> str:
    """The known thing that a captured piece of Chinese ends with; empty where there is none."""
    hit = next((hit for hit, _ in reversed(talk_book("zh").things(value)) if hit.end == len(value)), None)
    if hit is None or hit.end - hit.start == 1:
        return ""
    return value if value.startswith("你") and hit.start <= 2 else value[hit.start :]


def _mine(before: str) -> bool:
    """Whether the person is the subject of what follows, named or left out."""
    if _ME.search(before):
        return True
    return all(_ADVERB.search(word.strip(",.!'\"")) for word in before.casefold().split())


def _beside(row: _Row, hit: re.Match[str], clause: str, found: tuple[Phrase, ...]) -> Event | None:
    """The event with the phrase that stands where its cue says."""
    if row.thing == "before":
        phrase = last_before(clause, hit.start(), found)
        if phrase is None:
            # "gerald wouldn't start": whatever that is, it stands right before.
            lead = clause[: hit.start()].split()
            return (
                Event(row.name, row.mood) if 0 < len(lead) < _LEAD and not _ME.search(clause[: hit.start()]) else None
            )
        return None if phrase.person else Event(row.name, row.mood, phrase.text)
    phrase = first_after(clause, hit.end(), found) if row.thing or row.who else None
    if row.who:
        return Event(row.name, row.mood, what=phrase.text) if phrase and phrase.person else None
    return Event(row.name, row.mood, phrase.text if phrase and not phrase.person else "")


def _doer(clause: str, at: int, found: tuple[Phrase, ...], language: Language) -> str | None:
    """Somebody else who is the subject before a place; empty for "she", None where there is nobody."""
    other = sheet(language).others.find(clause[:at])
    if language == "zh":
        return taken(other.groupdict().get("what") or "", language) if other else None
    if other:
        return ""
    for phrase in found:
        lead = clause[: phrase.start].casefold().split()
        if phrase.person and phrase.end <= at and all(word.strip(",.") in _LEADS for word in lead):
            return None if _ME.search(clause[phrase.end : at]) else phrase.text
    return None


def question_in(text: str, language: Language, names: frozenset[str] = frozenset()) -> Question | None:
    """What kind of question a sentence asks, by the first kind whose cue holds."""
    for row in sheet(language).asked:
        hit = row.cues.find(text)
        if hit is None:
            continue
        word = hit.groupdict().get("word") or ""
        if language == "en" and row.thing:
            phrase = first_after(text, hit.end(), phrases(text, language, names))
            word = phrase.text if phrase else ""
        return Question(row.name, row.polar, taken(word, language))
    return None


def along(text: str, language: Language) -> str:
    """How a message only goes along with what was said ("haha", "ok so"); empty where it says more."""
    return next((name for name, cues in sheet(language).along.items() if cues.find(text.strip())), "")


def laughing(text: str, language: Language) -> bool:
    """Whether somebody laughs in it: then nobody wants to be consoled."""
    return sheet(language).laughing.find(text) is not None
