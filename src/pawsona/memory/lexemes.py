"""The words that a text is found by: stems of English ones, pairs of Chinese characters, and single characters.

The index keeps them as 32-bit numbers beside each text. Two of 10,000 words share a number with a chance of 1 in 100,
and then a question finds one text too many.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from zlib import crc32

import numpy as np

from pawsona.domain.sheet import Terms
from pawsona.memory.stopwords import ENGLISH, chinese_stop

_MAX_TERMS = 20
"""Each takes its share of the time; a question of more words is mostly told, not asked."""

_PAIRED = "぀-ヿ㐀-䶿一-鿿가-힯豈-﫿"
PAIRED = re.compile(rf"[{_PAIRED}]+")
"""What is written without spaces."""
_WORD = re.compile(rf"[^\W_{_PAIRED}]+(?:['’][^\W_{_PAIRED}]+)*")
_ASCII_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*", re.ASCII)
"""The same where there is nothing else: half the time, and a recall takes dozens of texts apart."""
_ENDINGS = ("ingly", "edly", "ing", "ed", "ly")


def lexemes(text: str) -> list[str]:
    """What a text says, in its order, without words that say nothing."""
    plain = _plain(text)
    found = list(_words(plain))
    for run in PAIRED.findall(plain):
        found += [*_pairs(run), *run]
    return found


def sought(text: str) -> list[str]:
    """The terms of a question, each once, the telling ones first; empty where only stop words were said."""
    plain = _plain(text)
    runs = [rest for run in PAIRED.findall(plain) for rest in chinese_stop().split(run)]
    terms = list(_words(plain))
    terms += [pair for run in runs for pair in _pairs(run)]
    terms += [character for run in runs for character in run]
    return list(dict.fromkeys(terms))[:_MAX_TERMS]


def numbered(words: list[str]) -> Terms:
    """The numbers that words are compared by."""
    return np.fromiter(map(_number, words), np.uint32, len(words))


@lru_cache(maxsize=4096)
def _number(word: str) -> int:
    return crc32(word.encode())


def forget_words() -> None:
    """Keep no word that was read in memory."""
    _number.cache_clear()
    stem.cache_clear()


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _words(text: str) -> Iterator[str]:
    return (stem(word) for word in bare(text) if word not in ENGLISH)


def bare(text: str) -> list[str]:
    """The words of a text in small letters, "sister's" as "sister" and "don't" as "dont"."""
    words: list[str] = (_ASCII_WORD if text.isascii() else _WORD).findall(text)
    if "'" not in text and "’" not in text:
        return words
    return [word if word.isalnum() else re.sub("['’]", "", re.sub("['’]s$", "", word)) for word in words]


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """An English word without its ending, so that "hiked" finds "hiking"; lighter than Porter's."""
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-1]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _pairs(run: str) -> Iterator[str]:
    return (run[n : n + 2] for n in range(len(run) - 1))
