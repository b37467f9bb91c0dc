"""Reads care's content files. A file that is wrong stops the start: Pawsona does not run without care."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import yaml

from pawsona.errors import ContentError
from pawsona.parsing import parsed

CONTENT = Path(__file__).parent / "content"

T = TypeVar("T")


def read_yaml(path: Path) -> object:
    """The parsed file.

    Raises:
        ContentError: it is missing, unreadable or no YAML; names file and line.
    """
    try:
        return _parsed(path.read_text("utf-8"))
    except OSError as error:
        raise ContentError(f"{path.name}: can't be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ContentError(f"{path.name}: is not UTF-8") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise ContentError(f"{path.name}, line {line}: {error.problem}") from error


def _parsed(content: str) -> object:
    try:
        return parsed(content)
    except yaml.YAMLError:
        yaml.safe_load(content)  # where it is no YAML it fails again, and names the line more exactly
        raise


def mapping(value: object, where: str) -> Mapping[str, object]:
    """The value as a mapping with text keys."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ContentError(f"{where}: should be a mapping")
    return value


def listing(value: object, where: str) -> list[object]:
    """The value as a list."""
    if not isinstance(value, list):
        raise ContentError(f"{where}: should be a list")
    return value


def text(value: object, where: str) -> str:
    """The value as text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ContentError(f"{where}: should be text")
    return value


def texts(value: object, where: str) -> list[str]:
    """The value as a list of texts."""
    return [text(entry, f"{where}[{n}]") for n, entry in enumerate(listing(value, where))]


def entry(values: Mapping[str, T], key: str, where: str) -> T:
    """One entry of a mapping that must be there."""
    if key not in values:
        raise ContentError(f"{where}: {key!r} is missing")
    return values[key]
