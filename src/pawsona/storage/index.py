"""The texts that recall searches: words in FTS5, vectors compared one by one within the bond."""

import threading
from collections.abc import Sequence

from sqlalchemy import Connection, Select, and_, func, select

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Entry, Hit, Kind, Vector
from pawsona.storage import scope, sqlite
from pawsona.storage.batches import batches_by_first
from pawsona.storage.connection import Database, Row
from pawsona.storage.entries import drop_entries, put_entries
from pawsona.storage.lexemes import expression
from pawsona.storage.matrices import Matrices, Matrix, Place
from pawsona.storage.rows.people import bond_of
from pawsona.storage.schema import entries, revisions, vectors

_ALL_KINDS = frozenset({"memory", "turn", "note", "passage"})


class SqlIndex:
    """The port `Index`."""

    def __init__(self, database: Database, cache_bytes: int) -> None:
        self._database = database
        self._matrices = Matrices(cache_bytes)
        self._one_at_a_time = threading.Lock()  # readers in several threads would add the same rows twice

    async def put(self, bond: Bond, given: Sequence[Entry], embedder: str) -> None:
        await self._database.write("index.put", lambda tx: put_entries(tx, bond, given, embedder))

    async def drop(self, bond: Bond, kind: Kind, refs: Sequence[str]) -> None:
        await self._database.write("index.drop", lambda tx: drop_entries(tx, bond, kind, refs))

    async def nearest(self, bond: Bond, vector: Vector, embedder: str, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        if not vector:
            return []
        place = Place(bond, embedder, len(vector))
        keep = not self._database.in_transaction  # what may yet be rolled back must not stay in the cache

        def work(connection: Connection) -> list[Hit]:
            with self._one_at_a_time:
                return self._matrix(connection, place, keep).nearest(vector, kinds, limit)

        return await self._database.read(work)

    def _matrix(self, connection: Connection, place: Place, keep: bool) -> Matrix:
        """The bond's matrix as of its present revision, from the cache as far as that holds."""
        query = select(revisions.c.written, revisions.c.removed).where(scope.owned(revisions, place.bond))
        revision = connection.execute(query).first()
        if revision is None:
            return Matrix(place.size // 4)
        matrix = self._matrices.get(place)
        if matrix is not None and matrix.revision == revision.written:
            return matrix
        if matrix is None or not keep or not revision.removed <= matrix.revision <= revision.written:
            matrix = Matrix(place.size // 4)
        rows = connection.execute(_newer(place, matrix.revision, revision.written)).mappings().all()
        matrix.extend(rows, revision.written)
        if keep:
            self._matrices.keep(place, matrix)
        return matrix

    def clear(self) -> None:
        """Keep no vectors in memory; they are read again when they are wanted."""
        with self._one_at_a_time:
            self._matrices.clear()

    async def match(self, bond: Bond, text: str, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        query = expression(text, scope.token(bond))
        if query is None:
            return []
        some = None if _ALL_KINDS.issubset(kinds) else kinds
        rows = await self._database.read(lambda connection: sqlite.match_words(connection, query, some, limit))
        return [Hit(row["kind"], row["ref"], row["score"]) for row in rows]

    async def texts(self, bond: Bond, hits: Sequence[Hit]) -> list[str | None]:
        found: dict[tuple[str, str], str] = {}
        for kind, refs in batches_by_first((hit.kind, hit.ref) for hit in hits):
            query = select(entries.c.kind, entries.c.ref, entries.c.text).where(
                scope.owned(entries, bond), entries.c.kind == kind, entries.c.ref.in_(refs)
            )
            found |= {(row["kind"], row["ref"]): row["text"] for row in await self._database.rows(query)}
        return [found.get((hit.kind, hit.ref)) for hit in hits]

    async def unembedded(self, embedder: str, limit: int) -> list[tuple[Bond, Entry]]:
        """Two ranges instead of "not equal", because an index can answer each of them."""
        found: list[Row] = []
        for missing in (entries.c.embedder < embedder, entries.c.embedder > embedder):
            found += await self._database.rows(select(entries).where(missing).limit(limit - len(found)))
        return [(bond_of(row), Entry(row["kind"], row["ref"], row["text"])) for row in found]


def _newer(place: Place, since: int, revision: int) -> Select[tuple[str, str, bytes]]:
    """The rows that a matrix lacks, but none newer than the revision: a write may have come in between."""
    mine = and_(scope.owned(vectors, place.bond), vectors.c.embedder == place.embedder)
    return select(vectors.c.kind, vectors.c.ref, vectors.c.vector).where(
        mine,
        vectors.c.number > since,
        vectors.c.number <= revision,
        func.length(vectors.c.vector) == place.size,
    )
