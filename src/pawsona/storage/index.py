"""The texts that recall searches: words and vectors of a bond, all of them looked at for every question."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, TypeVar

import numpy as np
from sqlalchemy import Connection, Select, bindparam, func, select

from pawsona.domain.ids import Bond
from pawsona.domain.ports import KINDS, Entry, Hit, Kind, Vector
from pawsona.domain.sheet import ONE_BY_ONE, Floats, Sheet, Terms
from pawsona.memory.bm25 import relevance
from pawsona.memory.cosine import cosines
from pawsona.memory.lexemes import numbered, sought
from pawsona.storage import scope, shelf
from pawsona.storage.batches import batches_by_first
from pawsona.storage.columns import EMBEDDED
from pawsona.storage.connection import Database, Row, Values, Write
from pawsona.storage.entries import TEXTS, drop_entries, pack_vectors, put_entries
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_of
from pawsona.storage.rows.vector import lengths
from pawsona.storage.schema import entries, revisions, vectors
from pawsona.storage.sheets import Growing, Place, Sheets

T = TypeVar("T")
Told = tuple[Row, Growing | None]
"""A bond's revision, and a sheet as of that one or an earlier one, if there is any."""
_COLUMNS = ("kind", "ref", "said_at", "session_id", "speaker", "asks", "terms")
FEW = 8
"""Entries that are read or written without a hop to a thread."""
SMALL = 2000
"""Entries of a sheet that is brought up to date and looked through without a hop."""
_STRIPES = 64
"""Locks, each for some of the bonds: one that is read from the database must not keep the others waiting."""
_REVISION = Prepared(lambda: select(revisions.c.written, revisions.c.removed).where(scope.theirs(revisions)))
# What a sheet lacks, but nothing newer than the revision: a write may have come in between.
_NEWER_TEXTS = Prepared(
    lambda: (
        select(*(entries.c[name] for name in _COLUMNS))
        .where(scope.theirs(entries), entries.c.number > bindparam("since"), entries.c.number <= bindparam("until"))
        .order_by(entries.c.number)
    )
)
_NEWER_VECTORS = Prepared(
    lambda: select(vectors.c.kind, vectors.c.ref, vectors.c.vector).where(
        scope.theirs(vectors),
        vectors.c.embedder == bindparam("by"),
        vectors.c.number > bindparam("since"),
        vectors.c.number <= bindparam("until"),
        func.length(vectors.c.vector).in_([bindparam("bytes"), bindparam("old_bytes")]),
    )
)


