"""The words of the lab's pages, from `content/pages.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from pawsona.domain.language import Language

HIDDEN = "<10"
UNKNOWN = "–"


@dataclass(frozen=True)
class Words:
    """Texts by dotted name, in one language."""

    language: Language

    def __call__(self, name: str, **values: object) -> str:
        """One text with its values put in."""
        found: str = self._of(name)
        return found.format(**values)

    def row(self, name: str) -> tuple[str, ...]:
        """Several texts, as a table's head."""
        return tuple(self._of(name))

    def _of(self, name: str) -> Any:
        found: Any = _known()
        for part in name.split("."):
            found = found[part]
        return found[self.language]


def count(number: int | float | None) -> str:
    """A count, or that it is hidden."""
    return HIDDEN if number is None else f"{number:,.0f}"


def share(number: float | None) -> str:
    """A share as a percentage, or that it is hidden."""
    return HIDDEN if number is None else f"{100 * number:.0f}%"


def decimal(number: float | None, places: int = 1) -> str:
    """A number, or that it can't be told."""
    return UNKNOWN if number is None else f"{number:,.{places}f}"


@lru_cache(maxsize=1)
def _known() -> Mapping[str, Any]:
    text = files("pawsona.lab").joinpath("content", "pages.yaml").read_text("utf-8")
    found: Mapping[str, Any] = yaml.safe_load(text)
    return found
