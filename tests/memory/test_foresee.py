import asyncio

import pytest
from tests.embed.asked import Asked

from pawsona.memory.recall import Recall

from .conftest import Life, Stage


@pytest.mark.parametrize("near", [True, False])
def test_what_leaves_this_process_waits_until_care_has_read_it(stage: Stage, near: bool) -> None:
    embedder = Asked()

    async def story(life: Life) -> None:
        recall = Recall(life.store, embedder, near=near)
        await recall.foresee(life.bond, life.person, "red kites", life.clock.now(), screened=False)
        await asyncio.gather(*recall._ahead)
        assert embedder.texts == (["red kites"] if near else [])
        await recall.foresee(life.bond, life.person, "red kites", life.clock.now(), screened=True)
        await asyncio.gather(*recall._ahead)
        assert embedder.texts == ["red kites"]

    stage.play(story, language="en")
