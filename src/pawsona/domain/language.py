"""The two languages Pawsona is at home in, and how long a text is in each."""

import re
from collections.abc import Iterable
from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

_HAN = re.compile(r"[㐀-䶿一-鿿豈-﫿]")
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")


def is_chinese(text: str) -> bool:
    """True if a quarter of the letters are Chinese characters: names and brands may stay Latin."""
    if text.isascii():
        return False
    letters = sum(map(str.isalpha, text))
    return letters > 0 and 4 * len(_HAN.findall(text)) >= letters


def nameless(text: str, names: Iterable[str]) -> str:
    """A text without the names of whom it is about: they tell nothing of its language."""
    for name in names:
        text = text.replace(name, "")
    return text


def language_of(text: str, default: Language) -> Language:
    """The language of a text, or `default` where it has no letters."""
    if not any(map(str.isalpha, text)):
        return default
    return "zh" if is_chinese(text) else "en"


def length(text: str, language: Language) -> int:
    """Length as the papers count it: words in English, characters without spaces and punctuation in Chinese."""
    if language == "en":
        return len(_WORD.findall(text))
    return sum(map(str.isalnum, text))
