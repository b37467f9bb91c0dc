"""`bench run`, `judge` and `review`: what they say before and without Inspect AI."""

import csv
from pathlib import Path

import pytest
from tests.bench.review.conftest import written
from tests.cli.conftest import Cli


def test_a_run_is_estimated_before_anything_is_asked(cli: Cli) -> None:
    [found] = cli("bench", "run", "open", "--model", "m", "--judge", "j", "--limit", "2", "--estimate", "--json").lines
    assert (found["items"], found["calls"], found["judge_calls"]) == (32, 32, 32)
    assert found["tokens_in"] > 1000
    [free] = cli("bench", "run", "open", "--companion", "--estimate", "--json").lines
    assert (free["items"], free["calls"], free["tokens_in"]) == (800, 0, 0)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("run", "open"), "--out"),
        (("run", "open", "--mind", "poet", "--out", "x"), "'poet' is no mind"),
        (("run", "open", "--mind", "storybook", "--model", "m", "--out", "x"), "asks no model"),
        (("run", "open", "--tasks", "poetry", "--estimate"), "no task 'poetry'"),
        (("run", "petbench", "--estimate"), "data.zip"),
        (("run", "mystery", "--estimate"), "no suite 'mystery'"),
        (("run", "safety", "--estimate"), "pawsona bench safety"),
        (("judge", "nowhere", "--judge", "j", "--against", "x"), "--out"),
        (("review", "export", "nowhere", "--to", "x"), "run a suite first"),
        (("review", "export", "a", "b", "--to", "x", "--pairs", "--below", "3.5"), "leave one of them out"),
        (("review", "serve", "a", "--to", "x", "--seed", "1"), "add --pairs"),
    ],
)
def test_what_can_not_be_done_is_one_sentence(cli: Cli, asked: tuple[str, ...], said: str) -> None:
    done = cli("bench", *asked)
    assert done.code == 1
    assert said in done.one_sentence()


def test_answers_go_out_and_come_back(cli: Cli, tmp_path: Path) -> None:
    folder = str(written(tmp_path / "run", "llm:anna", ["A", "B", "C", "D", "E", "F"]))
    out = cli("bench", "review", "export", folder, "--to", str(tmp_path / "tables"), "--parts", "2")
    assert [Path(line).name for line in out.out.split()] == ["ratings-1.csv", "ratings-2.csv"]
    table = tmp_path / "tables" / "ratings-1.csv"
    assert "not filled in" in cli("bench", "review", "import", folder, "--table", str(table)).one_sentence()
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with table.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows([row | {"overall": "4"} for row in rows])
    [found] = cli("bench", "review", "import", folder, "--table", str(table), "--json").lines
    assert (found["rated"], found["answers"], found["raters"]) == (3, 6, ["ratings-1"])
    assert found["tables"]["People's ratings"][0]["mark, of 5"]["value"] == 4.0
