"""What checks a reply's sentences is made beside the mind, and tells nobody what was said."""

import asyncio
from typing import Any

import pytest

from pawsona.care.scene import Scene
from pawsona.dialogue import speech
from pawsona.dialogue.speech import Speech
from pawsona.domain.message import Trace

SECRET = "the key lies below the fern"


class Failing:
    """A guard that can't be made, and says for whom."""

    made = 0

    def __init__(self, language: str, scene: Scene) -> None:
        type(self).made += 1
        raise ValueError(scene.said)


@pytest.fixture(autouse=True)
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "ASKED", 0)
    monkeypatch.setattr(speech, "Guard", Failing)
    monkeypatch.setattr(Failing, "made", 0)


async def _rounds() -> None:
    for _ in range(9):
        await asyncio.sleep(0)


def test_what_cannot_be_made_is_told_where_a_sentence_is_checked_and_nowhere_else() -> None:
    async def body() -> None:
        told: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        said = Speech("en", Scene(said=SECRET))
        async with said.prepared():
            await _rounds()
            assert (Failing.made, told) == (1, [])
            with pytest.raises(ValueError, match=SECRET):
                said.next("Hello.")

    asyncio.run(body())


def test_after_the_reply_nothing_is_made_for_it() -> None:
    async def body() -> None:
        async with Speech("en", Scene(said=SECRET)).prepared():
            pass
        await _rounds()
        assert Failing.made == 0

    asyncio.run(body())


def test_what_the_loop_may_log_shows_no_words() -> None:
    said = Speech("en", Scene(said=SECRET), SECRET, Trace(state={"told": SECRET}))
    assert SECRET not in repr(said)
