"""Reads content files and remembers what is wrong with them, with file and place, so that a writer sees all at once."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import yaml

from pawsona.domain.day import Season, Weather
from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.errors import ContentError
from pawsona.minds.storybook.stock import PARTS, Guard
from pawsona.parsing import parsed

_SHOWN = 12

_VALUES: Mapping[str, frozenset[str]] = {
    "weather": frozenset(get_args(Weather)),
    "season": frozenset(get_args(Season)),
    "species": frozenset(SPECIES),
    "personality": frozenset(PERSONALITIES),
    "when": frozenset(PARTS),
}


_PLACE = re.compile(r"^(?P<file>\S+\.yaml): (?:(?:act|form|hook|situation|opinion|rule) )?(?P<entry>[\w-]+)")


def located(finding: str, root: Path) -> str:
    """A finding with the line at which its entry begins, where the entry can be found by its name."""
    place = _PLACE.match(finding)
    if place is None:
        return finding
    name = re.compile(rf"^\s*-?\s*\{{?\s*\w+: [\"']?{re.escape(place['entry'])}[\"']?\s*(?:[,}}#]|$)")
    path = root / place["file"]
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    line = next((n for n, text in enumerate(lines, 1) if name.match(text)), None)
    return finding if line is None else f"{place['file']}:{line}{finding[place.end('file') :]}"


@dataclass
class Report:
    """Collects problems while a library is loaded."""

    root: Path
    problems: list[str] = field(default_factory=list)

    def add(self, place: str, problems: Iterable[str]) -> None:
        self.problems += [f"{place} {problem}" for problem in problems]

    def close(self) -> None:
        """Raise if anything was wrong.

        Raises:
            ContentError: with the first problems, each naming file and place.
        """
        if self.problems:
            more = len(self.problems) - _SHOWN
            tail = [f"and {more} more"] if more > 0 else []
            shown = [located(problem, self.root) for problem in self.problems[:_SHOWN]]
            raise ContentError("; ".join([*shown, *tail]))


def read(path: Path, root: Path) -> Any:
    """The data of one file.

    Raises:
        ContentError: it is missing or no YAML.
    """
    place = path.relative_to(root)
    try:
        return parsed(path.read_bytes())
    except OSError as error:
        raise ContentError(f"{place}: can't be read ({error.strerror})") from error
    except yaml.YAMLError as error:
        raise ContentError(f"{place}: {' '.join(str(error).split())}") from error


def entries(folder: Path, root: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All entries of all files of a folder, each with its file."""
    for path in sorted(folder.glob("*.yaml")):
        for entry in read(path, root) or []:
            yield str(path.relative_to(root)), entry


def text(entry: Mapping[str, Any], facet: str, place: str, report: Report) -> str:
    """A facet that must be there; its absence is reported and stands as an empty text."""
    value = entry.get(facet)
    if isinstance(value, str) and value.strip():
        return value.strip()
    report.add(place, [f"lacks the facet {facet!r}"])
    return ""


def guard(raw: Mapping[str, Any] | None, place: str, report: Report) -> Guard:
    """A guard, with unknown keys and values reported."""
    raw = raw or {}
    sets: dict[str, frozenset[str]] = {}
    for key, values in raw.items():
        if key == "company":
            continue
        if key not in _VALUES:
            report.add(place, [f"has the unknown guard {key!r}"])
            continue
        sets[key] = frozenset([values] if isinstance(values, str) else values)
        report.add(place, [f"has the guard {key}: {value!r}, which is nothing" for value in sets[key] - _VALUES[key]])
    nothing: frozenset[str] = frozenset()
    return Guard(
        weather=sets.get("weather", nothing),
        season=sets.get("season", nothing),
        species=sets.get("species", nothing),
        personality=sets.get("personality", nothing),
        when=sets.get("when", nothing),
        company=bool(raw.get("company", False)),
    )
