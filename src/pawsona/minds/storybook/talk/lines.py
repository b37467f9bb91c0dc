"""One authored line, and how its places are filled."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from string import Formatter
from typing import Any

from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.errors import ContentError

SLOTS = frozenset(
    "P F U echo mem now tell plan short item source quote time date days what city v word mirror topic gone "
    "coming when".split()
)  # fmt: skip
"""Places that the talk content may use; `what` is a promise's text, `v` a rule's captured value, `topic` what was
spoken of last, `gone` how long the person was away, `coming` their next dates, `when` the moment of
a promise."""

_MANNERS, _KINDS = frozenset[str](PERSONALITIES), frozenset[str](SPECIES)
_CLAUSES = frozenset({"mem", "tell", "plan", "item", "days", "word", "mirror", "topic", "what", "gone", "coming"})
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
    only: frozenset[str] = frozenset()
    """Personalities and species that alone say it; empty for any."""

    def suits(self, personality: str, species: str) -> bool:
        """Whether a pet's manner and kind may say it; its words for a body are another matter."""
        manners, kinds = self.only & _MANNERS, self.only & _KINDS
        return (not manners or personality in manners) and (not kinds or species in kinds)

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
        return re.sub(r"(?<!\.)([.。!！?？…])[.。](?!\.)", r"\1", text) if self.slots else text


def line(ident: str, given: Any, only: frozenset[str] = frozenset()) -> Line:
    """Read one line of content: a text, or `{say: ..., for: [...]}` with whom it suits.

    Raises:
        ContentError: it is no text, has a place nobody fills, or is for nobody there is.
    """
    if isinstance(given, dict) and set(given) == {"say", "for"}:
        only |= frozenset(given["for"] if isinstance(given["for"], list) else [given["for"]])
    text = given.get("say") if isinstance(given, dict) else given
    if only - _MANNERS - _KINDS:
        raise ContentError(f"{ident}: is for {sorted(only - _MANNERS - _KINDS)}, who are nobody")
    if not isinstance(text, str) or not text.strip():
        raise ContentError(f"{ident}: a line must be text, not {given!r}")
    try:
        slots = _one(frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None))
    except ValueError as error:
        raise ContentError(f"{ident}: {error}") from error
    if slots - SLOTS:
        raise ContentError(f"{ident}: nobody fills {sorted(slots - SLOTS)}")
    found = _GESTURE.match(text)
    gesture = found.group(1).strip() if found else ""
    return Line(ident, text.strip(), slots, gesture, "?" in text or "？" in text, only)


@cache
def _one(slots: frozenset[str]) -> frozenset[str]:
    """The first set like this one: most of 40,000 lines have no places, or the same ones, and a set takes 216 bytes."""
    return slots


def lines(ident: str, texts: Any, only: frozenset[str] = frozenset(), *, first: int = 1) -> tuple[Line, ...]:
    """Read a bank of lines, numbered from `first`.

    Raises:
        ContentError: it is no list, or one of its lines is wrong.
    """
    if texts is None:
        return ()
    if isinstance(texts, str):
        texts = [texts]
    if not isinstance(texts, list):
        raise ContentError(f"{ident}: expected a list of lines")
    return tuple(line(f"{ident}.{n}", text, only) for n, text in enumerate(texts, first))
