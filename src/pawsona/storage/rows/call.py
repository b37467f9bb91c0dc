"""Calls of models as rows."""

from dataclasses import fields
from typing import Any

from pawsona.domain.call import Call
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row

_OWN = [field.name for field in fields(Call) if field.name != "bond"]


def call_row(call: Call) -> dict[str, Any]:
    """A call as a row."""
    return bond_row(call.bond) | {name: getattr(call, name) for name in _OWN}


def call_of(row: Row) -> Call:
    """A row as a call."""
    return Call(bond=bond_of(row), **{name: row[name] for name in _OWN})
