"""The recipe's data: nothing of a memory is lost, every answer is a valid one, and nothing is the open set's."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.cli.conftest import home as home

from pawsona.bench.open.suite import instances
from pawsona.domain.language import LANGUAGES
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Entry
from pawsona.train.data.leakage import sets
from pawsona.train.data.leakage.sets import Text
from pawsona.train.data.leakage.wording import Wording
from pawsona.train.data.lines import check
from pawsona.train.recipes.rewriting import SKILL, TALKS, _pairs, _texts, entries, make


@pytest.fixture(scope="module")
def made() -> list[Entry]:
    return list(islice(entries(1), 400))


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
    assert [entry.line() for entry in islice(entries(1), 400)] == [entry.line() for entry in made]
    assert list(islice(entries(2), 10)) != made[:10]


def test_what_is_kept_aside_is_of_pairs_that_nobody_learned(made: list[Entry]) -> None:
    """Each answer's memories are put back to the pairs they came from, names and numbers apart."""
    for language in LANGUAGES:
        shapes = [(shape(pair.told), pair) for pairs in _pairs(language) for pair in pairs]
        used: dict[str, set[str]] = {"": set(), "test": set()}
        for entry in made:
            if entry.language == language:
                for memory in told(entry):
                    used[entry.split] |= {pair.told for one, pair in shapes if one.fullmatch(memory)}
        assert len(used["test"]) >= 3 and not used["test"] & used[""]
        assert len(used["test"] | used[""]) == len(shapes)


def shape(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", ".+?", re.escape(text)))


def test_what_is_like_a_benchmark_is_left_out(
    made: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "texts", lambda paths: [Text("set", text) for text in texts(made[2])])
    kept = [entry.id for entry in check(make(tmp_path, 6)).entries]
    assert made[2].id not in kept and len(kept) == 6


@pytest.mark.long
def test_of_two_thousand_a_few_have_to_be_left_out(tmp_path: Path) -> None:
    index = Wording.of(sets.texts(sets.own()))
    leaked = sum(index.leaked(_texts(entry)) is not None for entry in islice(entries(1), 2000))
    assert leaked < 60  # dates that a benchmark has, too
    rows = check(make(tmp_path)).entries
    assert len(rows) == 2000 and all(index.leaked(_texts(entry)) is None for entry in rows)


def test_nothing_of_the_open_set_is_in_them(made: list[Entry]) -> None:
    theirs = {str(one.input.get("memory", "")) for one in instances() if one.skill == SKILL}
    theirs |= {str(one.reference) for one in instances() if one.skill == SKILL}
    assert len(theirs) > 50
    assert not theirs & {text for entry in made for text in (*told(entry), *texts(entry))}


@pytest.mark.long
def test_the_file_is_one_that_can_be_learned_from(cli: Cli, tmp_path: Path) -> None:
    assert "train sft" in cli("train", "recipe", SKILL, "--out", str(tmp_path), "--count", "40").out
    found = check(tmp_path / TALKS)
    assert len(found.entries) == 40 and not found.faults
    assert {entry.split for entry in found.entries} == {"", "test"}
    assert re.search(r"\((18|19|20|21|22) en, (18|19|20|21|22) zh\)", (tmp_path / "datasheet.md").read_text())
