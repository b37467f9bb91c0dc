"""Chinese in English words, for a reader that knows English."""

import pytest

from pawsona.care import gloss
from pawsona.care.gloss import glossed
from pawsona.errors import ContentError


def test_the_longest_known_word_is_taken() -> None:
    assert glossed("我不想活了") == "I do not want to live"


def test_what_is_not_chinese_stays() -> None:
    assert glossed("3am, still up 🙂") == "3am, still up 🙂"


def test_an_unknown_character_stays_as_it_is() -> None:
    assert glossed("龘") == "龘"


def test_a_broken_glossary_stops_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    broken = gloss.FILE.parent / "none.txt"
    monkeypatch.setattr(gloss, "FILE", broken)
    gloss.glossary.cache_clear()
    try:
        with pytest.raises(ContentError, match="none.txt"):
            gloss.glossary()
    finally:
        gloss.glossary.cache_clear()
