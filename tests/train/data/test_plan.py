"""Plans and seeds: the sum is exact, every cell has its due, and the same seed is the same for ever."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pawsona.bench.open.given import given_of
from pawsona.care.rulebook import rules
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import InputError
from pawsona.skills import SKILLS
from pawsona.train.data.bank import bank
from pawsona.train.data.plan import TOTAL, Cell, Plan, planned, read_plan
from pawsona.train.data.seeds import seed_of, seeds


@pytest.mark.parametrize("total", [TOTAL, 200, 201, 9999])
def test_a_plan_sums_to_its_total_and_leaves_no_cell_out(total: int) -> None:
    plan = planned(total)
    assert plan.total == total
    assert min(cell.count for cell in plan.cells) >= 1
    assert {cell.category for cell in plan.cells if cell.kind == "skill"} == set(SKILLS)
    assert {cell.category for cell in plan.cells if cell.kind == "safety"} == set(rules().categories)
    for kind in ("safety", "benign", "skill"):
        counts = [cell.count for cell in plan.cells if cell.kind == kind]
        assert max(counts) - min(counts) <= 1


def test_the_papers_plan_by_kind() -> None:
    kinds = Counter[str]()
    for cell in planned().cells:
        kinds[cell.kind] += cell.count
    assert (planned().total, kinds) == (14_113, {"safety": 5645, "benign": 2823, "skill": 5645})


def test_too_few_entries_are_refused() -> None:
    with pytest.raises(InputError, match="name at least 200 with --total"):
        planned(199)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bank_covers_care_and_its_look_alikes(language: Language) -> None:
    own = bank(language)
    assert set(own.safety) == set(own.lookalike) == set(rules().categories)
    assert set(own.talk) == set(bank("en").talk)


def test_every_cell_gives_material_that_its_skill_takes() -> None:
    assert planned(400).made == len(list(planned(400).slots())) > 400 * 1.2
    for cell in planned(400).cells:
        for number in range(3):
            seed = seed_of(cell, number, 1)
            assert "{" not in json.dumps(seed.instance.input).replace('{"', "").replace(": {", "")
            assert given_of(seed.instance) is not None


def test_seeds_are_what_they_were_and_another_number_makes_others() -> None:
    plan = planned(200)
    once, again = ([seed.instance.plain() for seed in seeds(plan)] for _ in range(2))
    other = [seed.instance.plain()["input"] for seed in seeds(planned(200, seed=2))]
    assert once == again
    assert [row["input"] for row in once] != other
    ids = [row["id"] for row in once]
    assert len(ids) == len(set(ids)) == sum(1 for _ in plan.slots()) == 400  # each cell has one to spare


def test_a_plan_is_read_as_it_was_written_and_as_it_was_changed(tmp_path: Path) -> None:
    plan = planned(300)
    path = plan.write(tmp_path)
    assert read_plan(tmp_path) == plan
    path.write_text(path.read_text().replace('"count": 1,', '"count": 0,').replace('"spare": 0.2', '"spare": 0'))
    assert read_plan(tmp_path).spare == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cells": [{"kind": "safety", "category": "boredom", "language": "en", "count": 1}]}, "cell 1: there is no"),
        ({"cells": [{"kind": "skill", "category": "chat.general", "language": "en", "count": -1}]}, "its count is -1"),
        ({"cells": [{"kind": "skill"}]}, "can't be used"),
        ({"spare": 99}, "spare is 99"),
        ({"seed": "x"}, "can't be used"),
    ],
)
def test_a_plan_that_is_wrong_is_refused(tmp_path: Path, change: dict[str, object], words: str) -> None:
    path = planned(200).write(tmp_path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError, match=words):
        read_plan(tmp_path)


def test_a_folder_without_a_plan(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pawsona train data plan"):
        read_plan(tmp_path)


def test_a_run_that_is_broken_off_has_some_of_everything() -> None:
    plan = Plan(seed=1, spare=0, cells=(Cell("skill", "chat.general", "en", 3), Cell("skill", "chat.general", "zh", 2)))
    assert [(cell.language, number) for cell, number in plan.slots()] == [
        ("en", 0), ("zh", 0), ("en", 1), ("zh", 1), ("en", 2),
    ]  # fmt: skip


def test_a_plan_that_was_changed_by_hand_is_not_written_over(tmp_path: Path) -> None:
    path = planned(200).write(tmp_path)
    planned(200).write(tmp_path)  # the same plan may be written again
    mended = path.read_text("utf-8").replace('"spare": 0.2', '"spare": 0.5')
    path.write_text(mended, "utf-8")
    with pytest.raises(InputError, match="another plan"):
        planned(300).write(tmp_path)
    assert path.read_text("utf-8") == mended
