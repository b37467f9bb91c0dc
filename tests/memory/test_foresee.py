import asyncio

import pytest
from tests.embed.asked import Asked

from pawsona.memory.recall import Recall

from .conftest import Life, Stage


@pytest.mark.parametrize("near", [True, False])
def test_only_an_embedder_of_this_process_is_asked_beforehand(stage: Stage, near: bool) -> None:
    embedder = Asked()

    async def story(life: Life) -> None:
        recall = Recall(life.store, embedder, near=near)
        await recall.foresee(life.bond, life.person, "red kites", life.clock.now())
        await asyncio.gather(*recall._ahead)
        assert embedder.texts == (["red kites"] if near else [])

    stage.play(story, language="en")
