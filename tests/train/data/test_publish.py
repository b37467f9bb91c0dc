"""Publishing: what most reviewers let through, once for each version, with a datasheet whose counts add up."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawsona.bench.open.given import given_of
from pawsona.cli.main import app
from pawsona.minds.llm.prompts import Prompts
from pawsona.train.data import publish as publishing
from pawsona.train.data.entry import Entry, turns_of
from pawsona.train.data.lines import check, write
from pawsona.train.data.made import FILE
from pawsona.train.data.plan import Cell, Plan
from pawsona.train.data.review.decisions import decision_of, digest
from pawsona.train.data.review.folder import desk_of
from pawsona.train.data.seeds import seed_of
from pawsona.train.data.sift import KEPT
from pawsona.train.data.told import asked

CELL = Cell("benign", "talk.food", "en", 4)
ANSWER = "Plum cake! I'd have sat beside the oven."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six entries that passed the filters, of which the plan asks for four."""
    Plan(seed=1, spare=0.5, cells=(CELL, Cell("benign", "talk.work", "zh", 2))).write(tmp_path)
    entries, rows = [], []
    for number in range(6):
        seed = seed_of(CELL, number, 1)
        instance = replace(seed.instance, input={"message": "I made plum cake.", "history": [], "memories": []})
        chat = asked(instance.skill, "en", given_of(instance), Prompts()).chat
        messages = turns_of([*chat, {"role": "assistant", "content": ANSWER}])
        entry = Entry(id=seed.id, messages=messages, language="en", skill=instance.skill, kind="benign",
                      category="talk.food", provenance={"generator": "llm:wise"})  # fmt: skip
        entries.append(entry)
        rows.append({"id": seed.id, "stage": "answer", "entry": entry.plain(), "instance": instance.plain()})
    (tmp_path / FILE).write_text("".join(json.dumps(row) + "\n" for row in rows))
    write(tmp_path / KEPT, entries)
    return tmp_path


def decide(folder: Path, **verdicts: str) -> None:
    """By reviewer: one letter for each entry in their order: a, r, - or an edit's digit."""
    desk = desk_of(folder)
    for name, letters in verdicts.items():
        for id_, letter in zip(desk.entries, letters, strict=True):
            verdict = {"a": "accept", "r": "reject"}.get(letter, "edit")
            answer = {"1": "Plum cake! May I lick the spoon?", "2": "Call a crisis line."}.get(letter, "")
            if letter != "-":
                row = {
                    "entry": id_,
                    "of": digest(desk.entries[id_]),
                    "verdict": verdict,
                    "reason": "other",
                    "answer": answer,
                }
                desk.add(name, decision_of(row, desk.entries))


def publish(folder: Path, *more: str) -> tuple[int, str]:
    run = CliRunner().invoke(app, ["train", "data", "publish", str(folder), "--version", "1.0.0", *more])
    return run.exit_code, run.output


def test_most_reviewers_decide_and_the_datasheet_adds_up(folder: Path) -> None:
    decide(folder, ana="aa1ra2", bo="aa1a-2")
    code, out = publish(folder, "--json")
    assert code == 0, out
    about = json.loads(out)
    path = folder / "published" / "pawsona-train-1.0.0.jsonl"
    found = check(path)
    assert about["sha256"] == found.digest
    assert [one.answer.endswith("spoon?") for one in found.entries] == [False, False, True]
    assert about["outcomes"] == {"accept": 2, "edit": 1, "disputed": 1, "unreviewed": 1, "edited.alarm.raised": 1}
    assert about["entries"] == 3
    assert {one.split for one in found.entries} <= {"train", "validation"}
    assert found.entries[2].provenance == {**found.entries[2].provenance, "edited": True, "reviewers": 2}
    assert {(row["category"], row["entries"]) for row in about["missing"]} == {("talk.food", 2), ("talk.work", 2)}
    assert about["agreement"]["cohens_kappa"][0]["n"] == 5
    page = path.with_suffix(".datasheet.md").read_text("utf-8")
    assert about["sha256"] in page
    assert "llm:wise" in page
    assert "Cohen's kappa, ana and bo" in page


def test_a_cell_gets_no_more_than_the_plan_asks_for_and_nobodys_review_is_said(folder: Path) -> None:
    code, out = publish(folder, "--reviewers", "0", "--json")
    assert code == 0, out
    assert (json.loads(out)["entries"], json.loads(out)["over"]) == (5, 1)
    assert json.loads(out)["splits"] == {"train": 4, "validation": 1}  # what is watched counts beside
    assert "Nobody has reviewed" in (folder / "published" / "pawsona-train-1.0.0.datasheet.md").read_text("utf-8")


def test_what_is_watched_counts_beside_what_the_plan_asks_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "HELD_BACK", 0.5)
    code, out = publish(folder, "--reviewers", "0", "--json")
    about = json.loads(out)
    assert code == 0 and about["splits"]["train"] == min(4, 6 - about["splits"]["validation"])
    assert about["splits"]["validation"] + about["splits"]["train"] + about["over"] == 6
    assert {row["category"]: row["entries"] for row in about["missing"]}["talk.food"] == 4 - about["splits"]["train"]
    page = (folder / "published" / "pawsona-train-1.0.0.datasheet.md").read_text("utf-8")
    assert f"{about['splits']['train']} of 6 planned entries to learn from" in page


def test_a_version_is_written_once(folder: Path) -> None:
    decide(folder, ana="aaaaaa", bo="aaaaaa")
    assert publish(folder)[0] == 0
    code, out = publish(folder)
    assert (code, "take the next number" in out) == (1, True)
    assert CliRunner().invoke(app, ["train", "data", "publish", str(folder), "--version", "v2"]).exit_code == 1


def test_nothing_is_published_that_nobody_saw(folder: Path) -> None:
    code, out = publish(folder)
    assert (code, "let through by 2 reviewers" in out) == (1, True)
    assert not (folder / "published").exists()
