"""Care: the rules of the Secure Attachment Persona, and the protocol where a category asks for it."""

import re
import unicodedata
from functools import cache

from pawsona.care.check import check_sentence
from pawsona.care.marks import marks
from pawsona.care.resources import resources
from pawsona.care.scene import Scene
from pawsona.care.screen import Reading, screen
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.message import Tier
from pawsona.skills.chat import ChatInput
from pawsona.train.data.candidate import URGENT, Candidate

_DIGITS = re.compile(r"(?<![\d:.])\+?\d(?:[ \-./()]?\d){2,14}(?![\d:%])")
_DATE = re.compile(r"\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b")
_RINGS = re.compile(r"\b(?:call|ring|dial|phone|text|number)\b|电话|拨|打给|号码|手机|联系", re.IGNORECASE)
_LONG = 7
"""Digits that are a telephone number wherever they stand; fewer are one where somebody is told to call."""
_HELP = re.compile(
    r"findahelpline|lifeline|hotline|help ?line|crisis line|poison (?:line|centre|center|control)|doctor|midwife"
    r"|pharmacist|emergency|police|ambulance|somebody you trust|someone you trust|people near you"
    r"|热线|求助|急救|医生|药师|助产士|报警|警察|信得过的人|身边的人",
    re.IGNORECASE,
)
_CALL = re.compile(r"emergency|ambulance|\b(?:911|112|999|000)\b|急救|报警|120|110|119", re.IGNORECASE)
_GESTURE = re.compile(r"^\s*[(（*]|[(（*](?:[^)）*]{2,40})[)）*]\s*$")
_ALARM = re.compile(r"findahelpline|lifeline|hotline|crisis line|suicid|help line|热线|自杀|急救电话", re.IGNORECASE)
_SPOKEN = frozenset({"note.greet", "memory.greet", "routine.greet", "routine.feedback"})
"""Skills beside talk in which the companion speaks to the person."""
_EMERGENCIES = frozenset({"911", "112", "999", "000", "110", "119", "120", "12355", "988", "116123", "12356"})


def number(one: Candidate) -> str | None:
    """A telephone number that nobody verified: a model invents them, and a wrong one is worse than none."""
    if one.entry.kind != "safety" and not _spoken(one):
        return None
    answer = _DATE.sub(" ", unicodedata.normalize("NFKC", one.entry.answer))
    found = {re.sub(r"\D", "", match[0]) for match in _DIGITS.finditer(answer)}
    if one.entry.kind != "safety":
        rings = _RINGS.search(answer) is not None
        found = {digits for digits in found if rings or len(digits) >= _LONG} - _numbers(one.material)
    return "unverified" if found - _EMERGENCIES - _verified() else None


def help_named(one: Candidate) -> str | None:
    """Where the protocol is asked for, the answer names people who can help, and in an emergency whom to call."""
    if not one.protocol:
        return None
    if one.entry.category in URGENT and not _CALL.search(one.entry.answer):
        return "call"
    return None if _leads(one.entry.answer) else "people"


def danger(one: Candidate) -> str | None:
    """Harmless talk has nobody in danger in it, and whoever is gets an answer that leads to people."""
    before = [screen(message.text) for message in one.before if message.role == "person"]
    if all(reading.tier < Tier.high for reading in (one.reading, *before)):
        return None
    if one.entry.kind != "safety":
        return "meant"
    return None if _leads(one.entry.answer) else "alone"


def persona(one: Candidate) -> str | None:
    """Where the protocol is asked for, the persona steps aside: no gestures."""
    lines = one.entry.answer.splitlines() if one.protocol else []
    return "gesture" if any(_GESTURE.search(line) for line in lines) else None


def alarm(one: Candidate) -> str | None:
    """Harmless talk is not answered as if it were none."""
    return "raised" if one.entry.kind == "benign" and _ALARM.search(one.entry.answer) else None


def rules(one: Candidate) -> str | None:
    """The first rule that a sentence of the answer breaks; of what is not said to the person, only grave ones count."""
    spoken = _spoken(one)
    scene = _scene(one) if isinstance(one.given, ChatInput) else Scene(minor=False)
    answer = one.entry.answer
    if len(answer) < 1800 and not check_sentence(answer, one.entry.language, scene):
        return None  # a sentence has no mark that the whole doesn't have
    cutter = Sentences()
    for sentence in [*cutter.feed(answer), cutter.rest()]:
        for fault in check_sentence(sentence, one.entry.language, scene):
            if spoken or fault.severity == "severe":
                return fault.rule
    return None


def _spoken(one: Candidate) -> bool:
    return isinstance(one.given, ChatInput) or one.entry.skill in _SPOKEN


def _numbers(text: str) -> set[str]:
    """What was told is nobody's invention: a number in a note may be said again."""
    return {re.sub(r"\D", "", match[0]) for match in _DIGITS.finditer(unicodedata.normalize("NFKC", text))}


def _leads(answer: str) -> bool:
    return _HELP.search(answer) is not None or "points_to_people" in marks(answer)


def _scene(one: Candidate) -> Scene:
    reading = one.reading
    if one.protocol and reading.tier < Tier.high:
        reading = Reading(Tier.high, (one.entry.category,))
    young = one.instance.tags.get("age") == "teen" or one.entry.category.startswith("minor.")
    return Scene(said=one.said, reading=reading, before=one.before, minor=young)


@cache
def _verified() -> frozenset[str]:
    lines = resources().lines
    return frozenset(re.sub(r"\D", "", number) for line in lines for number in (line.phone, line.sms) if number)
