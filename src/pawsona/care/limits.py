"""Limits that a person sets for themselves. They are told, never enforced: nobody is locked out, nothing is lost."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Literal

from pawsona.care.usage import Use
from pawsona.care.wording import lasting, say
from pawsona.domain.language import Language
from pawsona.domain.safeguards import QUIET, Safeguards

SHORTEST_DAY = 5
LONGEST_DAY = 1440
BREAKS = (30, 60, 90, 120, 180)
"""After how many minutes a break may be suggested."""
OVER = timedelta(minutes=30)
"""How often it is said that the day's limit is passed."""


Told = Literal["limit", "break"]


def due(use: Use, safeguards: Safeguards, local: datetime, language: Language) -> Iterator[tuple[Told, str]]:
    """What a person wanted to be told at this moment, with its kind.

    Each is said when a message crosses its line, so that nothing has to be kept, and nothing is said twice.
    """
    if safeguards.day_minutes is not None and (
        said := _limit(use, timedelta(minutes=safeguards.day_minutes), language)
    ):
        yield "limit", said
    if safeguards.quiet is not None and _enters(use, safeguards.quiet, local):
        start, end = safeguards.quiet
        words = {"now": f"{local:%H:%M}", "start": f"{start:%H:%M}", "end": f"{end:%H:%M}"}
        yield "limit", say("limit.quiet", language, **words)
    if safeguards.break_minutes is not None:
        after = timedelta(minutes=safeguards.break_minutes)
        if use.before // after < use.continuing // after:
            yield "break", say("limit.break", language, time=lasting(use.continuing // after * after, language))


def _limit(use: Use, limit: timedelta, language: Language) -> str:
    if use.today < limit:
        return ""
    over = (use.today - limit) // OVER
    if use.today_before < limit and not over:
        return say("limit.reached", language, minutes=round(limit.total_seconds() / 60))
    if use.today_before >= limit and (use.today_before - limit) // OVER == over:
        return ""
    return say("limit.over", language, over=round((use.today - limit).total_seconds() / 60))


def _enters(use: Use, quiet: tuple[time, time], local: datetime) -> bool:
    """Whether this message is the first of its talk in the hours of quiet."""
    if not in_quiet(local, quiet):
        return False
    return use.begins or not in_quiet(local - (use.continuing - use.before), quiet)


def in_quiet(local: datetime, quiet: tuple[time, time] | None) -> bool:
    """Whether a moment of the person's wall clock lies in their hours of quiet; these may go over midnight."""
    start, end = quiet or QUIET
    now = local.time().replace(tzinfo=None)
    return start <= now < end if start < end else now >= start or now < end
