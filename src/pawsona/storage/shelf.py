"""Sheets that were laid by: what a bond's index held at a revision, to be read in one piece by whoever meets the bond.

A row here says nothing that other rows don't say. What is newer is read from those and put on top; as soon as
anything is removed, the row goes in the same transaction, and a later night lays another one by.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    Select,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    select,
    true,
    type_coerce,
)

from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Row, Values, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row
from pawsona.storage.rows.vector import width_of
from pawsona.storage.schema import entries, revisions, vectors
from pawsona.storage.sheet_table import PARTS, sheets
from pawsona.storage.sheets import Growing, Place

_NAMES = ("refs", "session_names", "speaker_names")
_FIND = Prepared(lambda: _with_revision(*(sheets.c[name] for name in ("revision", *_NAMES, *PARTS))))
_PIECE = 96 * 1024
"""Bytes of vectors in a row of `IN_PIECES`."""
IN_PIECES = Prepared(lambda: _in_pieces())
"""For a server: what `lying` reads. Of a sheet with more than `most` bytes of vectors only its revision."""
_ANY = 2**31 - 1
_LYING = Prepared(lambda: select(sheets.c.revision, sheets.c.embedder).where(scope.theirs(sheets)))
_ONE_MORE = Prepared(
    lambda: (
        select(entries.c.number)
        .where(scope.theirs(entries), entries.c.number > bindparam("since"))
        .order_by(entries.c.number)
        .limit(1)
        .offset(bindparam("least"))
    )
)
_LAST_VECTOR = Prepared(
    lambda: (
        select(vectors.c.vector)
        .where(scope.theirs(vectors), vectors.c.embedder == bindparam("by"))
        .order_by(vectors.c.number.desc())
        .limit(1)
    )
)
_ADD = Prepared(lambda: insert(sheets))
_DROP = Prepared(lambda: delete(sheets).where(scope.theirs(sheets)))


def taken(connection: Connection, place: Place) -> tuple[Row, Growing | None] | None:
    """The bond's revision, and with it the sheet that lies there for a place, if one does; None without revision."""
    asked = {"by": place.embedder, "width": place.width}
    if connection.dialect.name == "postgresql":
        return lying(IN_PIECES.find(connection, place.bond, asked | {"most": _ANY}), place.width)
    return lying(_FIND.find(connection, place.bond, asked), place.width)


def lying(rows: Sequence[Row], width: int) -> tuple[Row, Growing | None] | None:
    """The same of rows that were read; None for a sheet that is too large, too."""
    if not rows:
        return None
    found, *pieces = sorted(rows, key=itemgetter("begin")) if len(rows) > 1 else rows
    if found["revision"] is None:
        return found, None
    if found["refs"] is None:
        return None
    packed = b"".join([piece["vectors"] for piece in pieces]) if pieces else found["vectors"]
    return found, _growing(found, width, packed)


def _with_revision(*columns: ColumnElement[Any]) -> Select[Any]:
    """Columns of the sheet that lies there beside the bond's revision."""
    asked = select(revisions.c.written, revisions.c.removed, *columns)
    return asked.outerjoin_from(revisions, sheets, _lying()).where(scope.theirs(revisions))


def _in_pieces() -> Select[Any]:
    """The same in several rows: the first has no vectors, the others a piece of them each.

    PostgreSQL takes new memory for an answer of half a megabyte, and gives it back: that took it longer than the rest.
    In smaller pieces it comes in more of them over the socket, and wakes us for each.
    """
    one, size, before = (literal_column(str(number), Integer) for number in (1, _PIECE, 1 - _PIECE))
    length = func.length(sheets.c.vectors)
    series = func.generate_series(before, case((length <= bindparam("most"), length)), size)
    pieces = series.table_valued("begin").render_derived(name="pieces").lateral()
    begin = type_coerce(pieces.c.begin, Integer).label("begin")
    whole = (sheets.c[name] for name in (*_NAMES, *PARTS) if name != "vectors")
    first = (case((begin < one, column)).label(column.name) for column in whole)
    piece = func.substr(sheets.c.vectors, begin, size, type_=LargeBinary()).label("vectors")
    return _with_revision(sheets.c.revision, begin, *first, piece).outerjoin(pieces, true())


def _lying() -> ColumnElement[bool]:
    """Which sheet is taken, said of the bond beside its revision: one question instead of two."""
    return and_(scope.theirs(sheets), sheets.c.embedder == bindparam("by"), sheets.c.width == bindparam("width"))


def scattered(connection: Connection, bond: Bond, embedder: str, least: int, removed: int) -> bool:
    """Whether more entries than `least` would have to be read one by one, or something that is gone still lies there.

    `removed` is the revision at which something went last: a process of a version without sheets leaves them lying.
    """
    lying = next(iter(_LYING.find(connection, bond, {})), None)
    if lying is not None and lying["revision"] < removed:
        return True
    since = lying["revision"] if lying is not None and lying["embedder"] == embedder else 0
    return bool(_ONE_MORE.find(connection, bond, {"since": since, "least": least}))


def many(connection: Connection, bond: Bond, least: int) -> bool:
    """Whether it has more entries than `least`. Not asked of the sheet: SQLite reads all of a row to find it."""
    return bool(_ONE_MORE.find(connection, bond, {"since": 0, "least": least}))


def width(connection: Connection, bond: Bond, embedder: str) -> int | None:
    """Numbers of the bond's newest vector, so that no embedder has to be opened or woken to ask."""
    found = _LAST_VECTOR.find(connection, bond, {"by": embedder})
    return width_of(found[0]["vector"]) if found else None


def lay_by(tx: Write, place: Place, row: Values) -> None:
    """Put a row of `row_of` in the place of the one that lies there."""
    drop(tx, place.bond)
    tx.do(_ADD, place.bond, **bond_row(place.bond), embedder=place.embedder, width=place.width, **row)


def drop(tx: Write, bond: Bond) -> None:
    """Something of it is gone."""
    tx.do(_DROP, bond)


def row_of(sheet: Growing) -> dict[str, Any]:
    """A sheet as a row, without whose it is."""
    names = {"session_names": [*sheet.sessions.numbers], "speaker_names": [*sheet.speakers.numbers]}
    parts = {part: sheet.columns[part].held.tobytes() for part in PARTS}
    return {"revision": sheet.revision, "refs": [*sheet.refs], **names, **parts}


def _growing(row: Row, width: int, packed: bytes) -> Growing:
    sheet = Growing(width, row["revision"], row["refs"])
    for part in PARTS:
        column = sheet.columns[part]
        values = np.frombuffer(packed if part == "vectors" else row[part], column.kind)
        column.extend(values.reshape(-1, width) if part == "vectors" else values)
    sheet.columns["owners"].extend(np.repeat(np.arange(len(sheet.refs)), sheet.columns["lengths"].held))
    sheet.sessions.resume(row["session_names"])
    sheet.speakers.resume(row["speaker_names"])
    return sheet
