"""What the timings of recall are taken on is a store as talk leaves it."""

import asyncio
from pathlib import Path
from typing import cast

from crowd import Crowd
from furnish import START

from pawsona.embed import Hashing
from pawsona.memory.recall import Recall
from pawsona.storage import open_store
from pawsona.storage.store import SqlStore


def test_a_crowd_can_be_asked(tmp_path: Path) -> None:
    async def work() -> None:
        store = cast(SqlStore, await open_store(tmp_path / "crowd.db"))
        crowd = Crowd(Hashing())
        await crowd.prepare()
        known = [await crowd.person(store, number) for number in range(2)]
        for _, pet in known:
            await crowd.tell(store, pet.bond, turns=40, memories=10)
        for person, pet in known:
            memories = await store.memories.all(pet.bond)
            assert len(memories) == 10
            assert len(await store.talk.since(pet.bond, pet.adopted_at.replace(year=2020))) == 80, "each is answered"
            told = memories[-1].text
            [first, *_] = await Recall(store, crowd.embedder).find(pet.bond, person, told, START)
            assert first.memory is not None
            assert first.memory.text == told
        await store.close()

    asyncio.run(work())
