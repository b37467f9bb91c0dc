"""How a message touches something stored: what both speak of, and what the new thing is to the old one.

A line for the touch takes up the new event and has the stored one only for its ground; the old one is not recited.
"""

import re
from dataclasses import dataclass

from pawsona.minds.storybook.talk.matching import stem
from pawsona.minds.storybook.talk.naming import names_in
from pawsona.minds.storybook.talk.phrases import Phrase, persons, phrases, taken
from pawsona.minds.storybook.talk.turn import Turn

_NAME_ZH = re.compile(r"叫(?P<name>[\u4e00-\u9fff]{2,3}?)(?=[，,。]|的|$)")
_LEAST_ZH = 2


@dataclass(frozen=True, slots=True)
class Shared:
    """What a message and something stored both speak of."""

    what: str
    person: bool = False
    close: bool = True
    """Whether it is somebody, or theirs: other things are shared by chance."""


def shared(stored: str, turn: Turn) -> Shared | None:
    """The person or thing that both name, as it is said to the one who speaks; persons first."""
    return _shared_zh(stored, turn) if turn.language == "zh" else _shared_en(stored, turn)


def _shared_en(stored: str, turn: Turn) -> Shared | None:
    then = {stem(word) for word in re.findall(r"[a-z]+", stored.casefold())}
    here = [p for p in phrases(turn.text, "en", turn.names) if stem(p.head) in then]
    for phrase in sorted(here, key=lambda p: not p.person):
        return Shared(_definite(phrase), phrase.person, phrase.person or phrase.owned)
    written = {word.strip(".,!?'\"").removesuffix("'s") for word in stored.split()}
    for name in sorted(names_in(stored)):
        # A name alone ("Bramble remembers me") is no phrase, and who types in haste writes it small.
        if name.capitalize() in written and re.search(rf"\b{re.escape(name)}\b", turn.text, re.IGNORECASE):
            return Shared(name.capitalize(), True)
    named = _NAME_EN.search(stored)
    # "She'd have laughed": of somebody who was named before, where nobody else is named now.
    of_them = named is not None and _THEY_EN.search(turn.text) and not any(p.person for p in phrases(turn.text, "en"))
    return Shared(named[1], True) if named is not None and of_them else None


_NAME_EN = re.compile(r"\b(?:called|named|name is) ([A-Z][a-z]+)\b")
_THEY_EN = re.compile(r"\b(?:she|he|her|him)\b", re.IGNORECASE)


def _definite(phrase: Phrase) -> str:
    """As of something that both know: "a medal" is "the medal"."""
    lead, _, rest = phrase.text.partition(" ")
    if lead in {"a", "an", "some", "that", "those", "another"} and rest:
        return f"the {rest}"
    known = phrase.person or lead in {"the", "your", "his", "her", "their"} or phrase.head in persons()
    return phrase.text if known or lead.isdigit() else f"the {phrase.text}"


def _shared_zh(stored: str, turn: Turn) -> Shared | None:
    """A name, somebody of the family, or a thing that the kinds know."""
    named = _NAME_ZH.search(stored)
    if named and named["name"] in turn.text:
        return Shared(named["name"], True)
    people = _PEOPLE_ZH.search(turn.text)
    if people and people[1] in stored:
        return Shared(taken(people[0], "zh"), True)
    then = {hit.word for hit, _ in turn.book.things(stored)}
    here = [hit.word for hit, kind in turn.book.things(turn.text) if hit.word in then and not kind.weak]
    best = max((word for word in here if len(word) >= _LEAST_ZH), key=len, default="")
    return Shared(best) if best else None


_PEOPLE_ZH = re.compile(
    r"(?:我|咱)?(?:们)?家?(?:的)?老?((?:妈|爸|爷爷|奶奶|姥姥|姥爷|外婆|外公|姐|妹|哥|弟|儿子|女儿|闺女|老公|老婆|媳妇|对象|室友|同桌|"
    r"同事|领导|老板|导师|老师|邻居|房东|闺蜜|发小|孙子|孙女|老头子|老伴|教官|师傅|班长|教练))[妈爸]?"
)


def relation(stored: str, found: Shared, turn: Turn, *, sure: bool = False) -> str:
    """What the new event is to the old one: the bank of lines that fits; none for a thing shared by chance."""
    # By this message alone: the mood before it is not that of the new event.
    bad = not turn.laughs and (turn.said < 0 or turn.troubled)
    good = turn.said > 0 or turn.laughs
    if _tender(stored, found, turn):
        return _gentle(found)
    if turn.cues.has("again", turn.text):
        return "again" if not bad else _gentle(found)
    over = turn.cues.has("done", turn.text)
    if over and turn.cues.has("worried", stored) and (bad or good):
        return "worry_bad" if turn.mood == "neg" else "worry_good" if good else _gentle(found)
    if over and turn.cues.has("planned", stored) and not found.person:
        return "worry_bad" if turn.mood == "neg" else _gentle(found) if bad else "outcome"
    if found.person:
        return _gentle(found) if bad else "person"
    if not bad and turn.cues.has("goes_on", stored):
        return "progress"
    if not found.close and not sure:
        return ""
    return _gentle(found) if bad else "thing"


def _tender(stored: str, found: Shared, turn: Turn) -> bool:
    """Whether a loss lies in the message or in anything that is known of whom it speaks."""
    rows = [*(r.memory.text if r.memory else r.text for r in (*turn.given.memories, *turn.given.near)), stored]
    known = [text for text in rows if found.what.casefold() in text.casefold() or text == stored]
    return any(turn.cues.has("loss", text) for text in (turn.text, *known))


def _gentle(found: Shared) -> str:
    return "person_neg" if found.person else "thing_neg"
