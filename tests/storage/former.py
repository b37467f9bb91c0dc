"""What an earlier version wrote: vectors of 32 bits a number."""

from typing import cast

from sqlalchemy import update
from tests.storage.once import A, B

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Store, Vector
from pawsona.storage import scope
from pawsona.storage.schema import vectors
from pawsona.storage.store import SqlStore


async def write_as_before(store: Store, bond: Bond, ref: str, vector: Vector, by: str = "e") -> None:
    """In 32 bits, past the store."""
    mine = scope.owned(vectors, bond), vectors.c.ref == ref, vectors.c.kind.in_(("turn", "passage"))
    statement = update(vectors).where(*mine, vectors.c.embedder == by).values(vector=vector)
    await cast(SqlStore, store)._database.write("before", lambda tx: tx.run(statement))


async def begin(store: Store, bond: Bond, vector: Vector) -> None:
    assert await store.index.lay_by(bond, "e")
    await write_as_before(store, bond, f"{B}:0", vector)


async def change(store: Store, bond: Bond) -> None:
    """What is laid by is of one's own, and then the rows are read again."""
    assert await store.index.lay_by(bond, "e")
    await store.index.drop(bond, "turn", [f"{A}:0"])
