"""What the person typed, made fit to store: visible text of a length that a reply can answer."""

import unicodedata

from pawsona.domain.language import Language
from pawsona.errors import InputError

LONGEST = 4000
"""Characters. About three pages: more belongs into a note, which the pet can read."""

_KEPT = {"\n", "\t", "\u200d"}
"""Besides the visible: line ends, tabs and the joiner that emoji families are made with."""

_WORDS = {
    "en": ("That message is empty. Type something first.", "That is {over} characters over. Split it in two?"),
    "zh": ("这条消息是空的，先写点什么吧。", "超出 {over} 个字，分两条发？"),
}


def visible(text: str) -> str:
    """Without control characters, invisible formatting and lone surrogates; ends trimmed."""
    kept = (c for c in text if c in _KEPT or unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    return "".join(kept).strip()


def heard(text: str, language: Language) -> str:
    """The text to store.

    Raises:
        InputError: nothing visible is left, or it is longer than `LONGEST`.
    """
    clean = visible(text)
    empty, long = _WORDS[language]
    if not clean:
        raise InputError(empty)
    if len(clean) > LONGEST:
        raise InputError(long.format(over=len(clean) - LONGEST))
    return clean
