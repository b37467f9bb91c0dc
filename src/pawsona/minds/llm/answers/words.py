"""What a model's words stand for: names of keys, closed vocabularies, numbers, yes and no."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pawsona.parsing import parsed

_FIGURE = re.compile(r"-?\d+(?:\.\d+)?")


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Any]:
    found: Mapping[str, Any] = parsed(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return found


@lru_cache(maxsize=1)
def _meant() -> Mapping[str, str]:
    return {other: word for word, others in _words()["values"].items() for other in others}


def key(name: object) -> str:
    """A key as it is compared: small letters, underscores, without marks around it."""
    plain = str(name)
    if plain.isascii() and plain.isalpha():  # as nearly all of them are
        return plain.casefold()
    return re.sub(r"[\s_-]+", "_", re.sub(r"^\W+|\W+$", "", plain)).casefold()


def meant(value: str, words: Collection[str]) -> str:
    """The word of a closed vocabulary that a value means; the value itself where it means none."""
    clean = re.sub(r"^\W+|\W*(?:[(（].*)?$", "", value).casefold()
    return next((one for one in (clean, clean.replace("_", "-"), _meant().get(clean, "")) if one in words), value)


def renamed(found: Mapping[Any, Any], names: Collection[str]) -> dict[str, Any]:
    """A document with the keys of a shape: its own names first, then what else they are called."""
    keys = {key(name): value for name, value in found.items()}
    others: Mapping[str, list[str]] = _words()["keys"]
    taken = {name: keys.pop(name) for name in names if name in keys}
    for name in names:
        called = next((other for other in others.get(name, ()) if other in keys), None)
        if name not in taken and called is not None:
            taken[name] = keys.pop(called)
    return taken


def number(value: object) -> float | None:
    """The first number in a value, in figures or as a word; None for none."""
    text = unicodedata.normalize("NFKC", str(value)).casefold()
    figure = _FIGURE.search(text)
    if figure:
        return float(figure[0])
    rows: Mapping[int, list[str]] = _words()["numbers"]
    return next((float(n) for n, words in rows.items() for word in words if _names(text, word)), None)


def truth(value: object) -> bool | None:
    """Yes, no, or neither."""
    text = key(value)
    return True if text in _words()["yes"] else False if text in _words()["no"] else None


def _names(text: str, word: str) -> bool:
    return word in text if not word.isascii() else re.search(rf"\b{word}\b", text) is not None
