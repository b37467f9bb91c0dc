"""Vectors are kept in eight bits a number: hardly off, and those of before, in 32, count beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from sqlalchemy import delete, select
from tests.storage.former import write_as_before

from pawsona.domain.ports import Entry, Vector
from pawsona.domain.sheet import Floats
from pawsona.memory.cosine import norms
from pawsona.storage import open_store, scope
from pawsona.storage.connection import Write
from pawsona.storage.rows.vector import kept, lengths, octets
from pawsona.storage.schema import entries, vectors
from pawsona.storage.store import SqlStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.storage.conftest import Samples, Story

    from pawsona.domain.ids import Bond
    from pawsona.domain.ports import Store

    WithStore = Callable[[Story], None]
WIDTH = 384


def drawn(count: int) -> Floats:
    """Directions at random."""
    numbers: Floats = np.random.default_rng(7).standard_normal((count, WIDTH), np.float32)
    numbers /= np.linalg.norm(numbers, axis=1, keepdims=True)
    return numbers


def test_a_cosine_of_what_is_kept_is_hardly_off() -> None:
    given = drawn(300)
    found = octets([kept(Vector(one.tobytes())) for one in given], WIDTH)
    near = (found.astype(np.float32) @ given.T) / norms(found)[:, None]
    assert np.abs(near - given @ given.T).max() < 0.004
    assert np.std(near - given @ given.T) < 0.0008


def test_a_quarter_is_kept_and_no_length_means_both() -> None:
    vector = Vector(drawn(1)[0].tobytes())
    assert len(kept(vector)) == lengths(WIDTH)[0] == len(vector) // 4 + 1
    assert all(lengths(width)[0] % 4 for width in range(4, 4097, 4))


def test_a_vector_of_nothing_is_near_to_nothing() -> None:
    nothing = octets([kept(Vector(bytes(4 * WIDTH)))], WIDTH)
    assert norms(nothing).tolist() == [1.0]
    assert not nothing.any()


def test_rows_of_before_are_found_beside_new_ones(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        given = [Entry("turn", f"t{n}", "x", samples.vector(9, n)) for n in range(4)]
        await store.index.put(samples.mo, given, "e")

        for n in (1, 3):
            await write_as_before(store, samples.mo, f"t{n}", samples.vector(9, n))
        again = await open_store(address)
        hits = await again.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9)
        await again.close()
        assert [hit.ref for hit in hits] == ["t0", "t1", "t2", "t3"]
        for n, hit in enumerate(hits):
            assert abs(hit.score - 9 / np.hypot(9, n)) < 0.004

    with_store(story)


def test_who_lays_by_keeps_in_eight_bits_what_had_more(address: str, with_store: WithStore, samples: Samples) -> None:
    """The other embedder's are left: of them nothing is laid by."""

    async def story(store: Store) -> None:
        for by in ("e", "f"):
            await store.index.put(samples.mo, [Entry("turn", f"t{n}", "x", samples.vector(9, n)) for n in range(4)], by)
            for n in (1, 3):
                await write_as_before(store, samples.mo, f"t{n}", samples.vector(9, n), by)
        before = await cast(SqlStore, store)._database.rows(select(vectors).order_by(vectors.c.number))
        assert await store.index.lay_by(samples.mo, "e")
        after = await cast(SqlStore, store)._database.rows(select(vectors).order_by(vectors.c.number))
        wide = [row["vector"] for row in before if row["embedder"] == "e" and len(row["vector"]) == 16]
        assert len(wide) == 2
        for was, row in zip(before, after, strict=True):
            mended = kept(Vector(was["vector"])) if was["vector"] in wide and was["embedder"] == "e" else was["vector"]
            assert dict(row) == {**was, "vector": mended}
        by_rows = await open_store(address)
        await store.index.drop(samples.mo, "turn", ["t0"])
        hits = await by_rows.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9)
        assert [hit.ref for hit in hits] == ["t1", "t2", "t3"]
        await by_rows.close()

    with_store(story)


def test_a_vector_that_is_made_anew_takes_the_place_of_the_first(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        async def near() -> list[str]:
            hits = await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9)
            return [hit.ref for hit in hits]

        await store.index.put(
            samples.mo, [Entry("turn", name, name, samples.vector(9, n)) for n, name in enumerate("abc")], "e"
        )
        assert await near() == ["a", "b", "c"]
        await store.index.put(samples.mo, [Entry("turn", "a", "a", samples.vector(0, 1))], "e")
        assert await near() == ["b", "c", "a"]

    with_store(story)


def test_a_sheet_that_was_read_is_not_read_again(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, [Entry("turn", "t", "x", samples.vector(1))], "e")
        again = await open_store(address)
        await again.index.sheet(samples.mo, "e", 4)
        await lose_quietly(store, samples.mo)
        for _ in range(2):
            assert list((await again.index.sheet(samples.mo, "e", 4)).refs) == ["t"]
        assert list((await store.index.sheet(samples.mo, "e", 4)).refs) == []
        await again.close()

    with_store(story)


async def lose_quietly(store: Store, bond: Bond) -> None:
    """Remove the rows, and let no cache know."""

    def lose(tx: Write) -> None:
        for table in (vectors, entries):
            tx.run(delete(table).where(scope.owned(table, bond)))

    await cast(SqlStore, store)._database.write("lost", lose)
