"""Texts as rows of tokens in which case, punctuation, spaces, width and script don't count."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from pawsona.care.normal import folded

_TOKEN = re.compile(r"[㐀-䶿一-鿿]|[^\W_㐀-䶿一-鿿]+(?:'[^\W_]+)?")
_END = re.compile(r"(?<=[.!?。！？…])\s*|\n+")
SHORT, LONG = 9, 60
"""Tokens of a unit: a shorter one is nobody's alone ("Good morning"), a longer one is compared in parts."""


def tokens(text: str) -> list[str]:
    """Words of letters, and single Chinese characters, simplified."""
    plain = folded(text)
    return _TOKEN.findall(plain if plain.isascii() else _simplified()(plain))


@cache
def _simplified() -> Callable[[str], str]:
    """OpenCC's tables where the extra `train` is installed; else the characters that care's screen knows, no more."""
    try:
        from opencc import OpenCC
    except ImportError:
        return str
    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert


def units(text: str) -> Iterator[list[str]]:
    """A text cut at its sentences into parts that are long enough to be told apart."""
    held: list[str] = []
    for sentence in _END.split(text):
        more = tokens(sentence)
        if held and len(held) + len(more) > LONG:
            if len(held) >= SHORT:
                yield held[: 2 * LONG]
            held = []
        held += more
    if len(held) >= SHORT:
        yield held[: 2 * LONG]
