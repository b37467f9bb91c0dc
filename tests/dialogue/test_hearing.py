import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from pawsona.care import screen
from pawsona.care.reader import Array, Reader
from pawsona.care.screen import Reading, screen_turns
from pawsona.dialogue import hearing, turn
from pawsona.dialogue.hearing import LONGEST, LOOKED_AT, heard, looked_at, visible
from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.message import Message, Tier
from pawsona.errors import InputError

NOON = datetime(2026, 4, 12, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00\x07", "\u200b\ufeff"])
def test_a_message_without_anything_visible_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="empty"):
        heard(text, "en")
    with pytest.raises(InputError, match="空"):
        heard(text, "zh")


def test_a_long_message_is_told_by_how_much() -> None:
    with pytest.raises(InputError, match="312 characters over"):
        heard("x" * (LONGEST + 312), "en")
    assert heard("x" * LONGEST, "en")


def test_control_characters_go_and_emoji_families_stay() -> None:
    assert visible("a\x00b\x1b[31mc\u202e") == "ab[31mc"
    assert visible("👨‍👩‍👧 hi\nthere") == "👨‍👩‍👧 hi\nthere"
    assert visible("\ud800x") == "x"


def test_of_what_is_far_too_long_beginning_and_end_are_read() -> None:
    text = "begin " + "word " * 200_000 + "end"
    read = looked_at(text)
    assert len(read) == LOOKED_AT
    assert (read[:6], read[-4:]) == ("begin ", " end")
    assert looked_at("x" * LOOKED_AT) == "x" * LOOKED_AT
    with pytest.raises(InputError, match=f"^That is {len(text) - LONGEST} characters over"):
        heard(text, "en")


def test_the_screen_is_given_no_more_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(hearing, "screen_turns", lambda before, text, reader, words: given.append(text))
    asyncio.run(hearing.read([], "我，" * 500_000 + "我不想活了", Reader()))
    assert [len(text) for text in given] == [LOOKED_AT]
    assert given[0].endswith("我不想活了")


class Elsewhere:
    """Hears a risk in everything that has a word in it; knows what it was given, and whether that was on the loop."""

    def __init__(self, word: str) -> None:
        self.word, self.given, self.here = word, list[str](), list[bool]()

    def read(self, texts: Sequence[str]) -> Array:
        self.given += texts
        self.here.append(threading.current_thread() is threading.main_thread())
        return np.stack([np.full(39, 30 if self.word in text else -30, dtype=np.float32) for text in texts])


def _many(text: str) -> str:
    return "".join(text.format(n) for n in range(40))


@pytest.mark.parametrize(
    "text", ["the lamp is on", "the lamp is off", _many("lamp {} is green. "), _many("灯{}亮着。")]
)
def test_the_model_reads_each_message_once_and_beside_the_loop(text: str) -> None:
    model = Elsewhere("off")
    found = asyncio.run(hearing.read([], text, Reader(model)))
    assert (len(model.given), any(model.here)) == (len(set(model.given)), False)
    assert found == screen_turns([], text, Reader(Elsewhere("off")))
    assert (found.tier > 0) == ("off" in text)


def test_messages_that_are_read_as_one_are_read_beside_the_loop_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "SUSPECT", -99)
    model = Elsewhere("off")
    assert asyncio.run(hearing.read([_earlier("the lamp")], "is on", Reader(model))) == Reading()
    assert (model.given, any(model.here)) == (["is on", "the lamp is on"], False)


def test_what_a_message_says_by_itself_is_not_read_again_with_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "SUSPECT", -99)
    model = Elsewhere("off")
    assert asyncio.run(hearing.read([_earlier("the lamp")], "is off", Reader(model))).tier > Tier.none
    assert model.given == ["is off"]


def _earlier(text: str) -> Message:
    bond, session = Bond(PersonId("p"), PetId("q")), SessionId("s")
    return Message(id=MessageId("m"), bond=bond, session=session, role="person", text=text, at=NOON)


class Busy(ThreadPoolExecutor):
    """The loop's own threads, none of which comes free."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("it would wait for the loop's own threads")


@pytest.mark.parametrize("text", ["is off", _many("lamp {} is off. ")])
def test_the_reader_waits_for_no_thread_of_others(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "SUSPECT", -99)
    model = Elsewhere("nothing")

    async def body() -> None:
        asyncio.get_running_loop().set_default_executor(Busy())
        await hearing.read([_earlier("the lamp")], text, Reader(model))

    asyncio.run(body())
    assert model.given and not any(model.here)


@pytest.mark.parametrize("text", ["is off", _many("lamp {} is off. ")])
def test_where_no_thread_can_be_had_a_message_is_read_on_the_loop(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = ThreadPoolExecutor(1)
    gone.shutdown()
    monkeypatch.setattr(hearing, "_THREADS", gone)
    monkeypatch.setattr(hearing, "_LONG", gone)
    model = Elsewhere("off")
    assert asyncio.run(hearing.read([], text, Reader(model))).tier > Tier.none
    assert all(model.here)


class Broken(Elsewhere):
    """Fails, and quotes what it was given, once it has read so many times."""

    def __init__(self, after: int) -> None:
        super().__init__("nothing")
        self.after = after

    def read(self, texts: Sequence[str]) -> Array:
        if len(self.here) >= self.after:
            raise OSError(f"can't read {texts}")
        return super().read(texts)


CRY = "i want to kill myself tonight"


@pytest.mark.parametrize(
    ("before", "text", "after", "least"),
    [
        ([], CRY, 0, Tier.high),
        ([], f"{_many('lamp {} is green. ')}{CRY}", 0, Tier.high),
        (["the lamp"], "is on", 1, Tier.none),
    ],
)
def test_a_model_that_fails_leaves_words_and_its_error_no_trace_of_them(
    before: list[str],
    text: str,
    after: int,
    least: Tier,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(screen, "SUSPECT", -99)
    model, said = Broken(after), [_earlier(one) for one in before]
    found = asyncio.run(hearing.read(said, text, Reader(model)))
    assert found == asyncio.run(hearing.read(said, text, Reader())) and found.tier >= least
    assert len(model.here) == after
    [logged] = caplog.records
    assert logged.levelno == logging.ERROR and "OSError" in logged.getMessage()
    assert logged.exc_info is None and not any(word in logged.getMessage() for word in ("kill", "lamp"))


def test_where_the_model_fails_help_comes_and_the_message_is_stored(play: Callable[..., None]) -> None:
    async def story(it: Any) -> None:
        it.home.dialogue.care = replace(it.home.dialogue.care, reader=Reader(Broken(0)))
        crisis = await it.cry(CRY)
        assert crisis.tier >= Tier.high and crisis.reply.resources
        assert CRY in [message.text for message in await it.store.talk.recent(it.bond, 9)]

    play(story)


def test_a_message_is_read_before_anything_is_looked_up_for_it(
    play: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        order: list[str] = []
        monkeypatch.setattr(turn, "begin", lambda *_: order.append("read"))
        recent = it.store.talk.recent

        async def looking(*given: Any) -> Any:
            order.append("looked up")
            return await recent(*given)

        monkeypatch.setattr(it.store.talk, "recent", looking)
        await it.say("hello you")
        assert order[:2] == ["read", "looked up"]

    play(story)
