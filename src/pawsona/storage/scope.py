"""The one place where a query is confined to its person; a test drops each use in turn and must see it."""

<<<<<<< HEAD
`owned`, `of_person` and `same_owner` filter rows, `theirs` those of a prepared statement. The full-text index holds no
person in a column: there the words themselves carry the bond's token, see `lexemes.py`.
"""

import hashlib
=======
>>>>>>> 686c20e (Recall weighs words, windows, sessions, meaning, speakers and days over a bond's sheet; words become numbers beside their texts)
from functools import lru_cache

from sqlalchemy import ColumnElement, Table, and_, bindparam

from pawsona.domain.ids import Bond, PersonId


@lru_cache(maxsize=1024)  # a turn asks for about thirty, the same ones every time
def owned(table: Table, bond: Bond) -> ColumnElement[bool]:
    """The rows of one bond."""
    return and_(table.c.person_id == bond.person, table.c.pet_id == bond.pet)


def theirs(table: Table) -> ColumnElement[bool]:
    """The rows of the bond that a prepared statement will be run for."""
    return and_(table.c.person_id == bindparam("person"), table.c.pet_id == bindparam("pet"))


def of_person(table: Table, person: PersonId) -> ColumnElement[bool]:
    """The rows of one person, whichever pet they are about."""
    return table.c.person_id == person

<<<<<<< HEAD

def same_owner(one: Table, other: Table) -> ColumnElement[bool]:
    """For a join: rows of one and the same bond."""
    return and_(one.c.person_id == other.c.person_id, one.c.pet_id == other.c.pet_id)


def token(bond: Bond) -> str:
    """Digits of fixed length that stand before each of the bond's words in the full-text index."""
    name = f"{len(bond.person)}:{bond.person}{bond.pet}".encode()
    number = int.from_bytes(hashlib.sha256(name).digest(), "big")
    return f"{number % 10**_TOKEN_DIGITS:0{_TOKEN_DIGITS}d}"
=======
>>>>>>> 686c20e (Recall weighs words, windows, sessions, meaning, speakers and days over a bond's sheet; words become numbers beside their texts)
