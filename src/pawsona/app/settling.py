"""What a person settles about care, as they typed it: checked, and refused in a sentence that says what would do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any

from pawsona.app.home import Home
from pawsona.care.audit import Audit
from pawsona.care.initiative import MOST
from pawsona.care.limits import BREAKS, LONGEST_DAY, SHORTEST_DAY
from pawsona.care.minors import is_minor
from pawsona.dialogue.hearing import visible
from pawsona.domain.carelog import Event
from pawsona.domain.language import Language
from pawsona.domain.person import AgeBand, Person
from pawsona.domain.safeguards import Contact, Safeguards
from pawsona.errors import InputError

LONGEST_NAME = 60
LONGEST_REACH = 120
_SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "day": {
        "en": "{given} minutes a day can't be kept: choose {least} to {most}, or no limit.",
        "zh": "每天 {given} 分钟做不到：请填 {least} 到 {most}，或者不设。",
    },
    "break": {
        "en": "A break can be suggested after {all} minutes, or only when the rules ask for it.",
        "zh": "可以在 {all} 分钟后提醒休息，或者只按规定提醒。",
    },
    "time": {
        "en": "{given!r} is no time of day: write it like 22:00.",
        "zh": "“{given}”不是时间：请写成 22:00 这样。",
    },
    "quiet": {
        "en": "Quiet from {given} to {given} is no time at all: choose two different times, or the usual ones.",
        "zh": "从 {given} 到 {given} 等于没有：请填两个不同的时间，或者用平常的。",
    },
    "unasked": {
        "en": "{given} times a day can't be kept: choose 0 to {most}.",
        "zh": "每天 {given} 次做不到：请填 0 到 {most}。",
    },
    "contact": {
        "en": "Say who it is and how to reach them, each in a few words.",
        "zh": "请写上是谁、怎么联系，几个字就行。",
    },
}


@dataclass(frozen=True)
class GivenContact:
    """Somebody to turn to, as typed."""

    name: str
    reach: str
    consent: bool = False


def settled(now: Safeguards, given: Mapping[str, Any], language: Language, moment: datetime) -> Safeguards:
    """The safeguards with what was given.

    Args:
        now: as they are.
        given: `day_minutes`, `break_minutes`, `quiet` (two times of day, or None), `unasked`, `contact`; what is
            not there stays.
        language: the person's.
        moment: when a consent was given.

    Raises:
        InputError: a value can't be used; nothing changes.
    """
    found: dict[str, Any] = {}
    if "day_minutes" in given:
        found["day_minutes"] = _day(given["day_minutes"], language)
    if "break_minutes" in given:
        found["break_minutes"] = _break(given["break_minutes"], language)
    if "quiet" in given:
        found["quiet"] = _quiet(given["quiet"], language)
    if "unasked" in given:
        found["unasked"] = _unasked(given["unasked"], language)
    if "contact" in given:
        found["contact"] = _contact(given["contact"], now.contact, language, moment)
    return replace(now, **found)


def _refused(name: str, language: Language, **values: object) -> InputError:
    return InputError(_SENTENCES[name][language].format(**values))


def _day(minutes: int | None, language: Language) -> int | None:
    if minutes is not None and not SHORTEST_DAY <= minutes <= LONGEST_DAY:
        raise _refused("day", language, given=minutes, least=SHORTEST_DAY, most=LONGEST_DAY)
    return minutes


def _break(minutes: int | None, language: Language) -> int | None:
    if minutes is not None and minutes not in BREAKS:
        raise _refused("break", language, all=(", " if language == "en" else "、").join(map(str, BREAKS)))
    return minutes


def _quiet(times: tuple[str, str] | None, language: Language) -> tuple[time, time] | None:
    if times is None:
        return None
    start, end = (_time(one, language) for one in times)
    if start == end:
        raise _refused("quiet", language, given=f"{start:%H:%M}")
    return start, end


def _time(typed: str, language: Language) -> time:
    try:
        found = time.fromisoformat(typed.strip())
    except ValueError:
        raise _refused("time", language, given=typed[:LONGEST_NAME]) from None
    return found.replace(second=0, microsecond=0, tzinfo=None)


def _unasked(times: int, language: Language) -> int:
    if not 0 <= times <= MOST:
        raise _refused("unasked", language, given=times, most=MOST)
    return times


def _contact(given: GivenContact | None, now: Contact | None, language: Language, moment: datetime) -> Contact | None:
    if given is None:
        return None
    name, reach = " ".join(visible(given.name).split()), " ".join(visible(given.reach).split())
    if not (0 < len(name) <= LONGEST_NAME and 0 < len(reach) <= LONGEST_REACH):
        raise _refused("contact", language)
    # Who is named anew is consented to anew: the yes was to calling somebody else.
    same = now is not None and (now.name, now.reach) == (name, reach)
    agreed = now.consented_at if same and now is not None and now.consented_at else moment
    return Contact(name, reach, agreed if given.consent else None)


async def settle(home: Home, person: Person, given: Mapping[str, Any]) -> Safeguards:
    """Keep what a person settled.

    Raises:
        InputError: a value can't be used; nothing changes.
    """
    async with home.store.transaction():
        now = await home.store.people.safeguards(person.id)
        changed = settled(now, given, person.language, home.clock.now())
        await home.store.people.set_safeguards(person.id, changed)
    return changed


async def tell_age(home: Home, person: Person, band: AgeBand) -> Person:
    """What a person says of their age on the care page: it holds, whatever talk showed before."""
    async with home.store.transaction():
        now = await home.store.people.person(person.id) or person
        grown = home.clock.now() if band == "adult" else now.adult_at
        changed = replace(now, age_band=band, age_seen=None, adult_at=grown)
        await home.store.people.update_person(changed)
        if is_minor(changed) != is_minor(now):
            event: Event = "minors_on" if is_minor(changed) else "minors_off"
            for pet in (await home.store.people.pets(person.id))[:1]:
                await Audit(home.store, home.clock).note(changed, pet.bond, event, detail="page")
    return changed
