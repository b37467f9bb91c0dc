"""Everything that is stored of a person, as plain JSON or counted. The index is left out: it is made from the rest."""

from base64 import b64encode
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import Connection, func, select

from pawsona.domain.ids import PersonId
from pawsona.storage import scope
from pawsona.storage.columns import SECRET
from pawsona.storage.schema import DERIVED, OWNED


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return b64encode(value).decode("ascii")
    return value.isoformat() if isinstance(value, datetime | date | time) else value


def export_person(connection: Connection, person: PersonId) -> dict[str, Any]:
    """Table name -> rows, each a dict by column, in the order of the table's key."""
    exported: dict[str, Any] = {}
    for table in OWNED:
        if table in DERIVED:
            continue
        shown = [column for column in table.c if column.info != SECRET]
        query = select(*shown).where(scope.of_person(table, person)).order_by(*table.primary_key)
        rows = connection.execute(query).mappings()
        exported[table.name] = [{name: _plain(value) for name, value in row.items()} for row in rows]
    return exported


def count_person(connection: Connection, person: PersonId) -> dict[str, int]:
    """Table name -> how many rows `export_person` would give."""
    tables = [table for table in OWNED if table not in DERIVED]
    counts = (select(func.count()).select_from(table).where(scope.of_person(table, person)) for table in tables)
    found = connection.execute(
        select(*(query.scalar_subquery().label(t.name) for t, query in zip(tables, counts, strict=True)))
    )
    return dict(found.mappings().one())
