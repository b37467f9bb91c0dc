"""Content files say the same to every YAML reader, and no key of theirs has lost its value."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from pawsona.care.files import CONTENT, read_yaml

FILES = sorted(path for path in CONTENT.rglob("*.yaml") if "screen" not in path.parts)


def nothings(value: Any, where: str) -> list[str]:
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in nothings(inner, f"{where}.{key}")]
    if isinstance(value, list):
        return [found for n, inner in enumerate(value) for found in nothings(inner, f"{where}[{n}]")]
    return [where] if value is None else []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_comma_in_a_text_does_not_cut_it_short(path: Path) -> None:
    assert nothings(yaml.safe_load(path.read_text("utf-8")), path.name) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_both_readers_of_yaml_read_the_same(path: Path) -> None:
    assert read_yaml(path) == yaml.safe_load(path.read_text("utf-8"))
