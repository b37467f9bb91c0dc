"""Results beside each other, as tables, figures and pages."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pawsona.bench.core import Score
from pawsona.bench.core.result import Beside, Result
from pawsona.bench.core.standing import standings
from pawsona.bench.report import site
from pawsona.bench.report.analyses import analyses, worth
from pawsona.bench.standings import differences, figures, leaderboard, of_folders
from pawsona.bench.suites import suite_of
from pawsona.errors import InputError

PETBENCH = suite_of("petbench")
TASKS = ("routine_level_1", "routine_level_2", "routine_level_3", "note_intent")
COUNTED = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL")
SIGNS = {name: f"{name}|tok:x" for name in (*COUNTED, "accuracy")}


def result(
    system: str, worth: float, *, answered: int = 100, signs: dict[str, str] | None = None, **about: object
) -> Result:
    """A system whose answers are worth about so much."""
    rng = random.Random(system)
    scores = [
        Score(
            id=f"{task}:{n}", category=task, cluster=f"{task}:{n}",
            scores=dict.fromkeys((*COUNTED, "accuracy", "format"), min(1.0, max(0.0, rng.gauss(worth, 0.1)))),
        )
        for task in TASKS for n in range(25)
    ]  # fmt: skip
    return Result(
        suite="petbench", system=system, expected=100, scores=scores[:answered], about=about,
        signatures=SIGNS if signs is None else signs, costs={"calls": 100}, log="logs/<a>.eval",
    )  # fmt: skip


FIELD = (
    result("good <b>", 0.7, size=70, kind="instruct", family="a"),
    result("middle", 0.4, size=7, kind="base", family="a"),
    result("twin", 0.41, size=1, kind="instruct", family="b"),
    result("half", 0.9, answered=50),
    result("the reference itself", 1.0, oracle=True),
)


def folders(some: Sequence[Result], to: Path) -> list[Path]:
    made = [to / str(number) for number in range(len(some))]
    for folder, one in zip(made, some, strict=True):
        one.write(folder)
    return made


def test_only_whole_runs_of_systems_are_ranked_and_ranks_have_ranges(tmp_path: Path) -> None:
    [found] = of_folders(folders(FIELD, tmp_path), rounds=300)
    table = leaderboard(found)
    rows = {row[""]: row for row in table.plain()}
    assert rows["good <b>"]["rank"] == 1 and rows["good <b>"]["could be"] == "1 to 1"
    assert rows["half"]["rank"] is None and rows["half"]["could be"] == "under 99%"
    assert rows["half"]["answered"] == "50/100"
    assert rows["the reference itself"]["could be"] == "no system"
    assert {rows["middle"]["could be"], rows["twin"]["could be"]} & {"2 to 3"}
    assert {(row[""], row["than"]) for row in differences(found, "middle").plain()} == {
        ("good <b>", "middle"),
        ("twin", "middle"),
    }
    with pytest.raises(InputError, match="'half' is not ranked"):
        differences(found, "half")
    plain = figures(found, None)
    assert plain["systems"][0]["rank_interval"] == [1, 1]
    assert len(plain["differences"]) == 3
    assert all(one["p"] <= one["p_holm"] <= 1 for one in plain["differences"])


def test_figures_of_other_signatures_stand_apart() -> None:
    other = result("other", 0.5, signs=SIGNS | {"bleu1": "bleu1|tok:y"})
    unsigned = result("unsigned", 0.5, signs={})
    assert len(standings(PETBENCH, [FIELD[0], FIELD[1], other, unsigned], rounds=5)) == 3
    part = replace(FIELD[0], system="part", expected=50, scores=FIELD[0].scores[:50])
    whole, some = standings(PETBENCH, [FIELD[0], part], rounds=5)
    assert (list(whole.results), list(some.results)) == (["good <b>"], ["part"])
    assert some.title == "Pet-Bench: overlap, 2 of 16 tasks"
    with pytest.raises(InputError, match="two results of 'middle'"):
        standings(PETBENCH, [FIELD[1], FIELD[1]])
    assert standings(PETBENCH, [result("none", 0.5, answered=0)]) == []


def test_pages_ask_nothing_of_any_other_host_and_escape_names(tmp_path: Path) -> None:
    [found] = of_folders(folders(FIELD, tmp_path / "in"), rounds=100)
    index = site.write([found], tmp_path / "out")
    assert {path.name for path in index.parent.iterdir()} == {"index.html", "petbench-overlap.html", "style.css"}
    page = (index.parent / "petbench-overlap.html").read_text("utf-8")
    assert "<b>" not in page and "good &lt;b&gt;" in page
    assert "<script" not in page and "http://" not in page and "https://" not in page
    assert page.count("<svg") == 4, "dots, radar, boxes, sizes"
    tables = ("Base against instruct", "Level I against Level III", "Form kept", "Spearman")
    for said in (*tables, "no licence file", "bleu1,bleu2,bleu3,bleu4,rouge1"):
        assert said in page
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="can't be written"):
        site.write([found], tmp_path / "file")


def test_what_no_system_answered_stands_below_every_table_of_its_total(tmp_path: Path) -> None:
    usual = {"nothing": Beside(root="overlap", total=0.0), "the reference itself": Beside(root="total", total=1.0)}
    [found] = of_folders(folders([replace(FIELD[0], beside=usual), FIELD[1]], tmp_path / "in"), rounds=5)
    last = leaderboard(found).plain()[-1]
    assert (last[""], last["rank"], last["could be"], last["overlap"]) == ("nothing", None, "no system", "0.0")
    assert figures(found, None)["beside"] == {"nothing": 0.0}
    assert set(found.ranks()) == {"good <b>", "middle"}


def test_a_cost_that_nobody_knows_is_said_to_be_unknown(tmp_path: Path) -> None:
    free = replace(FIELD[0], system="free", costs={"calls": 3, "input_tokens": 0, "price": 0.0})
    paid = replace(FIELD[1], costs={"calls": 3, "input_tokens": 9000, "price": 0.0421, "judge_calls": 2})
    told = replace(FIELD[2], costs={"calls": 3, "input_tokens": 9000})
    for some, says in (([free, paid], False), ([free, told], True)):
        site.write(of_folders(folders(some, tmp_path / str(says)), rounds=5), tmp_path / "out")
        page = (tmp_path / "out/petbench-overlap.html").read_text("utf-8")
        assert ("No price is known" in page) == says
        assert ("0.0421" in page) != says
        assert ("judge: calls" in page) != says


def test_answers_are_shown_by_language_and_by_what_counts() -> None:
    rows = [
        Score(id=f"{language}-{n}", category="chat_general", scores={"rouge1": value, "rougeL": value, "form": 1.0},
              extra={"language": language})
        for language, value in (("en", 0.2), ("zh", 0.4)) for n in range(3)
    ]  # fmt: skip
    run = Result(suite="open", system="a", expected=6, scores=rows)
    [found] = standings(suite_of("open"), [run], rounds=5)
    said = "".join(analyses(found))
    assert "By language" in said and "20.0 (n=3)" in said and "40.0 (n=3)" in said  # the form is no part of the worth
    assert "Form kept" in said


def test_the_suites_own_tables_stand_in_the_report(tmp_path: Path) -> None:
    rows = [
        Score(id=f"{name}/{n}", category=name, scores={"right": 1.0, "asked": 1.0})
        for name in ("BBQ", "AGNews") for n in range(3)
    ]  # fmt: skip
    board = standings(suite_of("moodbench"), [Result(suite="moodbench", system="a", expected=6, scores=rows)], rounds=5)
    site.write(board, tmp_path)
    page = (tmp_path / "moodbench-total_partial.html").read_text("utf-8")
    assert "a: MoodBench 1.0, profile paper" in page
    assert "Natural Language Understanding" in page


def h2htalk(system: str, *, judged: int) -> Result:
    """Answers at a judged level; so many of 200 have a mark."""
    scores = [
        Score(id=f"itinerary_basic:{n}", category="itinerary_basic",
              scores=dict.fromkeys((*COUNTED, "ss", *(["judge"] if n < judged else [])), 0.5))
        for n in range(200)
    ]  # fmt: skip
    signs = {name: name for name in (*COUNTED, "ss", "judge")}
    return Result(suite="h2htalk", system=system, expected=200, scores=scores, signatures=signs)


def test_with_a_judge_and_without_are_two_figures() -> None:
    found = standings(
        suite_of("h2htalk"), [h2htalk("a", judged=200), h2htalk("b", judged=0), h2htalk("c", judged=199)], 5
    )
    assert {one.root: set(one.results) for one in found} == {"overall": {"a", "c"}, "overall_unjudged": {"b"}}


def test_a_run_over_a_few_items_has_no_rank_among_whole_ones() -> None:
    few = [row for row in FIELD[0].scores if int(row.id.split(":")[1]) < 2]
    limited = replace(FIELD[0], system="limited", scores=few, expected=len(few))
    [found] = standings(PETBENCH, [FIELD[1], limited], rounds=5)
    assert set(found.alike) == {"middle"}
    assert found.alike["middle"].items["overlap"] == 100
    assert limited.ranked, "by itself it is whole"


def test_an_answer_is_worth_what_its_task_counts() -> None:
    scores = {"bleu1": 0.5, "rougeL": 0.5, "judge": 1.0, "format": 0.0, "ss_standin": 0.0}
    assert worth(PETBENCH, Score(id="a", scores=scores, category="chat_general")) == 0.5
    assert worth(PETBENCH, Score(id="a", scores=scores, category="routine_level_1")) == pytest.approx(2 / 3)
    talk = suite_of("h2htalk")
    assert worth(talk, Score(id="a", scores={"s": 0.2, "j": 0.6, "bleu1": 1.0}, category="itinerary_basic")) == 0.6
    assert worth(talk, Score(id="a", scores={"format": 1.0}, category="dialogue_base")) is None


def test_answers_that_no_judge_saw_are_not_in_a_judged_total() -> None:
    scores = [
        Score(
            id=f"en-implicit-{n:02}",
            category="implicit",
            scores={"ss_standin": 1.0} | ({"judge": 1.0} if n < 4 else {}),
        )
        for n in range(30)
    ]
    run = Result(suite="instruct", system="a", expected=30, scores=scores, signatures={"judge": "judge"})
    [found] = standings(suite_of("instruct"), [run], rounds=5)
    assert (found.results["a"].answered, found.alike) == (4, {})
