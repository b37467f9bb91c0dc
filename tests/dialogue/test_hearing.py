import asyncio
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from pawsona.care import screen
from pawsona.care.reader import Array, Reader
from pawsona.care.screen import Reading, screen_turns
from pawsona.dialogue import hearing
from pawsona.dialogue.hearing import LONGEST, LOOKED_AT, heard, looked_at, visible
from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.message import Message
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
    monkeypatch.setattr(hearing, "screen_turns", lambda before, text, reader: given.append(text))
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
    bond, session = Bond(PersonId("p"), PetId("q")), SessionId("s")
    before = Message(id=MessageId("m"), bond=bond, session=session, role="person", text="the lamp", at=NOON)
    model = Elsewhere("off")
    assert asyncio.run(hearing.read([before], "is on", Reader(model))) == Reading()
    assert (model.given, any(model.here)) == (["is on", "the lamp is on"], False)