class SqlIndex:
    """The port `Index`."""

    def __init__(self, database: Database, cache_bytes: int) -> None:
        self._database = database
        self._sheets = Sheets(cache_bytes)
        self._one_at_a_time = [threading.Lock() for _ in range(_STRIPES)]  # two readers would add the same rows twice

    async def put(self, bond: Bond, given: Sequence[Entry], embedder: str) -> None:
        long = len(given) > FEW
        await self._database.write("index.put", lambda tx: put_entries(tx, bond, given, embedder), long=long)

    async def drop(self, bond: Bond, kind: Kind, refs: Sequence[str]) -> None:
        if refs:
            long = len(refs) > FEW or (self._database.at_once and await self._database.read(_large(bond), long=False))
            await self._database.write("index.drop", lambda tx: drop_entries(tx, bond, kind, refs), long=long)

    async def sheet(self, bond: Bond, embedder: str, width: int) -> Sheet:
        place = Place(bond, embedder, width)
        if self._database.at_once or self._database.in_transaction:
            return await self._with(place, lambda sheet: sheet)
        # What a server can say without a thread of ours comes first: mostly that is all.
        told = await self._told(place)
        whole = None if told is None else self._whole(place, *told)
        return await self._with(place, lambda sheet: sheet, told) if whole is None else whole

    async def _told(self, place: Place) -> Told | None:
        """The bond's revision and the sheet of the cache, or the one that lies there unless it is large."""
        if (kept := self._sheets.get(place)) is not None:
            revision = _only(await self._database.find(_REVISION, place.bond))
            return None if revision is None else (revision, kept)
        asked = {"by": place.embedder, "width": place.width, "most": SMALL * place.width}
        return shelf.lying(await self._database.find(shelf.IN_PIECES, place.bond, **asked), place.width)

    def _whole(self, place: Place, revision: Row, sheet: Growing | None) -> Sheet | None:
        """A sheet if it holds all that there is, and nobody is extending it."""
        lock = self._lock(place.bond)
        if sheet is None or not lock.acquire(blocking=False):
            return None
        try:
            kept = self._sheets.get(place)
            if sheet.revision != revision["written"] or kept not in (None, sheet):
                return None
            if kept is None:
                self._sheets.keep(place, sheet)
            return sheet.sheet()
        finally:
            lock.release()

    async def nearest(self, bond: Bond, vector: Vector, embedder: str, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        if not vector:
            return []
        place = Place(bond, embedder, len(vector) // 4)
        return await self._with(place, lambda sheet: _nearest(sheet, vector, kinds, limit))

    async def beside(
        self, bond: Bond, texts: Sequence[tuple[str, Vector]], embedder: str, kinds: Sequence[Kind], limit: int
    ) -> list[tuple[list[Hit], list[Hit]]]:
        if not texts:
            return []
        asked = [(numbered(sought(text)), vector) for text, vector in texts]

        def work(sheet: Sheet) -> list[tuple[list[Hit], list[Hit]]]:
            return [
                (_nearest(sheet, vector, kinds, limit), _matching(sheet, terms, kinds, limit))
                for terms, vector in asked
            ]

        return await self._with(Place(bond, embedder, max(len(vector) for _, vector in texts) // 4), work)

    async def match(self, bond: Bond, text: str, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        return (await self.matches(bond, [text], kinds, limit))[0]

    async def matches(self, bond: Bond, texts: Sequence[str], kinds: Sequence[Kind], limit: int) -> list[list[Hit]]:
        asked = [numbered(sought(text)) for text in texts]

        def work(sheet: Sheet) -> list[list[Hit]]:
            return [_matching(sheet, terms, kinds, limit) for terms in asked]

        if not any(len(terms) for terms in asked):
            return [[] for _ in texts]
        return await self._with(self._sheets.latest(bond), work)

    async def _with(self, place: Place, work: Callable[[Sheet], T], told: Told | None = None) -> T:
        keep = not self._database.in_transaction  # what may yet be rolled back must not stay in the cache

        def read(connection: Connection) -> T:
            with self._lock(place.bond):
                sheet = self._present(connection, place, keep, told).sheet()
            return work(sheet)

        kept = self._sheets.get(place)
        if self._lock(place.bond).locked():  # a thread is reading a sheet
            return await self._database.read(read)
        if kept is None:
            return await self._database.look(read, place.bond, SqlIndex, large=_large(place.bond))
        return await self._database.read(read, long=len(kept.refs) > SMALL)

    def _lock(self, bond: Bond) -> threading.Lock:
        return self._one_at_a_time[hash(bond) % _STRIPES]

    def _present(self, connection: Connection, place: Place, keep: bool, told: Told | None = None) -> Growing:
        """The bond's sheet as of its present revision, from the cache as far as that holds, or of what it was told."""
        kept = self._sheets.get(place)
        found = told if kept is None else self._still(connection, place.bond, kept, keep)
        if found is None:
            found = shelf.taken(connection, place)
        if found is None:
            return Growing(place.width)
        revision, sheet = found
        if sheet is None or sheet.revision < revision["removed"]:
            sheet = Growing(place.width)
        if sheet.revision < revision["written"]:
            self._extend(connection, place, sheet, revision["written"])
        elif sheet is kept:
            return sheet
        if keep:
            self._sheets.keep(place, sheet)
        return sheet

    def _still(self, connection: Connection, bond: Bond, sheet: Growing, keep: bool) -> tuple[Row, Growing] | None:
        """A sheet from the cache with the present revision, unless something went from it."""
        revision = _only(_REVISION.find(connection, bond, {}))
        if revision is None:
            return None
        same, newer = sheet.revision == revision["written"], sheet.revision < revision["written"]
        return (revision, sheet) if same or (keep and newer and revision["removed"] <= sheet.revision) else None

    def _extend(self, connection: Connection, place: Place, sheet: Growing, written: int) -> None:
        """Add what is newer."""
        news = {"since": sheet.revision, "until": written}
        texts = _NEWER_TEXTS.columns(connection, place.bond, news)
        bytes_, old_bytes = lengths(place.width)
        vector = {"by": place.embedder, "bytes": bytes_, "old_bytes": old_bytes}
        sheet.extend(texts, _NEWER_VECTORS.columns(connection, place.bond, news | vector), written)

    async def scattered(self, bond: Bond, embedder: str, least: int = ONE_BY_ONE) -> bool:
        def read(connection: Connection) -> bool:
            revision = _only(_REVISION.find(connection, bond, {}))
            return revision is not None and shelf.scattered(connection, bond, embedder, least, revision["removed"])

        return await self._database.look(read, bond, shelf.scattered, large=_large(bond))

    async def lay_by(self, bond: Bond, embedder: str) -> bool:
        def read(connection: Connection) -> tuple[Place, Values] | None:
            width = shelf.width(connection, bond, embedder)
            if width is None:
                return None
            place = Place(bond, embedder, width)
            with self._lock(bond):  # not kept: a night's many sheets would push out those of people who are talking
                return place, shelf.row_of(self._present(connection, place, keep=False))

        made = await self._database.read(read, of=bond)

        def write(tx: Write) -> bool:
            revision = _only(tx.find(_REVISION, bond))
            if made is None:
                shelf.drop(tx, bond)
            # Else something went while it was read.
            elif revision is not None and revision["removed"] <= made[1]["revision"]:
                shelf.lay_by(tx, *made)
                pack_vectors(tx, bond, embedder, made[0].width)
                return True
            return False

        return await self._database.write("index.lay_by", write, of=bond)

    def clear(self) -> None:
        """Keep nothing in memory; it is read again when it is wanted."""
        with ExitStack() as locked:
            for lock in self._one_at_a_time:
                locked.enter_context(lock)
            self._sheets.clear()

    async def texts(self, bond: Bond, hits: Sequence[Hit]) -> list[str | None]:
        found: dict[tuple[str, str], str] = {}
        for kind, refs in batches_by_first((hit.kind, hit.ref) for hit in hits):
            rows = await self._database.find(TEXTS, bond, of_kind=kind, refs=refs)
            found |= {(row["kind"], row["ref"]): row["text"] for row in rows}
        return [found.get((hit.kind, hit.ref)) for hit in hits]

    async def unembedded(self, embedder: str, limit: int) -> list[tuple[Bond, Entry]]:
        found: list[Row] = []
        for wanted in lacking(embedder):
            found += await self._database.rows(wanted.limit(limit - len(found)))
        return [(bond_of(row), Entry(row["kind"], row["ref"], row["text"])) for row in found]


def _large(bond: Bond) -> Callable[[Connection], bool]:
    """Whether a bond's sheet is more than the event loop should wait for: SQLite reads or frees all of it."""
    return lambda connection: shelf.many(connection, bond, SMALL)


def _only(found: Sequence[Row]) -> Row | None:
    """A bond's revision; it has one, or none yet."""
    if not found:
        return None
    [revision] = found
    return revision


def lacking(embedder: str) -> list[Select[Any]]:
    """Anybody's entries without a vector of an embedder: two ranges, because an index answers no "not equal"."""
    others = (entries.c.embedder < embedder, entries.c.embedder > embedder)
    return [select(entries).where(other, EMBEDDED) for other in others]


def _nearest(sheet: Sheet, vector: Vector, kinds: Sequence[Kind], limit: int) -> list[Hit]:
    sought_for = np.frombuffer(vector, dtype="<f4")
    if not len(sought_for) or not len(sheet):
        return []
    scores = np.full(len(sheet), -np.inf, np.float32)
    scores[sheet.embedded] = cosines(sheet, sought_for)
    return _best(sheet, scores, kinds, limit)


def _matching(sheet: Sheet, terms: Terms, kinds: Sequence[Kind], limit: int) -> list[Hit]:
    if not len(terms) or not len(sheet):
        return []
    scores = relevance(sheet, terms)
    scores[scores <= 0] = -np.inf
    return _best(sheet, scores, kinds, limit)


def _best(sheet: Sheet, scores: Floats, kinds: Sequence[Kind], limit: int) -> list[Hit]:
    """The rows of these kinds with the highest scores, best first."""
    among = np.zeros(len(KINDS), np.bool_)
    among[[KINDS.index(kind) for kind in kinds]] = True
    wanted = among[sheet.kinds]
    rows = np.flatnonzero(wanted & (scores > -np.inf))
    if len(rows) > limit:
        rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
    ordered = rows[np.argsort(-scores[rows], kind="stable")]
    return [Hit(KINDS[sheet.kinds[row]], sheet.refs[row], float(scores[row])) for row in ordered]
