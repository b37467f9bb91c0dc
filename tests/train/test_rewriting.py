"""The recipe's data: nothing of a memory is lost, every answer is a valid one, and nothing is the open set's."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.cli.conftest import home as home

from pawsona.bench.open.suite import instances
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Entry
from pawsona.train.data.lines import check
from pawsona.train.recipes.rewriting import SKILL, TALKS, entries


@pytest.fixture(scope="module")
def made() -> list[Entry]:
    return list(entries(400, 1))


def told(entry: Entry) -> list[str]:
    return re.findall(r"«(.+?)»", entry.messages[-2].content)


def texts(entry: Entry) -> list[str]:
    found: list[str] = json.loads(entry.answer)["texts"]
    return found


def test_names_dates_and_numbers_stay_with_the_memory_they_came_from(made: list[Entry]) -> None:
    names = {language: {row["name"] for row in bank(language).people["persons"]} for language in ("en", "zh")}
    for entry in made:
        assert len(told(entry)) == len(texts(entry))
        for memory, text in zip(told(entry), texts(entry), strict=True):
            kept = set(re.findall(r"\d+", memory)) | {name for name in names[entry.language] if name in memory}
            friends = {name for name in bank(entry.language).people["slots"]["friend"] if name in memory}
            assert all(one in text for one in kept | friends), (memory, text)
            assert set(re.findall(r"\d+", text)) <= set(re.findall(r"\d+", memory))
            assert "{" not in text + memory


def test_they_are_different_and_the_same_for_the_same_seed(made: list[Entry]) -> None:
    answers = [entry.answer for entry in made]
    assert len(set(answers)) > 0.95 * len(answers)
    assert [entry.line() for entry in entries(400, 1)] == [entry.line() for entry in made]
    assert list(entries(10, 2)) != made[:10]


def test_nothing_of_the_open_set_is_in_them(made: list[Entry]) -> None:
    theirs = {str(one.input.get("memory", "")) for one in instances() if one.skill == SKILL}
    theirs |= {str(one.reference) for one in instances() if one.skill == SKILL}
    assert len(theirs) > 50
    assert not theirs & {text for entry in made for text in (*told(entry), *texts(entry))}


def test_the_file_is_one_that_can_be_learned_from(cli: Cli, tmp_path: Path) -> None:
    assert "train sft" in cli("train", "recipe", SKILL, "--out", str(tmp_path), "--count", "40").out
    found = check(tmp_path / TALKS)
    assert len(found.entries) == 40 and not found.faults
    assert {entry.split for entry in found.entries} == {"", "test"}
    assert "20 en, 20 zh" in (tmp_path / "datasheet.md").read_text()
