"""Pins as rows."""

from dataclasses import fields
from typing import Any

from pawsona.domain.pin import Pin
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row

_OWN = [field.name for field in fields(Pin) if field.name != "bond"]


def pin_row(pin: Pin) -> dict[str, Any]:
    """A pin as a row."""
    return bond_row(pin.bond) | {name: getattr(pin, name) for name in _OWN}


def pin_of(row: Row) -> Pin:
    """A row as a pin."""
    return Pin(bond=bond_of(row), **{name: row[name] for name in _OWN})
