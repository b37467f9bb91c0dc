"""Writing the index: entries with their words, vectors and the bond's revision, always in the caller's transaction."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Table, and_, bindparam, delete, func, insert, select, update

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Entry, Kind
from pawsona.memory.lexemes import lexemes, numbered
from pawsona.storage import scope, shelf
from pawsona.storage.batches import batches, batches_by_first
from pawsona.storage.connection import Values, Write
from pawsona.storage.dialect import one_of
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row
from pawsona.storage.rows.vector import kept, lengths
from pawsona.storage.schema import entries, revisions, vectors

Key = tuple[str, str]
"""Kind and ref."""


def _named(table: Table) -> ColumnElement[bool]:
    """The rows of entries of one kind."""
    return and_(table.c.kind == bindparam("of_kind"), one_of(table.c.ref, "refs"))


TEXTS = Prepared(
    lambda: select(entries.c.kind, entries.c.ref, entries.c.text).where(scope.theirs(entries), _named(entries))
)
_ANY_TEXTS = Prepared(
    lambda: select(entries.c.kind, entries.c.ref, entries.c.text).where(
        scope.theirs(entries), one_of(entries.c.kind, "kinds"), one_of(entries.c.ref, "refs")
    )
)
_ADD = Prepared(lambda: insert(entries))
_EMBEDDED = Prepared(
    lambda: update(entries).where(scope.theirs(entries), _named(entries)).values(embedder=bindparam("by"))
)
_DROP = Prepared(lambda: delete(entries).where(scope.theirs(entries), _named(entries)))
_ADD_VECTOR = Prepared(lambda: insert(vectors))
_DROP_VECTORS = Prepared(lambda: delete(vectors).where(scope.theirs(vectors), _named(vectors)))
_DROP_VECTORS_BY = Prepared(
    lambda: delete(vectors).where(scope.theirs(vectors), _named(vectors), vectors.c.embedder == bindparam("by"))
)
_OF_BEFORE = Prepared(
    lambda: (
        select(vectors.c.kind, vectors.c.ref, vectors.c.vector)
        .where(
            scope.theirs(vectors),
            vectors.c.embedder == bindparam("by"),
            func.length(vectors.c.vector) == bindparam("bytes"),
        )
        .order_by(vectors.c.number)
    )
)
_PACK = Prepared(
    lambda: (
        update(vectors)
        .where(
            scope.theirs(vectors),
            vectors.c.kind == bindparam("of_kind"),
            vectors.c.ref == bindparam("of_ref"),
            vectors.c.embedder == bindparam("by"),
        )
        .values(vector=bindparam("packed"))
    )
)
_REVISE = Prepared(
    lambda: (
        update(revisions)
        .where(scope.theirs(revisions))
        .values(written=bindparam("number"), removed=func.coalesce(bindparam("gone"), revisions.c.removed))
    )
)
_FIRST_REVISION = Prepared(lambda: insert(revisions))


def put_entries(tx: Write, bond: Bond, given: Sequence[Entry], embedder: str) -> None:
    """Add or replace entries. A new text loses the vectors of the old one; of the same text only a vector is new."""
    wanted: dict[Key, Entry] = {(entry.kind, entry.ref): entry for entry in given}
    if not wanted:
        return
    stored = _texts(tx, bond, list(wanted))
    changed = [key for key, entry in wanted.items() if stored.get(key) != entry.text]
    taken = tx.take_numbers(bond, len(wanted))
    numbers = dict(zip(wanted, taken, strict=True))
    removed = _remove(tx, bond, [key for key in changed if key in stored])
    fresh = [key for key, entry in wanted.items() if entry.vector]
    kept = set(stored).difference(changed)
    again = [key for key in fresh if key in kept]
    _for_each_kind(tx, _DROP_VECTORS_BY, bond, again, by=embedder)
    _add_texts(tx, bond, [(wanted[key], numbers[key]) for key in changed], embedder)
    _add_vectors(tx, bond, [(wanted[key], numbers[key]) for key in fresh], embedder)
    _for_each_kind(tx, _EMBEDDED, bond, again, by=embedder)
    _revise(tx, bond, taken[-1], removed=removed > 0)


def drop_entries(tx: Write, bond: Bond, kind: Kind, refs: Sequence[str]) -> None:
    """Remove entries and vectors of one kind; with turns goes what only surrounds them."""
    kinds = ("turn", "context") if kind == "turn" else (kind,)
    if _remove(tx, bond, [(each, ref) for each in kinds for ref in refs]):
        _revise(tx, bond, tx.take_numbers(bond, 1)[-1], removed=True)


def pack_vectors(tx: Write, bond: Bond, embedder: str, width: int) -> None:
    """Keep in eight bits a number what an earlier version wrote in 32. They say the same: no cache need be told."""
    _, bytes_ = lengths(width)
    rows: list[Values] = [
        {"of_kind": row["kind"], "of_ref": row["ref"], "by": embedder, "packed": kept(row["vector"])}
        for row in tx.find(_OF_BEFORE, bond, by=embedder, bytes=bytes_)
    ]
    if rows:
        tx.do_all(_PACK, bond, rows)


def _texts(tx: Write, bond: Bond, keys: Sequence[Key]) -> dict[Key, str]:
    wanted, kinds = set(keys), sorted({kind for kind, _ in keys})
    rows = (
        row
        for some in batches([ref for _, ref in keys])
        for row in tx.find(_ANY_TEXTS, bond, kinds=kinds, refs=list(some))
    )
    return {key: row["text"] for row in rows if (key := (row["kind"], row["ref"])) in wanted}


def _remove(tx: Write, bond: Bond, keys: Sequence[Key]) -> int:
    """Remove entries with their vectors; how many entries went."""
    _for_each_kind(tx, _DROP_VECTORS, bond, keys)
    return _for_each_kind(tx, _DROP, bond, keys)


def _for_each_kind(tx: Write, statement: Prepared, bond: Bond, keys: Iterable[Key], **values: str) -> int:
    """Run a statement on entries; how many rows it touched."""
    return sum(tx.do(statement, bond, of_kind=kind, refs=refs, **values) for kind, refs in batches_by_first(keys))


def _add_texts(tx: Write, bond: Bond, added: Sequence[tuple[Entry, int]], embedder: str) -> None:
    owner = bond_row(bond)
    rows: list[Values] = [
        owner
        | {"kind": entry.kind, "ref": entry.ref, "number": number, "text": entry.text}
        | {"embedder": embedder if entry.vector else "", "session_id": entry.session, "speaker": entry.speaker}
        | {"said_at": int(entry.at.timestamp()) if entry.at else 0, "asks": entry.text.rstrip().endswith(("?", "？"))}
        | {"terms": numbered(lexemes(entry.text)).astype("<u4").tobytes()}
        for entry, number in added
    ]
    if rows:
        tx.do_all(_ADD, bond, rows)


def _add_vectors(tx: Write, bond: Bond, added: Sequence[tuple[Entry, int]], embedder: str) -> None:
    owner = bond_row(bond) | {"embedder": embedder}
    rows: list[Values] = [
        owner | {"kind": entry.kind, "ref": entry.ref, "number": number, "vector": kept(entry.vector)}
        for entry, number in added
        if entry.vector
    ]
    if rows:
        tx.do_all(_ADD_VECTOR, bond, rows)


def _revise(tx: Write, bond: Bond, number: int, *, removed: bool) -> None:
    """Tell every process's cache that this bond's index has changed, and whether rows only came or also went."""
    if removed:
        shelf.drop(tx, bond)
    if not tx.do(_REVISE, bond, number=number, gone=number if removed else None):
        tx.do(_FIRST_REVISION, bond, **bond_row(bond), written=number, removed=number)
