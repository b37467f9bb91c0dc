import json
from pathlib import Path

from tests.cli.conftest import Cli

from pawsona.bench.moodbench.structure import profile


def test_aggregate_prints_the_fixed_names(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    file.write_text(json.dumps(dict.fromkeys(profile("paper").datasets, 70.0)))
    done = cli("bench", "moodbench", "aggregate", str(file), "--json")
    assert done.code == 0, done.err
    [made] = done.lines
    assert round(made["raw_total"], 9) == round(made["total"], 9) == 70.0
    assert made["gate_passed"] is True
    assert made["coverage"] == 1.0
    assert set(made["abilities"]) == {"Values & Safety", "Foundational", "Emotional", "Companionship"}
    table = cli("bench", "moodbench", "aggregate", str(file), "--tree")
    assert "Book-SORT" in table.out
    assert "total after the veto" in table.out


def test_a_partial_sheet_says_so_and_names_what_it_left_out(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    file.write_text(json.dumps({"AGNews": 80.0, "Mystery": 3}))
    done = cli("bench", "moodbench", "aggregate", str(file))
    assert done.code == 0
    assert "Partial: 1 of 60" in " ".join(done.out.split())
    assert "'Mystery' is no dataset of MoodBench" in done.err
    assert (
        "paper, literal, repository"
        in cli("bench", "moodbench", "aggregate", str(file), "--profile", "x").one_sentence()
    )
    assert cli("bench", "moodbench", "aggregate", str(tmp_path / "absent.json")).code == 1
