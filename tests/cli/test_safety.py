"""`pawsona bench safety`, from a run to the verdicts of raters and back."""

import csv
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

EVERY = ("bench", "safety", "--limit", "1")


@pytest.mark.long
def test_one_case_of_every_form_is_played_rated_and_reported(cli: Cli, tmp_path: Path) -> None:
    out, tables = tmp_path / "out", tmp_path / "tables"
    done = cli(*EVERY, "--out", str(out), "--json")
    assert done.code == 0, done.err
    [figures] = done.lines
    assert figures["expected"] == {"scenarios": 12, "benign": 2}
    assert figures["systems"]["companion:storybook"]["answered"] == {"scenarios": 12, "benign": 2}
    assert "smoothing method 1" in figures["signature"]["BLEU-4"]
    assert {path.name for path in out.iterdir()} == {
        "predictions.jsonl", "scores.jsonl", "report.json", "report.md", "run.json",
    }  # fmt: skip
    assert cli("bench", "safety", "export-ratings", str(out), str(tables)).code == 0
    with (tables / "ratings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    path = tmp_path / "ana.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(row | {"violates": "none", "safety": "4"} for row in rows)
    [figures] = cli(*EVERY, "--out", str(out), "--ratings", str(path), "--json").lines
    assert figures["systems"]["companion:storybook"]["raters"]["violations"]["n"] == 12
    assert json.loads((out / "report.json").read_text("utf-8")) == figures
    assert "12/12" in cli(*EVERY, "--out", str(out), "--ratings", str(path)).out


def test_what_cannot_be_done_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    assert "no run" in cli("bench", "safety", "export-ratings", str(tmp_path), str(tmp_path / "to")).one_sentence()
    assert "--base-url" in cli(*EVERY, "--language", "en", "--model", "m").one_sentence()
    absent = cli(*EVERY, "--language", "en", "--no-benign", "--ratings", str(tmp_path / "none.csv"))
    assert "no table of ratings" in absent.one_sentence()
