"""The one place where a query is confined to its person; a test drops each use in turn and must see it.

`owned`, `of_person` and `same_owner` filter rows, `theirs` and `of_them` those of a prepared statement; `of_tenant`
those of everybody who has an account of a tenant, for counts.
"""

from functools import lru_cache

from sqlalchemy import ColumnElement, Table, and_, bindparam, select

from pawsona.domain.ids import Bond, PersonId
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.storage.account_tables import accounts


@lru_cache(maxsize=1024)  # a turn asks for about thirty, the same ones every time
def owned(table: Table, bond: Bond) -> ColumnElement[bool]:
    """The rows of one bond."""
    return and_(table.c.person_id == bond.person, table.c.pet_id == bond.pet)


def theirs(table: Table) -> ColumnElement[bool]:
    """The rows of the bond that a prepared statement will be run for."""
    return and_(table.c.person_id == bindparam("person"), table.c.pet_id == bindparam("pet"))


def of_them(table: Table) -> ColumnElement[bool]:
    """The rows of the person that a prepared statement will be run for, where the table knows no pets."""
    person: ColumnElement[str] = table.c.person_id
    return person == bindparam("person")


def of_person(table: Table, person: PersonId) -> ColumnElement[bool]:
    """The rows of one person, whichever pet they are about."""
    return table.c.person_id == person


def same_owner(one: Table, other: Table) -> ColumnElement[bool]:
    """For a join: rows of one and the same bond."""
    return and_(one.c.person_id == other.c.person_id, one.c.pet_id == other.c.pet_id)


def of_tenant(table: Table, tenant: Tenant) -> ColumnElement[bool]:
    """Rows of a tenant's persons; who has no account, as at home, is the default's."""
    person: ColumnElement[str] = table.c.person_id
    if tenant == DEFAULT:
        return person.not_in(select(accounts.c.person_id).where(accounts.c.tenant != tenant))
    return person.in_(select(accounts.c.person_id).where(accounts.c.tenant == tenant))
