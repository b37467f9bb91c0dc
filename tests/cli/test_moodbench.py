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


def test_describe_counts_the_paper_s_table(cli: Cli) -> None:
    [made] = cli("bench", "moodbench", "describe", "--json").lines
    table = {row["sub-ability"]: (row["tasks"], row["datasets"], row["self-built"]) for row in made["table1"]}
    assert table["Emotion Recognition"] == (6, 10, 1)
    assert table["Commonsense Ability"] == (6, 8, 0)
    assert table[""] == (41, 60, 4)
    assert [round(ratio, 2) for ratio in made["ratios"].values()] == [3.42, 1.46, 1.0]
    assert sum(made["languages"].values()) == 100
    assert "LogiQA and PersonaFeedback" in " ".join(cli("bench", "moodbench", "describe").out.split())


def test_questions_are_written_answered_and_scored(cli: Cli, tmp_path: Path) -> None:
    asked, said, out = tmp_path / "q.jsonl", tmp_path / "p.jsonl", tmp_path / "out"
    assert cli("bench", "moodbench", "questions", str(asked), "--only", "COPA", "--only", "liangbiao8").code == 0
    rows = [json.loads(line) for line in asked.read_text("utf-8").splitlines()]
    assert len(rows) == 10
    assert {row["language"] for row in rows} == {"en", "zh"}
    said.write_text("".join(json.dumps({"id": row["id"], "prediction": "选A"}) + "\n" for row in rows) + "{}\n")
    options = ("--only", "COPA", "--only", "EQ-60", "--out", str(out), "--json")
    done = cli("bench", "moodbench", "score", "--predictions", str(said), "--system", "random", *options)
    assert done.code == 0, done.err
    [made] = done.lines
    assert made["datasets"]["COPA"]["score"] == 60
    assert made["datasets"]["EQ-60"]["statuses"] == {"answered": 5}
    assert made["partial"] is True
    assert "no id or no prediction" in made["problems"][0]
    assert {path.name for path in out.iterdir()} == {
        "moodbench.json", "predictions.jsonl", "result.json", "scores.jsonl",
    }  # fmt: skip
    [[compared]] = cli("bench", "compare", str(out), "--json").lines
    assert (compared["systems"][0]["system"], compared["systems"][0]["rank"]) == (
        "random",
        1,
    )  # so called, and a system
    kept = [json.loads(line) for line in (out / "scores.jsonl").read_text("utf-8").splitlines()]
    assert {row["system"] for row in kept} == {"random"}


def test_what_an_answerer_without_a_mind_gets_is_kept_as_a_result(cli: Cli, tmp_path: Path) -> None:
    shown = cli("bench", "moodbench", "run", "oracle", "--out", str(tmp_path / "o"))
    assert shown.code == 0, shown.err
    assert "weighted total" in shown.out
    assert "LCSTS: no judge has marked it" in shown.err
    assert (tmp_path / "o/predictions.jsonl").exists()
    board = cli("bench", "compare", str(tmp_path / "o"))
    assert "no system" in board.out  # an oracle is shown and has no rank
    analysed = cli("bench", "moodbench", "analyse", str(tmp_path / "o"), "--json")
    assert list(analysed.lines[0]["placed"]) == ["oracle"]
    twice = cli("bench", "moodbench", "analyse", str(tmp_path / "o"), str(tmp_path / "o/result.json"))
    assert "'oracle'" in twice.one_sentence()


def test_what_is_not_there_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    assert "no dataset of MoodBench" in cli("bench", "moodbench", "run", "oracle", "--only", "x").one_sentence()
    data = str(tmp_path / "none")
    assert "QuwanAI/MoodBench" in cli("bench", "moodbench", "run", "oracle", "--data", data).one_sentence()
    file = tmp_path / "file"
    file.write_text("")
    assert "can't be written" in cli("bench", "moodbench", "questions", str(file / "q")).one_sentence()


def test_an_analysis_needs_no_model_of_one_s_own(cli: Cli, tmp_path: Path) -> None:
    [made] = cli("bench", "moodbench", "analyse", "--json").lines
    assert made["all"]["n"] == 30
    assert round(made["ranked"]["foundational_and_core"]["r"]["value"], 2) == 0.4
    shown = cli("bench", "moodbench", "analyse", "--no-outliers", "--out", str(tmp_path / "a"))
    assert "Companionship alone hardly" in " ".join(shown.out.split())
    assert (tmp_path / "a/core.svg").exists()
