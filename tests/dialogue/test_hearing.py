import asyncio

import pytest

from pawsona.care.reader import Reader
from pawsona.dialogue import hearing
from pawsona.dialogue.hearing import LONGEST, LOOKED_AT, heard, looked_at, visible
from pawsona.errors import InputError


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
