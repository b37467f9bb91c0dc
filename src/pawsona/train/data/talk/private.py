"""Whether a text tells who somebody is; and putting other names for those that are known."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pawsona.care.normal import tables
from pawsona.train.data.talk import chinese, english
from pawsona.train.data.talk.words import pairs, vocabulary

_HAN = re.compile(r"[㐀-鿿]")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me"})
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_NOTHING = re.compile(r"(?!)")
_MARK = "\ue000"
"""Stands for a name that was put in; no text has it, for hidden characters are taken out before."""


@dataclass(frozen=True)
class Known:
    """What a person and their pet are called, and what they are called here instead."""

    others: Mapping[str, str]
    """Name -> another one."""
    never: frozenset[str] = frozenset()
    """Names that nothing can stand for: a text that has one is left out."""

    def hidden(self, text: str) -> str | None:
        """The text with other names; None where it still tells who somebody is."""
        plain = visible(text)
        if any(_is_word(match[0]) for match in _pattern(self.others).finditer(plain)):
            return None
        marked, names = self._marked(plain)
        if any(_has(marked, name) for name in self.never) or reason(marked.replace(_MARK, " ")) is not None:
            return None
        for name in names:
            marked = marked.replace(_MARK, name, 1)
        return marked

    def _marked(self, text: str) -> tuple[str, list[str]]:
        names = {name.casefold(): other for name, other in self.others.items()}
        found: list[str] = []

        def mark(match: re.Match[str]) -> str:
            found.append(names[match[0].casefold()])
            return _MARK

        return _pattern(self.others).sub(mark, text), found


def _is_word(found: str) -> bool:
    """Whether nobody can say if it is the name or a word of everyday."""
    if _HAN.search(found):
        return len(found) < 2 or found in pairs()
    return found.islower() and found in vocabulary()


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(filter(None, names), key=len, reverse=True)
    if not ordered:
        return _NOTHING
    return re.compile("|".join(_bounded(name) for name in ordered), re.IGNORECASE)


def _bounded(name: str) -> str:
    return re.escape(name) if _HAN.search(name) else rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"


def _has(text: str, name: str) -> bool:
    return re.search(_bounded(name), text, re.IGNORECASE) is not None


def visible(text: str) -> str:
    """Narrow, simplified, without what cannot be seen: what is read here is what is written."""
    shown = "".join(
        char
        for char in unicodedata.normalize("NFKC", text)
        if char in "\n\t" or unicodedata.category(char) not in _HIDDEN
    )
    return shown.translate(tables().traditional).replace("’", "'").replace("‘", "'")


def reason(text: str) -> str | None:
    """The code of what tells who somebody is, or may; None where nothing does. The text as `visible` leaves it."""
    if any(not _LATIN.match(char) and not _HAN.match(char) for char in _LETTER.findall(text)):
        return "script"
    return english.trace(text) or chinese.trace(text) or english.name(text) or chinese.name(text)
