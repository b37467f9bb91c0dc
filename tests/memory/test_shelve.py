"""What a night lays by for recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ports import Entry, Vector
from pawsona.domain.sheet import ONE_BY_ONE
from pawsona.embed import Hashing
from pawsona.errors import StoreBusyError
from pawsona.memory.shelve import Shelver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.memory.conftest import Life, Stage


async def talk(life: Life, first: int, count: int) -> None:
    texts = [f"fox number {n}" for n in range(first, first + count)]
    [vector] = await life.embedder.embed(["fox"])
    await life.store.index.put(life.bond, [Entry("turn", text, text, vector) for text in texts], life.embedder.name)


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


class Unasked(Hashing):
    """An embedder whose server must not be woken, or whose model can't be opened."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        raise AssertionError("nobody needs a vector")


def test_no_embedder_is_asked(stage: Stage) -> None:
    async def story(life: Life) -> None:
        await talk(life, 0, ONE_BY_ONE + 1)
        assert await Shelver(life.store, Unasked()).lay_by(life.bond)

    stage.play(story)


def test_without_vectors_nothing_is_laid_by(stage: Stage) -> None:
    async def story(life: Life) -> None:
        texts = [f"fox number {n}" for n in range(ONE_BY_ONE + 1)]
        await life.store.index.put(life.bond, [Entry("turn", text, text) for text in texts], life.embedder.name)
        assert not await Shelver(life.store, life.embedder).lay_by(life.bond)

    stage.play(story)


def test_a_busy_store_is_left_for_another_night(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(life: Life) -> None:
        async def busy(*_: object) -> bool:
            raise StoreBusyError("the database is busy")

        await talk(life, 0, ONE_BY_ONE + 1)
        with monkeypatch.context() as patch:
            patch.setattr(life.store.index, "lay_by", busy)
            assert not await Shelver(life.store, life.embedder).lay_by(life.bond)
        assert [record.getMessage() for record in caplog.records if record.name == "pawsona.memory.shelve"] == [
            f"the sheet of pet {life.bond.pet} was not laid by: StoreBusyError"
        ]
        assert await Shelver(life.store, life.embedder).lay_by(life.bond)

    stage.play(story)
