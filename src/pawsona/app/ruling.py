"""Which rules hold in this home, as plain data for the command line and the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pawsona.app.time import SystemClock
from pawsona.care.duties import Duties, Reminder
from pawsona.care.packs import ALL, ALWAYS, always, known_packs, rules_of
from pawsona.config.settings import load
from pawsona.domain.language import Language
from pawsona.errors import NotFoundError


@dataclass(frozen=True)
class PackHere:
    """One pack that is known."""

    id: str
    name: str
    in_force: str
    binds: bool
    holds: bool
    """Whether the settings choose it."""


async def packs_here() -> list[PackHere]:
    """Every known pack, and whether it holds."""
    settings = load()
    chosen = {pack.id for pack in rules_of(settings.care.packs, settings.care.packs_folder).packs}
    today = SystemClock().now().date()
    return [
        PackHere(pack.id, pack.name[settings.spoken], pack.in_force.isoformat(), pack.binds(today), pack.id in chosen)
        for pack in known_packs(settings.care.packs_folder).values()
    ]


async def pack_shown(name: str) -> dict[str, Any]:
    """What one pack asks; `strictest` is what holds here.

    Raises:
        NotFoundError: there is no such pack.
    """
    settings = load()
    folder, language = settings.care.packs_folder, settings.spoken
    if name == ALL:
        rules = rules_of(settings.care.packs, folder)
        return {"packs": [pack.id for pack in rules.packs], **asked(rules.duties, language)}
    known = {ALWAYS: always(), **known_packs(folder)}
    if name not in known:
        raise NotFoundError(f"there is no pack {name!r}; there are {', '.join([ALL, *known])}")
    pack = known[name]
    report = {"to": pack.report.to[language], "since": pack.report.since.isoformat()} if pack.report else {}
    return {
        "pack": pack.id,
        "name": pack.name[language],
        "law": pack.law,
        "in_force": pack.in_force.isoformat(),
        "sources": list(pack.sources),
        **asked(pack.duties, language),
        "report": report,
        "uncertain": {point.about: point.words[language] for point in pack.uncertain},
        "checks": [check.it for check in pack.checks],
    }


def asked(duties: Duties, language: Language) -> dict[str, Any]:
    """Duties as plain data."""
    return {
        "notice": _reminder(duties.notice, language),
        "breaks": _reminder(duties.breaks, language),
        "forbids": {"everyone": sorted(duties.forbids), "minors": sorted(duties.forbids_minors)},
        "must": sorted(duties.must),
        "watches": sorted(duties.watches),
        "counts": sorted(duties.counts),
        "guardian_under": duties.guardian_under,
    }


def _reminder(reminder: Reminder, language: Language) -> Mapping[str, Any]:
    every = {"adults": reminder.adults, "minors": reminder.minors}
    return {
        "start": reminder.start,
        **{age: minutes(time) for age, time in every.items()},
        "text": reminder.said("{pet}", language),
    }


def minutes(time: timedelta | None) -> int | None:
    """How many."""
    return None if time is None else int(time.total_seconds() // 60)
