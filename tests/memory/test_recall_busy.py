"""Recall while the store can't answer."""

from __future__ import annotations

import gc
import warnings
from typing import TYPE_CHECKING

import pytest

from pawsona.errors import StoreBusyError
from pawsona.memory.recall import Recall

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


def test_a_read_that_fails_leaves_no_other_begun(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*given: object) -> list[object]:
        raise StoreBusyError("busy")

    async def story(life: Life) -> None:
        await life.say("My cat Biscuit caught a mouse.")
        monkeypatch.setattr(life.store.memories, "some", busy)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with pytest.raises(StoreBusyError):
                await Recall(life.store, life.embedder).find(life.bond, life.person, "my cat Biscuit", life.clock.now())
            gc.collect()
        assert not [str(one.message) for one in told if "never awaited" in str(one.message)]

    stage.play(story)
