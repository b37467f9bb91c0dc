import json
from pathlib import Path

import pytest
from tests.bench.recall.conftest import LOCOMO
from tests.cli.conftest import Cli


def data(folder: Path) -> str:
    path = folder / "conversation.json"
    path.write_text(json.dumps(LOCOMO))
    return str(path)


def test_recall_on_locomo_prints_the_fixed_figures(cli: Cli, tmp_path: Path) -> None:
    done = cli("bench", "recall", "locomo", "--data", data(tmp_path), "--json")
    assert done.code == 0, done.err
    [figures] = done.lines
    assert figures["n"] == 2
    assert 0.0 <= figures["recall@10"] <= 1.0
    assert set(figures["by_category"]) == {"1", "4"}


def test_people_get_tables_and_a_curve(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = cli("bench", "recall", "locomo", "--data", data(tmp_path), "--arms", "bm25", "--out", str(out))
    assert done.code == 0, done.err
    assert "evidence found, by turns" in done.out
    assert "area under the curve" in done.out
    assert {path.name for path in out.iterdir()} == {
        "predictions.jsonl", "scores.jsonl", "report.json", "report.md", "roc.svg",
    }  # fmt: skip


def test_wrong_data_is_one_sentence_that_says_where_the_right_is(cli: Cli, tmp_path: Path) -> None:
    done = cli("bench", "recall", "locomo", "--data", str(tmp_path / "absent.zip"), "--json")
    assert done.code == 1
    assert "snap-research/locomo" in done.one_sentence()
    assert "locomo, longmemeval, own" in cli("bench", "recall", "mystery", "--data", "x").one_sentence()
    assert "bm25-raw" in cli("bench", "recall", "own", "--data", "x", "--arms", "magic").one_sentence()


def test_a_folder_that_cannot_be_written_is_told_before_the_run(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("pawsona.bench.recall.suite.recall", None)
    done = cli("bench", "recall", "locomo", "--data", data(tmp_path), "--out", str(tmp_path / "file"))
    assert done.code == 1
    assert "can't be written" in done.one_sentence()
