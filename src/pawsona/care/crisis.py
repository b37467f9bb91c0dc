"""The crisis protocol: the persona steps aside, and where help is gets said in a fixed order.

Works without a mind. Which text is said follows from the reading alone, so it can be published and tested.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from pawsona.care.after import AFTER, after_words, kind_of
from pawsona.care.categories import COMMON, FAMILY_NAMES, FIELD_NAMES, family
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.resources import Resource, Resources, resources
from pawsona.care.screen import Reading
from pawsona.care.situation import ITSELF, Situation, step_words
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.domain.safeguards import Contact

FOLLOW_UP = timedelta(days=30)
"""How long the mark of a crisis stays, and with it the gentle question at the next session."""

WORSE = "follow_up.worse"
"""The category of somebody who answers that it is no better; no screen finds it."""
_NAME = "crisis.yaml"
_ALL = (*FAMILY_NAMES, *FIELD_NAMES, COMMON)
_OTHERS: Mapping[str, Mapping[str, str]] = {
    "other": {
        "violence": "witness",
        "threat": "warning",
        "grooming": "guardian",
        "young": "guardian",
        "medical": "bystander",
        "suicide": "other",
        "despair": "other",
        "by_others": "witness",
        **dict.fromkeys(("bereaved", "again", "boundary"), ""),
    },
    "doer": dict.fromkeys(("violence", "by_others", "threat", "grooming", "young", "birth", COMMON), "doer"),
}
"""Whom it is about -> the family -> whose texts are said instead; "" keeps the family's, and `beside` are the rest."""
_INSTEAD = tuple(
    dict.fromkeys([name for row in _OTHERS.values() for name in row.values() if name not in ("", *_ALL)] + ["beside"])
)
_AT_HOME = frozenset({"violence", "threat", "grooming", "young", "by_others"})
"""Where somebody close may be the danger: then nobody whom the person named is offered or called."""
_TALKING_HELPS = frozenset(
    {"birth", "mind", "panic", "attached", "money", "again", "substance", "despair", "state", COMMON}
)
"""Crisis lines are for these too; for violence and for bodies there are others, and the directory knows them."""
_NUMBER = "{number}"
_ASKED = ("concern", "high", "imminent")


@dataclass(frozen=True)
class CrisisReply:
    """What is shown instead of the pet's reply."""

    text: str
    resources: tuple[Resource, ...]
    emergency: str | None = None
    """The emergency number, or words for it, where the text names it."""
    contact: Contact | None = None
    """Somebody whom the person named, where the text offers them."""


def needs_protocol(reading: Reading) -> bool:
    """Whether the persona steps aside: high and imminent always, concern where it is about suicide or self-harm.

    So does the answer that it is no better, to the question of the next session, and what comes right after the
    protocol. Other concern is the pet's to support, with `help_for` one tap away.
    """
    if reading.tier == Tier.concern:
        return reading.about_suicide or WORSE in reading.categories or kind_of(reading) is not None
    return reading.tier >= Tier.high


def help_for(reading: Reading, region: str | None, today: date, known: Resources | None = None) -> tuple[Resource, ...]:
    """The places to turn to for a reading: its own lines first, the directory last; none where there is no risk."""
    if reading.tier == Tier.none:
        return ()
    suits = "medical.overdose" in reading.categories or family_of(reading) in _TALKING_HELPS
    guessed = map(family, reading.categories) if reading.vague else ()
    kinds = (family_of(reading), *guessed, *(["suicide"] if reading.about_suicide or suits else []))
    return (known or resources()).find(region, today, tuple(dict.fromkeys(kinds)))


def crisis_reply(
    reading: Reading,
    language: Language,
    region: str | None,
    today: date,
    known: Resources | None = None,
    *,
    young: bool = False,
    contact: Contact | None = None,
    times: int = 0,
    found: Situation = ITSELF,
) -> CrisisReply:
    """The reply of the protocol, or what is said after it.

    Args:
        reading: what the screen found; `needs_protocol` holds for it.
        language: the person's.
        region: the one that the person chose, if any; nobody is located silently.
        today: the person's day, by which lines expire.
        known: the lines to choose from, where an operator added some.
        young: they are known to be under 18.
        contact: whom they named for an emergency; offered where it may happen now and nobody close is the danger.
        times: how often the persona stepped aside in this session before.
        found: whom it is about, and what can't wait.
    """
    lines = help_for(reading, region, today, known)
    if (kind := kind_of(reading)) is not None:
        return CrisisReply(after_words(kind, language, times), lines)
    words, family = _words(), _family(found, reading)
    offered = contact if may_call(reading) and family not in _AT_HOME else None
    voice = _voice(family, found)
    first = [*_refused(found, language), *_first(voice, reading, found, language)]
    now = reading.tier == Tier.imminent or _now(found)
    # At `high` too: what is said is conditional, and more of the imminent are read as high than as imminent.
    urgent = now or reading.tier >= Tier.high or family in {"medical", "threat", "violence", "by_others"}
    named = any(_NUMBER in said for said in first)
    number = (known or resources()).emergency(region, language) if urgent or named else None
    parts = [
        *(numbered(said, number, language) for said in first),
        words["what_i_am"][language],
        *([] if named else _emergency(number, Tier.imminent if now else reading.tier, language)),
        "\n".join([words["help"][language], *(f"- {line.how[language]}" for line in lines)]),
        words[f"{'violence' if voice == COMMON and may_be_near(reading) else voice}.nearby"][language],
        *([words["young"][language]] if young else []),
        *([words["contact"][language].format(name=offered.name, reach=offered.reach)] if offered else []),
        words[f"{voice}.gentle"][language],
    ]
    return CrisisReply("\n".join(parts), lines, number, offered)


