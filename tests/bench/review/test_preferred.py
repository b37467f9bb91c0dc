"""People say which of two answers is better, not knowing whose; order and raters are told apart from the systems."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pawsona.bench.core.records import Prediction, write_lines
from pawsona.bench.core.result import Result, read
from pawsona.bench.core.standing import Standing
from pawsona.bench.core.tree import Leaf, Node, draw
from pawsona.bench.ipet.suite import load as load_ipet
from pawsona.bench.report import site
from pawsona.bench.review import page, preferred, sheet
from pawsona.bench.review.queue import Entry, Run, run_of
from pawsona.bench.suites import suite_of
from pawsona.errors import InputError

OURS = ("Yes.", "No.", "Well.", "Good.")
"""What the first run answered where the two differ."""


def filled(entries: dict[str, Entry], folder: Path, rater: str, choose: Callable[[str], str]) -> Path:
    """A rater fills in an exported table."""
    [path] = sheet.export(entries, folder / rater)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["better"] = choose(row["answer"])
    made = folder / f"{rater}.csv"
    with made.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return made


def ours(answer: str) -> str:
    """Whoever likes the first run always."""
    return "1" if any(f":\n{text}\n\n" in answer for text in OURS) else "3"


def figures(found: preferred.Compared) -> dict[str, object]:
    return {row[""]: row["value"] for row in preferred.tables(found)[0].plain()}


def test_the_order_is_chance_and_the_table_names_nobody(runs: list[Run]) -> None:
    one, other = runs
    orders = {tuple(entry.answer for entry in preferred.shown(one, other, seed=seed).values()) for seed in range(6)}
    assert len(orders) > 1
    shown = preferred.shown(one, other)
    assert len(shown) == len(OURS)
    assert list(shown) == sorted(shown)
    for entry in shown.values():
        row = sheet.row_of(entry)
        assert "llm:" not in "".join(row.values())
        assert "1 the first, 2 neither, 3 the second" in row["questions"] or "1 第一个" in row["questions"]


def test_whoever_is_preferred_wins_whichever_order_a_rater_saw(runs: list[Run], tmp_path: Path) -> None:
    shown = [preferred.shown(runs[0], runs[1], seed=seed) for seed in (0, 1, 2)]
    tables = [filled(entries, tmp_path, f"r{seed}", ours) for seed, entries in enumerate(shown)]
    found = preferred.compared(runs, tables)
    rows = {row[""]: row["value"] for row in preferred.tables(found)[0].plain()}
    assert rows["won, tied, lost"] == "4, 0, 0"
    assert rows["wins, where they differ"]["value"] == 1.0
    assert rows["answers that are alike"] == 1  # "Hello."
    assert rows["pairs that nobody rated"] == 0
    assert 0 < rows["whoever came first was chosen"]["value"] < 1
    preferred.keep(found)
    preferred.keep(found)
    result = read(runs[0].folder)
    [kept] = result.about["preferred"]
    assert (kept["than"], kept["by"], kept["value"], kept["alike"]) == ("llm:berta", "people", 1.0, 1)
    tree = Node("total", (Leaf("rouge1", (0.5,), ("a",), ("a",)),))
    drawn = {result.system: draw(tree, 5)}
    site.write([Standing(suite_of("open"), "total", {}, {result.system: result}, drawn, {})], tmp_path / "site")
    assert "share of wins" in (tmp_path / "site/open-total.html").read_text("utf-8")


def test_days_that_look_the_same_are_shown_to_nobody(tmp_path: Path) -> None:
    items = load_ipet().items[:3]
    hour = {"at": "08:00", "label": "wakes", "kind": "rest", "place": "nest", "detail": "slowly"}
    folders = []
    for place in ("nest", "roof"):  # a place is no part of what people see
        texts = [json.dumps({"outline": "A day.", "items": [{**hour, "place": place}]}) for _ in items]
        texts[0] = texts[0].replace("A day.", f"A day on the {place}.")
        folders.append(tmp_path / place)
        folders[-1].mkdir()
        said = [Prediction(id=item.id, prediction=text) for item, text in zip(items, texts, strict=True)]
        write_lines(folders[-1] / "predictions.jsonl", said)
        Result(suite="ipet", system=place, expected=3).write(folders[-1])
    one, other = (run_of(folder) for folder in folders)
    for seed in range(4):
        [entry] = preferred.shown(one, other, seed=seed).values()
        assert entry.item.id == items[0].id
    table = filled(preferred.shown(one, other), tmp_path, "ana", lambda answer: "2")
    found = preferred.compared([one, other], [table])
    assert (found.alike, figures(found)["pairs that nobody rated"]) == (2, 0)


def test_without_a_majority_it_is_a_tie_and_agreement_says_so(runs: list[Run], tmp_path: Path) -> None:
    entries = preferred.shown(runs[0], runs[1])
    theirs = {"1": "3", "3": "1"}
    tables = [
        filled(entries, tmp_path, "ana", ours),
        filled(entries, tmp_path, "bo", lambda answer: theirs[ours(answer)]),
        filled(entries, tmp_path, "cy", lambda answer: "2"),
    ]
    rows = {row[""]: row["value"] for row in preferred.tables(preferred.compared(runs, tables))[0].plain()}
    assert rows["won, tied, lost"] == "0, 4, 0"
    assert rows["Krippendorff's alpha"]["value"] < 0


@pytest.mark.parametrize(("cell", "said"), [("2.5", "one of 1, 2, 3"), ("4", "from 1 to 3"), ("first", "from 1 to 3")])
def test_a_choice_that_is_none_is_named(runs: list[Run], tmp_path: Path, cell: str, said: str) -> None:
    table = filled(preferred.shown(runs[0], runs[1]), tmp_path, "ana", lambda answer: cell)
    with pytest.raises(InputError, match=said):
        preferred.compared(runs, [table])


def test_two_runs_are_put_beside_each_other_and_no_other_number(runs: list[Run]) -> None:
    with pytest.raises(InputError, match="not 1"):
        preferred.two(runs[:1])
    with pytest.raises(InputError, match="no different answers"):
        preferred.shown(runs[0], run_of(runs[0].folder))


def test_the_page_offers_words_for_choices(runs: list[Run], tmp_path: Path) -> None:
    app = page.app(preferred.shown(runs[0], runs[1]), tmp_path, ["testserver"])
    client = TestClient(app, base_url="http://testserver")
    rows = client.get("/queue?rater=ana").json()["rows"]
    assert {tuple(row["scale"][0]["choices"]) for row in rows} == {("1", "2", "3")}
    sent = {"rater": "ana", "item": rows[0]["item"], "ratings": {"better": "3"}}
    assert client.post("/rate", json=sent, headers={"origin": "http://testserver"}).json() == {"rated": 1}
    found = preferred.compared(runs, [tmp_path / "ana.csv"])
    assert figures(found)["pairs that nobody rated"] == 3
