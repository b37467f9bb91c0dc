"""Writing the index: entries with their words, vectors and the bond's revision, always in the caller's transaction."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, delete, insert, select, update

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Entry, Kind
from pawsona.memory.lexemes import lexemes, numbered
from pawsona.storage import scope
from pawsona.storage.batches import batches_by_first
from pawsona.storage.connection import Values, Write
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import counters, entries, revisions, vectors

Key = tuple[str, str]
"""Kind and ref."""

_COUNTER = "index"


def put_entries(tx: Write, bond: Bond, given: Sequence[Entry], embedder: str) -> None:
    """Add or replace entries. A new text loses the vectors of the old one; of the same text only a vector is new."""
    wanted: dict[Key, Entry] = {(entry.kind, entry.ref): entry for entry in given}
    if not wanted:
        return
    stored = _texts(tx, bond, list(wanted))
    changed = [key for key, entry in wanted.items() if stored.get(key) != entry.text]
    last = _take_numbers(tx, len(wanted))
    numbers = dict(zip(wanted, range(last - len(wanted) + 1, last + 1), strict=True))
    removed = _remove(tx, bond, [key for key in changed if key in stored])
    fresh = [key for key, entry in wanted.items() if entry.vector]
    kept = set(stored).difference(changed)
    for kind, refs in batches_by_first(key for key in fresh if key in kept):
        mine = and_(scope.owned(vectors, bond), vectors.c.kind == kind, vectors.c.ref.in_(refs))
        tx.run(delete(vectors).where(mine, vectors.c.embedder == embedder))
    _add_texts(tx, bond, [(wanted[key], numbers[key]) for key in changed], embedder)
    _add_vectors(tx, bond, [(wanted[key], numbers[key]) for key in fresh], embedder)
    for kind, refs in batches_by_first(key for key in fresh if key in kept):
        mine = and_(scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs))
        tx.run(update(entries).where(mine).values(embedder=embedder))
    _revise(tx, bond, last, removed=removed > 0)


def drop_entries(tx: Write, bond: Bond, kind: Kind, refs: Sequence[str]) -> None:
    """Remove entries and vectors of one kind; with turns goes what only surrounds them."""
    kinds = ("turn", "context") if kind == "turn" else (kind,)
    if _remove(tx, bond, [(each, ref) for each in kinds for ref in refs]):
        _revise(tx, bond, _take_numbers(tx, 1), removed=True)


def _texts(tx: Write, bond: Bond, keys: Sequence[Key]) -> dict[Key, str]:
    found: dict[Key, str] = {}
    for kind, refs in batches_by_first(keys):
        query = select(entries.c.kind, entries.c.ref, entries.c.text).where(
            scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs)
        )
        found |= {(row["kind"], row["ref"]): row["text"] for row in tx.rows(query)}
    return found


def _remove(tx: Write, bond: Bond, keys: Sequence[Key]) -> int:
    """Remove entries with their vectors; how many entries went."""
    removed = 0
    for kind, refs in batches_by_first(keys):
        mine = and_(scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs))
        removed += tx.run(delete(entries).where(mine))
        theirs = and_(scope.owned(vectors, bond), vectors.c.kind == kind, vectors.c.ref.in_(refs))
        tx.run(delete(vectors).where(theirs))
    return removed


def _add_texts(tx: Write, bond: Bond, added: Sequence[tuple[Entry, int]], embedder: str) -> None:
    if not added:
        return
    owner = bond_row(bond)
    rows: list[Values] = [
        owner
        | {"kind": entry.kind, "ref": entry.ref, "number": number, "text": entry.text}
        | {"embedder": embedder if entry.vector else "", "session_id": entry.session, "speaker": entry.speaker}
        | {"said_at": int(entry.at.timestamp()) if entry.at else 0, "asks": entry.text.rstrip().endswith(("?", "？"))}
        | {"terms": numbered(lexemes(entry.text)).astype("<u4").tobytes()}
        for entry, number in added
    ]
    tx.run(insert(entries), rows)


def _add_vectors(tx: Write, bond: Bond, added: Sequence[tuple[Entry, int]], embedder: str) -> None:
    if not added:
        return
    owner = bond_row(bond) | {"embedder": embedder}
    rows: list[Values] = [
        owner | {"kind": entry.kind, "ref": entry.ref, "number": number, "vector": entry.vector}
        for entry, number in added
    ]
    tx.run(insert(vectors), rows)


def _take_numbers(tx: Write, count: int) -> int:
    """Take numbers that nothing in this home had before; the last of them."""
    grown = update(counters).where(counters.c.name == _COUNTER).values(value=counters.c.value + count)
    if not tx.run(grown):
        tx.run(insert(counters).values(name=_COUNTER, value=count))
    return int(tx.value(select(counters.c.value).where(counters.c.name == _COUNTER)))


def _revise(tx: Write, bond: Bond, number: int, *, removed: bool) -> None:
    """Tell every process's cache that this bond's index has changed, and whether rows only came or also went."""
    values: dict[str, Any] = {"written": number} | ({"removed": number} if removed else {})
    if not tx.run(update(revisions).where(scope.owned(revisions, bond)).values(values)):
        tx.run(insert(revisions).values(bond_row(bond) | {"written": number, "removed": number}))
