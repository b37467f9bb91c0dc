"""iPET's offline evaluation: the same samples for every method, checks without a model, and paired differences."""

import json
from collections import Counter

import pytest
from tests.conftest import run

from pawsona.bench.core.records import Score
from pawsona.bench.core.suite import Item
from pawsona.bench.ipet.checks import worth
from pawsona.bench.ipet.day import METHODS, method_of, readable
from pawsona.bench.ipet.report import tables
from pawsona.bench.ipet.suite import EACH, MODES, SUITE, load, task_of
from pawsona.bench.live.systems import Spec, system
from pawsona.bench.open.instance import Instance
from pawsona.domain.language import LANGUAGES
from pawsona.errors import InputError

ITEMS = load().items


def answer(item: Item) -> str:
    async def asked() -> str:
        async with system(Spec.of("storybook")) as opened:
            instance = item.given["instance"]
            made = await opened.answer(Instance.of(instance, instance["language"]), "ipet")
            return json.dumps(made.plain)

    return run(asked())


def test_every_method_has_the_same_fifty_samples_in_both_modes() -> None:
    tasks = Counter(item.task for item in ITEMS)
    assert tasks == {task_of(method, mode): EACH * len(LANGUAGES) for method in METHODS for mode in MODES}
    by_task = {task: {item.cluster for item in ITEMS if item.task == task} for task in tasks}
    assert len({frozenset(clusters) for clusters in by_task.values()}) == 1


def test_only_memory_mode_has_memories_and_the_judge_sees_them_then() -> None:
    for item in ITEMS:
        memories = item.given["instance"]["input"]["memories"]
        assert bool(memories) == item.task.endswith("memory")
        assert all(memory in item.given["rubric"].prompt for memory in memories)
        assert item.given["rubric"].prompt.format(answer="{DAY}").count("{DAY}") == 1


@pytest.mark.parametrize("method", METHODS)
def test_the_storybook_makes_a_day_by_each_method(method: str) -> None:
    item = next(item for item in ITEMS if item.task == f"{method}_memory" and item.language == "zh")
    text = answer(item)
    assert json.loads(text)["method"] == method_of(f"day.{method}")
    found = worth(item, text)
    assert (found == {}) == (method == "basic")
    assert all(found[name] == 1.0 for name in found if name not in ("persona", "memory"))
    assert readable(text)


def test_what_is_wrong_with_a_day_costs_its_own_check() -> None:
    item = next(item for item in ITEMS if item.task == "world_memory")
    hobby, memory = item.given["instance"]["hobbies"][0], item.given["instance"]["input"]["memories"][0]
    rows = [
        {
            "at": "07:00",
            "label": "Breakfast",
            "kind": "breakfast",
            "place": "home",
            "detail": f"{hobby}, and {memory}.",
        },
        {"at": "07:05", "label": "Fishing", "kind": "fishing", "place": "lake", "detail": "A float bobs on the water."},
        {"at": "21:00", "label": "Sleep", "kind": "sleep", "place": "home", "detail": "A float bobs on the water."},
    ]
    day = {"method": "world", "season": "spring", "weather": "wind", "outline": "A day.", "items": rows}
    found = worth(item, json.dumps(day))
    assert found["no_conflict"] == found["no_repetition"] == 0.0
    assert found["feasible"] == found["fitting"] == found["memory"] == 1.0
    assert 0 < found["persona"] < 1
    assert set(worth(item, "a fine day").values()) == {0.0}


def test_differences_are_paired_by_persona() -> None:
    rows = [
        Score(id=f"{n}:{method}:{mode}", category=task_of(method, mode), cluster=str(n),
              scores={"realism": (0.4 + 0.02 * n) + (0.2 if method == "world" else 0.0)})
        for n in range(10) for method in METHODS for mode in MODES
    ]  # fmt: skip
    first, normal, _ = tables(rows)
    assert len(first.rows) == len(METHODS) * len(MODES)
    for row in normal.plain():
        assert row["dimension"] == "realism"
        assert row["difference"]["value"] == pytest.approx(1.0)
        assert row["difference"]["low"] == pytest.approx(1.0)
        assert row["p, Holm"] < 0.01


def test_the_suite_has_no_data_to_be_named(tmp_path: object) -> None:
    assert SUITE.load is not None
    with pytest.raises(InputError, match="--data"):
        SUITE.load(tmp_path)  # type: ignore[arg-type]
