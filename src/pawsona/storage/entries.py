"""Writing the index: entries, words, vectors and the bond's revision, always in the caller's transaction."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, delete, insert, select, update

from pawsona.domain.ids import Bond, PersonId
from pawsona.domain.ports import Entry, Kind
from pawsona.storage import scope
from pawsona.storage.batches import batches_by_first
from pawsona.storage.connection import Values, Write
from pawsona.storage.lexemes import indexed
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import counters, entries, revisions, vectors
from pawsona.storage.sqlite import WORDS, drop_words

Key = tuple[str, str]
"""Kind and ref."""

_COUNTER = "index"


def put_entries(tx: Write, bond: Bond, given: Sequence[Entry], embedder: str) -> None:
    """Add or replace entries. A new text loses the vectors of the old one; the same text keeps its words."""
    wanted: dict[Key, Entry] = {(entry.kind, entry.ref): entry for entry in given}
    if not wanted:
        return
    stored = _texts(tx, bond, list(wanted))
    changed = [key for key, entry in wanted.items() if stored.get(key) != entry.text]
    last = _take_numbers(tx, len(wanted))
    numbers = dict(zip(wanted, range(last - len(wanted) + 1, last + 1), strict=True))
    _, removed = _remove(tx, bond, [key for key in changed if key in stored])
    fresh = [key for key, entry in wanted.items() if entry.vector]
    kept = set(stored).difference(changed)
    for kind, refs in batches_by_first(key for key in fresh if key in kept):
        mine = and_(scope.owned(vectors, bond), vectors.c.kind == kind, vectors.c.ref.in_(refs))
        removed += tx.run(delete(vectors).where(mine, vectors.c.embedder == embedder))
    _add_texts(tx, bond, [(wanted[key], numbers[key]) for key in changed], embedder)
    _add_vectors(tx, bond, [(wanted[key], numbers[key]) for key in fresh], embedder)
    for kind, refs in batches_by_first(key for key in fresh if key in kept):
        mine = and_(scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs))
        tx.run(update(entries).where(mine).values(embedder=embedder))
    _revise(tx, bond, last, removed=removed > 0)


def drop_entries(tx: Write, bond: Bond, kind: Kind, refs: Sequence[str]) -> None:
    """Remove entries, words and vectors of one kind."""
    texts, removed = _remove(tx, bond, [(kind, ref) for ref in refs])
    if texts:
        _revise(tx, bond, _take_numbers(tx, 1), removed=removed > 0)


def erase_words(tx: Write, person: PersonId) -> None:
    """Remove the words of all of a person's entries; the rows themselves go with the person's other rows."""
    tx.run(drop_words(select(entries.c.number).where(scope.of_person(entries, person))))


def _texts(tx: Write, bond: Bond, keys: Sequence[Key]) -> dict[Key, str]:
    found: dict[Key, str] = {}
    for kind, refs in batches_by_first(keys):
        query = select(entries.c.kind, entries.c.ref, entries.c.text).where(
            scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs)
        )
        found |= {(row["kind"], row["ref"]): row["text"] for row in tx.rows(query)}
    return found


def _remove(tx: Write, bond: Bond, keys: Sequence[Key]) -> tuple[int, int]:
    """Remove entries with words and vectors; how many entries and how many vectors went."""
    texts = removed = 0
    for kind, refs in batches_by_first(keys):
        mine = and_(scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs))
        tx.run(drop_words(select(entries.c.number).where(mine)))
        texts += tx.run(delete(entries).where(mine))
        theirs = and_(scope.owned(vectors, bond), vectors.c.kind == kind, vectors.c.ref.in_(refs))
        removed += tx.run(delete(vectors).where(theirs))
    return texts, removed


def _add_texts(tx: Write, bond: Bond, added: Sequence[tuple[Entry, int]], embedder: str) -> None:
    if not added:
        return
    owner, token = bond_row(bond), scope.token(bond)
    rows: list[Values] = [
        owner
        | {"kind": entry.kind, "ref": entry.ref, "number": number, "text": entry.text}
        | {"embedder": embedder if entry.vector else ""}
        for entry, number in added
    ]
    words: list[Values] = [
        {"rowid": number, "kind": entry.kind, "ref": entry.ref, "lexemes": indexed(entry.text, token)}
        for entry, number in added
    ]
    tx.run(insert(entries), rows)
    tx.run(insert(WORDS), words)


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
