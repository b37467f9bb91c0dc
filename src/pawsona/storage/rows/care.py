"""Safeguards and days of use as rows."""

from typing import Any

from pawsona.domain.safeguards import Contact, Safeguards
from pawsona.domain.usage import Stretch, UseDay
from pawsona.storage.connection import Row


def safeguards_row(safeguards: Safeguards) -> dict[str, Any]:
    """What a person settled as a row, without whose it is."""
    quiet, contact = safeguards.quiet or (None, None), safeguards.contact
    return {
        "day_minutes": safeguards.day_minutes,
        "break_minutes": safeguards.break_minutes,
        "quiet_from": quiet[0],
        "quiet_to": quiet[1],
        "unasked": safeguards.unasked,
        "contact_name": contact and contact.name,
        "contact_reach": contact and contact.reach,
        "contact_consented_at": contact and contact.consented_at,
    }


def safeguards_of(row: Row) -> Safeguards:
    """A row as what a person settled."""
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    name = row["contact_name"]
    return Safeguards(
        day_minutes=row["day_minutes"],
        break_minutes=row["break_minutes"],
        quiet=quiet,
        unasked=row["unasked"],
        contact=None if name is None else Contact(name, row["contact_reach"], row["contact_consented_at"]),
    )


def stretch_of(row: Row) -> Stretch:
    """A row as a time of continuing use."""
    return Stretch(row["since"], row["last_at"])


def use_day_of(row: Row) -> UseDay:
    """A row as a day of use."""
    return UseDay(on=row["on_date"], seconds=row["seconds"], night_seconds=row["night_seconds"], unasked=row["unasked"])
