import pytest

from pawsona.dialogue.hearing import LONGEST, heard, visible
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
