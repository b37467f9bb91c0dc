"""What a night lays by for recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawsona.domain.ports import Entry, Vector
from pawsona.domain.sheet import ONE_BY_ONE
from pawsona.embed import Hashing
from pawsona.memory.shelve import Shelver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.memory.conftest import Life, Stage


async def talk(life: Life, first: int, count: int) -> None:
    texts = [f"fox number {n}" for n in range(first, first + count)]
    await life.store.index.put(life.bond, [Entry("context", text, text) for text in texts], life.embedder.name)


def test_what_many_entries_hold_is_laid_by_and_few_new_ones_wait(stage: Stage) -> None:
    async def story(life: Life) -> None:
        shelver = Shelver(life.store, life.embedder)
        await talk(life, 0, ONE_BY_ONE)
        assert not await shelver.lay_by(life.bond)
        await talk(life, ONE_BY_ONE, 1)
        assert [await shelver.lay_by(life.bond), await shelver.lay_by(life.bond)] == [True, False]
        await talk(life, ONE_BY_ONE + 1, ONE_BY_ONE)
        assert not await shelver.lay_by(life.bond)
        await talk(life, 2 * ONE_BY_ONE + 1, 1)
        assert await shelver.lay_by(life.bond)

    stage.play(story)


class Silent(Hashing):
    """An embedder whose server is away."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [Vector(b"")] * len(texts)


def test_without_an_embedder_nothing_is_laid_by(stage: Stage) -> None:
    async def story(life: Life) -> None:
        await talk(life, 0, ONE_BY_ONE + 1)
        assert not await Shelver(life.store, Silent()).lay_by(life.bond)
        assert await Shelver(life.store, life.embedder).lay_by(life.bond)

    stage.play(story)
