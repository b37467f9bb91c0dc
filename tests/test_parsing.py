"""YAML that says a thing twice is refused, and none that ships does."""

from pathlib import Path

import pytest
import yaml

from pawsona.care.files import read_yaml
from pawsona.errors import ContentError
from pawsona.minds.storybook.source import read
from pawsona.parsing import parsed

SOURCES = Path(__file__).parents[1] / "src" / "pawsona"
TEMPLATES = SOURCES / "bench" / "moodbench" / "datasets"


def test_what_is_there_twice_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("a: 1\nb: {x: 1, y: 2, x: 3}\n")
    with pytest.raises(yaml.YAMLError, match=r"(?s)'x' is there twice.*line 2, column 17"):
        parsed(path.read_text())
    with pytest.raises(ContentError, match=r"words.yaml: 'x' is there twice .*line 2"):
        read(path, tmp_path)
    with pytest.raises(ContentError, match=r"words.yaml, line 2: 'x' is there twice"):
        read_yaml(path)


def test_what_overrides_a_merge_or_is_of_another_kind_is_not_there_twice() -> None:
    assert parsed("a: &same {x: 1}\nb: {<<: *same, x: 2}")["b"] == {"x": 2}
    assert parsed("{1: one, '1': text}") == {1: "one", "1": "text"}


def test_no_file_that_ships_says_a_thing_twice() -> None:
    found = [path for path in SOURCES.rglob("*.yaml") if TEMPLATES not in path.parents]
    assert len(found) > 100
    for path in found:
        parsed(path.read_bytes())