def _family(found: Situation, reading: Reading) -> str:
    """Of what is named or asked for, else what the reading calls for; who asks for harm is no victim of it."""
    if found.matter is not None:
        return found.matter.family
    if found.refusal is not None:
        return "boundary" if found.refusal.family in _AT_HOME else found.refusal.family
    return family_of(reading)


def _refused(found: Situation, language: Language) -> list[str]:
    return [found.refusal.said[language]] if found.refusal else []


def _now(found: Situation) -> bool:
    """Whether the words say that it is an emergency, however urgent the message as a whole was read."""
    return bool((found.matter and found.matter.now) or (found.refusal and found.refusal.now))


def _first(voice: str, reading: Reading, found: Situation, language: Language) -> list[str]:
    """What it is, and the step; where the words don't name it what fits all of the family, and a question."""
    if found.matter is None:
        if found.refusal is not None:
            return []
        return [_words()[f"{voice}.acknowledge"][language], *_asked(voice, reading, found, language)]
    said = found.matter.said[found.whom][language]
    place = [step_words(found, language)] if found.step else []
    unclear = reading.tier == Tier.concern and not {"?", "？"} & {*said.names, *said.step}
    asked = [_words()[f"{voice}.ask.concern"][language]] if unclear and not found.refusal else []
    return [said.names, *place, said.step, *asked]


def _voice(family: str, found: Situation) -> str:
    """Whose texts are said: the family's own, unless it is about somebody else or by the writer's hand."""
    if found.unclear:
        return "by_others"
    if found.whom == "self" or family == "other":
        return family
    if found.whom == "doer":
        return _OTHERS["doer"].get(family, family)
    return _OTHERS["other"].get(family, "beside") or family


def _asked(voice: str, reading: Reading, found: Situation, language: Language) -> list[str]:
    """What can't wait comes before the question, and instead of what is said to everybody at `imminent`."""
    asked = _words()[f"{voice}.ask.{reading.tier.name}"][language]
    if found.step is None or reading.tier < Tier.high:
        return [asked]
    step = step_words(found, language)
    return [step] if reading.tier == Tier.imminent else [step, asked]


def may_call(reading: Reading) -> bool:
    """Whether somebody whom the person named is to be offered, and told where the person agreed to that."""
    return reading.tier == Tier.imminent and family_of(reading) not in _AT_HOME and not may_be_near(reading)


def may_be_near(reading: Reading) -> bool:
    """Whether somebody close may be the danger, be it a guess or not what the texts are about."""
    return not _AT_HOME.isdisjoint(map(family, reading.categories))


def family_of(reading: Reading) -> str:
    """Which of the texts a reading calls for: its first category decides, after a protocol the one it was about.

    Where the category is a guess, what is said to all of its field, else to everybody: less, and nothing wrong.
    """
    found = [name for name in reading.categories if not name.startswith(AFTER)]
    if "suicide.other" in found and any(name.startswith("suicide.") and name != "suicide.other" for name in found):
        return "suicide"  # whoever it began with, the writer is in danger too
    if reading.vague:
        return reading.field or COMMON
    return family(found[0] if found else "suicide")


def named_by(reading: Reading) -> str:
    """The category that a reading is sure of; none where it is a guess, or for what comes after a protocol."""
    if reading.vague or WORSE in reading.categories or kind_of(reading) is not None:
        return ""
    return reading.categories[0] if reading.categories else reading.leaning


def follow_up_due(marked_at: datetime | None, now: datetime) -> bool:
    """Whether the next session still begins with the gentle question."""
    return marked_at is not None and now - marked_at < FOLLOW_UP


def follow_up(language: Language) -> str:
    """The gentle question at the start of the next session."""
    return _words()["follow_up"][language]


def _emergency(number: str | None, tier: Tier, language: Language) -> list[str]:
    """Who to call at once: without an if where it happens now."""
    if number is None:
        return []
    return [numbered(_words()["emergency_now" if tier == Tier.imminent else "emergency"][language], number, language)]


def numbered(said: str, number: str | None, language: Language) -> str:
    """With the emergency number, or the words for it, in its place."""
    if number is None or _NUMBER not in said:
        return said
    gap = " " if language == "zh" and number[0].isascii() else ""
    return said.format(number=f"{gap}{number}{gap if number[-1].isascii() else ''}")


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[Language, str]]:
    """All texts by dotted name; every one of them is there, or Pawsona doesn't start.

    Raises:
        ContentError: `crisis.yaml` is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    names = ["what_i_am", "help", "emergency", "emergency_now", "contact", "young", "follow_up"]
    for place in (*(f"families.{name}" for name in _ALL), *(f"others.{name}" for name in _INSTEAD)):
        names += [f"{place}.{part}" for part in ("acknowledge", "nearby", "gentle")]
        names += [f"{place}.ask.{tier}" for tier in _ASKED]
    return {name.removeprefix("families.").removeprefix("others."): _at(data, name) for name in names}


def _at(data: Mapping[str, object], name: str) -> Mapping[Language, str]:
    found: Mapping[str, object] = data
    for key in name.split("."):
        found = mapping(entry(found, key, f"{_NAME}: {name}"), f"{_NAME}: {name}")
    return {language: text(entry(found, language, f"{_NAME}: {name}"), f"{_NAME}: {name}") for language in LANGUAGES}
