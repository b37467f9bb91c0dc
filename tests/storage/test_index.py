"""Words and vectors find what they should, in English and Chinese, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ports import KINDS, Entry, Hit, Kind, Store, Vector
from pawsona.storage import open_store

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
EVERY: tuple[Kind, ...] = ("memory", "turn", "note", "passage")

TEXTS = {
    "coffee": "I drank two coffees before the interview",
    "sister": "My sister's wedding is in October",
    "猫": "我养了一只猫，叫年糕",
    "咖啡": "早上喝了咖啡，心慌",
    "mixed": "下周去 Berlin 出差",
}


def refs(hits: list[Hit]) -> list[str]:
    return [hit.ref for hit in hits]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Do you remember my coffee?", ["coffee"]),
        ("sister", ["sister"]),
        ("weddings", ["sister"]),
        ("你还记得我的猫吗", ["猫"]),
        ("猫咪", ["猫"]),
        ("咖啡", ["咖啡"]),
        ("BERLIN", ["mixed"]),
        ("出差", ["mixed"]),
        ("who are you", []),
        ("你是谁呀", []),
        ("", []),
        ("？！…", []),
        ("volcano", []),
    ],
)
def test_words_find_their_texts(with_store: WithStore, samples: Samples, question: str, found: list[str]) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, [Entry("turn", ref, text) for ref, text in TEXTS.items()], "e")
        assert refs(await store.index.match(samples.mo, question, EVERY, 5)) == found

    with_store(story)


@pytest.mark.parametrize(
    "question",
    ['"', 'coffee" OR lexemes:"x', "coffee AND NOT *", "lexemes:(coffee", "' OR 1=1 --", "NEAR(coffee, 2)", "^coffee*"],
)
def test_a_question_is_never_an_operator(with_store: WithStore, samples: Samples, question: str) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.li, [Entry("turn", "theirs", "coffee x 1")], "e")
        await store.index.put(samples.mo, [Entry("turn", "mine", "coffee")], "e")
        expected = ["mine"] if "coffee" in question else []
        assert refs(await store.index.match(samples.mo, question, EVERY, 5)) == expected

    with_store(story)


def test_the_rarer_word_ranks_higher(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        common = [Entry("turn", f"t{n}", f"work again, day number {n}") for n in range(20)]
        await store.index.put(samples.mo, [*common, Entry("turn", "rare", "the dentist called")], "e")
        hits = await store.index.match(samples.mo, "work dentist", EVERY, 5)
        assert hits[0].ref == "rare"
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert hits[-1].score > 0

    with_store(story)


def test_kinds_and_limit_hold_for_both_ways(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        given = [Entry(kind, f"{kind}{n}", "tea", samples.vector(1, n)) for kind in EVERY for n in range(3)]
        await store.index.put(samples.mo, given, "e")
        words = await store.index.match(samples.mo, "tea", ["note", "memory"], 9)
        near = await store.index.nearest(samples.mo, samples.vector(1), "e", ["note", "memory"], 9)
        assert {hit.kind for hit in words} == {hit.kind for hit in near} == {"note", "memory"}
        assert len(words) == len(near) == 6
        assert len(await store.index.match(samples.mo, "tea", EVERY, 2)) == 2
        assert refs(await store.index.nearest(samples.mo, samples.vector(1), "e", ["note"], 1)) == ["note0"]
        assert await store.index.nearest(samples.mo, samples.vector(1), "e", [], 3) == []

    with_store(story)


def test_nearest_is_the_cosine_of_one_embedder(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        assert await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9) == []
        given = [Entry("turn", "same", "a", samples.vector(3, 4)), Entry("turn", "across", "b", samples.vector(4, -3))]
        await store.index.put(samples.mo, given, "e")
        await store.index.put(samples.mo, [Entry("turn", "other", "c", samples.vector(3, 4))], "f")
        hits = await store.index.nearest(samples.mo, samples.vector(3, 4), "e", EVERY, 9)
        assert refs(hits) == ["same", "across"]
        assert [hit.score for hit in hits] == pytest.approx([1.0, 0.0], abs=0.005)  # eight bits a number

    with_store(story)


def test_a_replaced_text_is_found_by_its_new_words_only(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, [Entry("note", "n", "red tea", samples.vector(1))], "e")
        await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9)
        await store.index.put(samples.mo, [Entry("note", "n", "green tea")], "e")
        assert refs(await store.index.match(samples.mo, "red", EVERY, 9)) == []
        assert refs(await store.index.match(samples.mo, "green tea", EVERY, 9)) == ["n"]
        assert await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9) == []
        hits = [Hit("note", "n", 1.0), Hit("note", "gone", 1.0)]
        assert await store.index.texts(samples.mo, hits) == ["green tea", None]

    with_store(story)


def test_what_lacks_a_vector_is_work_for_the_background(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(
            samples.mo, [Entry("note", "bare", "tea"), Entry("note", "old", "x", samples.vector(1))], "e"
        )
        assert await store.index.unembedded("e", 9) == [(samples.mo, Entry("note", "bare", "tea"))]
        await store.index.put(samples.mo, [Entry("note", "bare", "tea", samples.vector(1))], "e")
        assert await store.index.unembedded("e", 9) == []
        assert len(await store.index.unembedded("f", 9)) == 2
        assert len(await store.index.unembedded("f", 1)) == 1
        assert refs(await store.index.match(samples.mo, "tea", EVERY, 9)) == ["bare"]

    with_store(story)


def test_the_cache_follows_additions_removals_and_replacements(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        async def near() -> list[str]:
            return refs(await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 99))

        for n in range(5):
            await store.index.put(samples.mo, [Entry("turn", f"t{n}", "x", samples.vector(9, n))], "e")
            assert await near() == [f"t{m}" for m in range(n + 1)]
        await store.index.drop(samples.mo, "turn", ["t0", "t3"])
        assert await near() == ["t1", "t2", "t4"]
        await store.index.put(samples.mo, [Entry("turn", "t1", "x", samples.vector(0, 1))], "e")
        assert await near() == ["t2", "t4", "t1"]

    with_store(story)


def test_the_cache_sees_what_another_program_wrote(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address)
        for n in range(3):
            await other.index.put(samples.mo, [Entry("turn", f"t{n}", "x", samples.vector(9, n))], "e")
            assert len(await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9)) == n + 1
        await other.index.drop(samples.mo, "turn", ["t1"])
        assert refs(await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9)) == ["t0", "t2"]
        await other.close()

    with_store(story)


def test_two_tasks_that_fill_the_cache_together_add_no_row_twice(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        async def near() -> list[str]:
            return refs(await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 99))

        for n in range(3):
            await store.index.put(samples.mo, [Entry("turn", f"t{n}", "x", samples.vector(9, n))], "e")
            expected = [f"t{m}" for m in range(n + 1)]
            assert list(await asyncio.gather(near(), near(), near())) == [expected] * 3

    with_store(story)


def test_what_was_rolled_back_is_not_in_the_cache(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, [Entry("turn", "kept", "x", samples.vector(1))], "e")
        with pytest.raises(RuntimeError):
            async with store.transaction():
                await store.index.put(samples.mo, [Entry("turn", "undone", "x", samples.vector(1))], "e")
                assert len(await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9)) == 2
                raise RuntimeError
        await store.index.put(samples.mo, [Entry("turn", "later", "x", samples.vector(1))], "e")
        assert refs(await store.index.nearest(samples.mo, samples.vector(1), "e", EVERY, 9)) == ["kept", "later"]
        assert refs(await store.index.match(samples.mo, "x", EVERY, 9)) == ["kept", "later"]

    with_store(story)


def test_a_small_cache_answers_the_same(address: str, with_store: WithStore, samples: Samples) -> None:
    async def settle(store: Store) -> None:
        for bond in (samples.mo, samples.bo):
            await store.index.put(bond, [Entry("turn", bond.pet, "x", samples.vector(1))], "e")

    async def look() -> None:
        store = await open_store(address, cache_bytes=16)
        for bond in (samples.mo, samples.bo, samples.mo):
            assert refs(await store.index.nearest(bond, samples.vector(1), "e", EVERY, 9)) == [bond.pet]
        await store.close()

    with_store(settle)
    asyncio.run(look())


def test_a_vector_that_could_not_be_made_is_asked_for_again_and_near_to_nothing(
    with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        absent = Vector(b"")
        await store.index.put(samples.mo, [Entry("turn", "t", "the dentist called", absent)], "e")
        assert await store.index.nearest(samples.mo, absent, "e", EVERY, 5) == []
        assert [entry.ref for _, entry in await store.index.unembedded("e", 5)] == ["t"]
        assert refs(await store.index.match(samples.mo, "dentist", EVERY, 5)) == ["t"]

    with_store(story)


def test_entries_are_looked_up_alike_whether_few_are_wanted_or_many(with_store: WithStore, samples: Samples) -> None:
    """Of one ref there may be a turn and a note; what is looked for among all at first is in a dictionary later."""

    async def story(store: Store) -> None:
        await store.index.put(samples.mo, [Entry(kind, f"r{n}", "tea") for n in range(4) for kind in EVERY], "e")
        sheet = await store.index.sheet(samples.mo, "e", 4)
        keys = [(kind, ref) for kind in (*EVERY, "context") for ref in (*sorted(set(sheet.refs)), "gone")]
        first = [(key, sheet.row(*key)) for key in keys]
        assert [(key, sheet.row(*key)) for key in keys] == first
        there = {key: row for key, row in first if row is not None}
        assert {row: (KINDS[sheet.kinds[row]], sheet.refs[row]) for row in there.values()} == dict(
            zip(there.values(), there, strict=True)
        )
        assert len(there) == len(sheet) == 4 * len(EVERY)
        await store.index.put(samples.mo, [Entry("turn", "late", "tea")], "e")
        later = await store.index.sheet(samples.mo, "e", 4)
        assert (sheet.row("turn", "late"), later.row("turn", "late")) == (None, len(sheet))

    with_store(story)
