"""Records come back as they went, intervals cover, tables show everything, and nothing heavy is needed."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from pawsona.bench.core import Prediction, Score, Table, difference, mean, read_lines, write_lines
from pawsona.errors import InputError


def test_records_are_one_object_a_line(tmp_path: Path) -> None:
    rows: list[Prediction | Score] = [
        Prediction(id="a", prediction=["1:1", "雨伞"], system="dense"),
        Score(id="a", scores={"recall@10": 0.5}, system="dense", category="1", cluster="c"),
    ]
    path = tmp_path / "new" / "rows.jsonl"
    write_lines(path, rows)
    first, second = read_lines(path)
    assert first == {"id": "a", "prediction": ["1:1", "雨伞"], "system": "dense", "extra": {}}
    assert second["scores"] == {"recall@10": 0.5}
    assert second["cluster"] == "c"


def test_a_line_that_is_no_object_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    for wrong in ("[1]", "{", '"a"'):
        path.write_text(f'{{"id": "a"}}\n\n{wrong}\n')
        with pytest.raises(InputError, match="line 3"):
            list(read_lines(path))


def test_an_interval_is_of_clusters_not_of_items() -> None:
    values = [0.0] * 50 + [1.0] * 50
    alone = mean(values, [str(n) for n in range(100)])
    together = mean(values, ["a"] * 50 + ["b"] * 50)
    assert alone.value == together.value == 0.5
    assert 0.39 < alone.low < 0.42
    assert 0.58 < alone.high < 0.61
    assert (together.low, together.high, together.clusters) == (0.0, 1.0, 2)


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(7)
    covered = 0
    for _ in range(100):
        values, clusters = [], []
        for cluster in range(30):
            chance = rng.betavariate(6, 4)
            values += [float(rng.random() < chance) for _ in range(8)]
            clusters += [str(cluster)] * 8
        found = mean(values, clusters, rounds=400)
        covered += found.low <= 0.6 <= found.high
    assert 85 <= covered <= 99


def test_a_difference_is_paired() -> None:
    hard = [n / 100 for n in range(100)]
    easy = [value + 0.01 for value in hard]
    found = difference(easy, hard, [str(n) for n in range(100)])
    assert found.low == pytest.approx(0.01)
    assert found.high == pytest.approx(0.01)


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ValueError, match="0 values"):
        mean([], [])
    with pytest.raises(ValueError, match="2 clusters"):
        mean([1.0], ["a", "b"])


def test_a_table_for_people_pages_and_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("Found", ("", "n", "recall"), note="n = 3")
    table.add("dense", 3, mean([0.0, 0.5, 1.0], ["a", "b", "c"]))
    table.add("雨伞 [raw]", 3, None)
    with pytest.raises(ValueError, match="2 cells"):
        table.add("short", 1)
    table.show()
    shown = capsys.readouterr().out
    assert "0.500 [0.000, 1.000]" in shown
    assert "雨伞 [raw]" in shown
    assert table.markdown().splitlines()[2:5] == [
        "|  | n | recall |",
        "| --- | --- | --- |",
        "| dense | 3 | 0.500 [0.000, 1.000] |",
    ]
    assert json.dumps(table.plain()[0]["recall"])
    assert table.plain()[1] == {"": "雨伞 [raw]", "n": 3, "recall": None}


def test_the_core_needs_nothing_heavy() -> None:
    program = "import sys, pawsona.bench.core; from pawsona.bench.core import agreement, overlap, similarity, tokens; print(*sorted(name for name in sys.modules if '.' not in name))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    heavy = {
        "scipy", "torch", "inspect_ai", "pandas", "rich", "sqlalchemy", "fastapi", "openai", "pydantic", "jieba", "nltk",
    }  # fmt: skip
    assert not heavy & set(done.stdout.split())
