"""One authored line, and how its places are filled."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from string import Formatter
from typing import Any

from pawsona.errors import ContentError

SLOTS = frozenset(
    "P F U echo mem now tell plan short item source quote time date days what city v".split()
)  # fmt: skip
"""Places that the talk content may use; `what` is a promise's text, `v` a rule's captured value."""

_CLAUSES = frozenset({"mem", "tell", "plan", "item", "days"})
"""Places filled with clauses in lower case; names and sources stay as they are."""

_GESTURE = re.compile(r"^\s*[(（]([^)）]*)[)）]")


def _put(value: str, found: re.Match[str]) -> str:
    return found.group(1) + value


@cache
def _opening(name: str) -> re.Pattern[str]:
    """The place where it begins a sentence: there, English wants a capital."""
    return re.compile(r"(^|[)）.!?] )\{" + name + r"\}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its stored id `<file>.<entry>.<n>`."""

    id: str
    text: str
    slots: frozenset[str] = field(default_factory=frozenset)
    gesture: str = ""
    asks: bool = False

    def fits(self, slots: Mapping[str, str]) -> bool:
        """Whether every place it has can be filled."""
        return all(slots.get(name) for name in self.slots)

    def fill(self, slots: Mapping[str, str]) -> str:
        """The text with its places filled; a trailing stop is not doubled."""
        text = self.text
        for name in self.slots:
            value = slots[name]
            opening = value[:1].upper() + value[1:]
            if name in _CLAUSES:
                text = _opening(name).sub(partial(_put, opening), text)
            text = text.replace("{" + name + "}", value)
        return re.sub(r"([.。!！?？…])[.。](?=\s|$|[^.])", r"\1", text) if self.slots else text


def line(ident: str, text: Any) -> Line:
    """Read one line of content.

    Raises:
        ContentError: it is no text, or has a place nobody fills.
    """
    if not isinstance(text, str) or not text.strip():
        raise ContentError(f"{ident}: a line must be text, not {text!r}")
    try:
        slots = frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError as error:
        raise ContentError(f"{ident}: {error}") from error
    if slots - SLOTS:
        raise ContentError(f"{ident}: nobody fills {sorted(slots - SLOTS)}")
    gesture = _GESTURE.match(text)
    return Line(
        ident, text.strip(), slots, gesture.group(1).strip() if gesture else "", text.count("?") + text.count("？") > 0
    )


def lines(ident: str, texts: Any) -> tuple[Line, ...]:
    """Read a bank of lines.

    Raises:
        ContentError: it is no list, or one of its lines is wrong.
    """
    if texts is None:
        return ()
    if isinstance(texts, str):
        texts = [texts]
    if not isinstance(texts, list):
        raise ContentError(f"{ident}: expected a list of lines")
    return tuple(line(f"{ident}.{n}", text) for n, text in enumerate(texts, 1))
