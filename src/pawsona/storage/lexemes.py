"""The words that a text is found by: English ones, overlapping pairs of Chinese characters, and single characters.

FTS5's own trigram tokenizer can't match a Chinese word of two characters, which most are; so pairs are made here,
and `porter unicode61` sees them as words. Each lexeme starts with its bond's token (20 digits): a match can't leave the
bond, another person's million rows are never visited, and how rare a word is counts within the bond. The digits leave
Porter's stemming as it is, because they count as consonants.
"""

import re
import unicodedata
from collections.abc import Iterator

from pawsona.storage.stopwords import ENGLISH, chinese_stop

_MAX_TERMS = 20
"""Ranking takes time for every term; with so many, a question to 20,000 entries stays well under 10 ms."""

_PAIRED = "぀-ヿ㐀-䶿一-鿿가-힯豈-﫿"
_RUN = re.compile(rf"[{_PAIRED}]+")
_WORD = re.compile(rf"[^\W_{_PAIRED}]+(?:['’][^\W_{_PAIRED}]+)*")


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s$", "", match[0])
        yield re.sub(r"['’]", "", word)


def _pairs(run: str) -> Iterator[str]:
    return (run[n : n + 2] for n in range(len(run) - 1))


def indexed(text: str, token: str) -> str:
    """The lexemes of a text, each behind the bond's token, as FTS5 takes them."""
    plain = _plain(text)
    found = [*_words(plain)]
    for run in _RUN.findall(plain):
        found += [*_pairs(run), *run]
    return " ".join(token + lexeme for lexeme in found)


def sought(text: str) -> list[str]:
    """The terms of a question, without stop words, the telling ones first; empty where only stop words were said."""
    plain = _plain(text)
    runs = [rest for run in _RUN.findall(plain) for rest in chinese_stop().split(run)]
    terms = [word for word in _words(plain) if word not in ENGLISH]
    terms += [pair for run in runs for pair in _pairs(run)]
    terms += [character for run in runs for character in run]
    return list(dict.fromkeys(terms))[:_MAX_TERMS]


def expression(text: str, token: str) -> str | None:
    """The FTS5 query for a question, or None where nothing is left to look for.

    Terms are quoted and hold letters and digits only, so nobody can write an operator into it.
    """
    return " OR ".join(f'"{token}{term}"' for term in sought(text)) or None
