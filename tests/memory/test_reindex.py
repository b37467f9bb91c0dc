"""New vectors when the embedder changed, without bringing back what was deleted meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pawsona.domain.ports import Vector
from pawsona.embed import Hashing
from pawsona.memory.edit import Editor
from pawsona.memory.recall import Recall
from pawsona.memory.reindex import Reindexer

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage

WIDER = Hashing(640)


async def near(life: Life, embedder: Hashing, text: str) -> list[str]:
    [vector] = await embedder.embed([text])
    hits = await life.store.index.nearest(life.bond, vector, embedder.name, ("memory", "turn"), 20)
    return [hit.ref for hit in hits]


def test_a_change_of_embedder_is_worked_off_in_batches(stage: Stage) -> None:
    async def story(life: Life) -> None:
        turns = [await life.say(f"I met fox number {n}.") for n in range(5)]
        memory = await life.know("They meet foxes.")
        assert await near(life, WIDER, "fox") == []
        reindexer = Reindexer(life.store, WIDER)
        assert [await reindexer.step(4), await reindexer.step(4), await reindexer.step(4)] == [4, 2, 0]
        assert set(await near(life, WIDER, "fox")) == {*(turn.id for turn in turns), memory.id}
        found = await Recall(life.store, WIDER).find(life.bond, life.person, "the foxes you meet", life.clock.now())
        assert found[0].memory == memory

    stage.play(story)


def test_nothing_to_do_is_zero(stage: Stage) -> None:
    async def story(life: Life) -> None:
        await life.say("I met a fox.")
        assert await Reindexer(life.store, life.embedder).run() == 0
        assert await Reindexer(life.store, WIDER).run() == 1

    stage.play(story)


class Interrupted(Hashing):
    """Lets the person act while vectors are being made."""

    def __init__(self, life: Life) -> None:
        super().__init__(640)
        self.life = life

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        editor = Editor(self.life.store, self.life.embedder, self.life.clock)
        for memory in await self.life.store.memories.all(self.life.bond):
            if memory.text == "They meet foxes.":
                await editor.forget(self.life.person, self.life.bond, memory.id)
        return await super().embed(texts)


def test_what_is_deleted_meanwhile_stays_deleted(stage: Stage) -> None:
    async def story(life: Life) -> None:
        await life.know("They meet foxes.")
        kept = await life.know("They feed foxes.")
        await Reindexer(life.store, Interrupted(life)).run()
        assert await near(life, WIDER, "foxes") == [kept.id]
        assert [hit.ref for hit in await life.store.index.match(life.bond, "foxes", ("memory",), 9)] == [kept.id]

    stage.play(story)


def test_vectors_are_of_the_new_width(stage: Stage) -> None:
    async def story(life: Life) -> None:
        await life.say("I met a fox.")
        [(_, entry)] = await life.store.index.unembedded(WIDER.name, 5)
        [vector] = await WIDER.embed([entry.text])
        assert np.frombuffer(vector, "<f4").shape == (640,)

    stage.play(story)
