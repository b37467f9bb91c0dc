"""What a day may hold, by the names that feedback and drawing know."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pawsona.domain.language import LANGUAGES, Language
from pawsona.parsing import parsed

_FILE = Path(__file__).with_name("activities.yaml")
UNKNOWN = "other"
"""The kind of what nobody listed: it takes little, is done at home, and no feedback moves it."""


@dataclass(frozen=True)
class _Activity:
    place: str
    words: Mapping[Language, tuple[str, ...]]


@lru_cache(maxsize=1)
def _all() -> Mapping[str, _Activity]:
    rows = parsed(_FILE.read_text("utf-8"))
    return {kind: _Activity(row["place"], {lang: tuple(row[lang]) for lang in LANGUAGES}) for kind, row in rows.items()}


@lru_cache(maxsize=len(LANGUAGES))
def activities(language: Language) -> str:
    """The kinds a model may choose from, for its prompt; Chinese ones with a word that says what they are."""
    if language == "en":
        return ", ".join(_all())
    return "，".join(f"{kind}（{one.words['zh'][0]}）" for kind, one in _all().items())


def place_of(kind: str) -> str:
    """Where a kind is done; at home where nobody knows it."""
    return _all()[kind].place if kind in _all() else "home"


def kind_of(label: str, language: Language, named: str = "") -> str:
    """The kind of a labelled item.

    Args:
        label: the two to five words.
        language: theirs.
        named: the kind that the model gave; taken where there is such a kind.
    """
    if named in _all():
        return named
    found = [(at, kind) for kind, one in _all().items() if (at := _at(label, one.words[language], language)) >= 0]
    return min(found)[1] if found else UNKNOWN


def _at(label: str, words: tuple[str, ...], language: Language) -> int:
    """Where the first of the words stands; -1 for nowhere."""
    if language == "zh":
        return min((label.index(word) for word in words if word in label), default=-1)
    match = re.search(rf"\b(?:{'|'.join(words)})(?:s|es|ing)?\b", label, re.IGNORECASE)
    return match.start() if match else -1
