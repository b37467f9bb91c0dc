"""The kinds of columns and tables that the schema is made of."""

from typing import Any

from sqlalchemy import JSON, BigInteger, Column, ForeignKeyConstraint, Index, Integer, MetaData, Table, Text
from sqlalchemy import text as clause

from pawsona.storage.moment import Moment

metadata = MetaData()

Columns = Column[Any]
SECRET = {"secret": True}
EMBEDDED = clause("kind <> 'context'")
"""Entries that get a vector. Spelled out, because SQLite takes an index of some rows only for the very same words."""


def text(name: str, *, key: bool = False, optional: bool = False) -> Columns:
    """Words, or an id."""
    return Column(name, Text, primary_key=key, nullable=optional)


def secret(name: str) -> Columns:
    """The hash of a secret; an export leaves it out."""
    return Column(name, Text, nullable=False, info=SECRET)


def number(name: str, *, key: bool = False, optional: bool = False) -> Columns:
    """A whole number."""
    return Column(name, Integer, primary_key=key, nullable=optional, autoincrement=False)


def large(name: str, *, key: bool = False) -> Columns:
    """A whole number that may not fit into 32 bits."""
    kind = Integer().with_variant(BigInteger, "postgresql")
    return Column(name, kind, primary_key=key, nullable=False, autoincrement=False)


def moment(name: str, *, key: bool = False, optional: bool = False) -> Columns:
    """A moment, in UTC."""
    return Column(name, Moment, primary_key=key, nullable=optional)


def json(name: str, *, optional: bool = False) -> Columns:
    """Plain data."""
    return Column(name, JSON(none_as_null=True), nullable=optional)


def of_bond(name: str, *columns: Columns | Index) -> Table:
    """A table of rows that belong to one bond and go when its pet goes."""
    return Table(
        name,
        metadata,
        text("person_id", key=True),
        text("pet_id", key=True),
        *columns,
        ForeignKeyConstraint(["person_id", "pet_id"], ["pets.person_id", "pets.pet_id"]),
        sqlite_with_rowid=False,
    )


def by_person(name: str, *columns: Columns | Index) -> Table:
    """A table of rows that belong to one person, whichever pet they talk with."""
    return Table(
        name,
        metadata,
        text("person_id", key=True),
        *columns,
        ForeignKeyConstraint(["person_id"], ["persons.person_id"]),
        sqlite_with_rowid=False,
    )
