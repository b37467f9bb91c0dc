"""The score tree: means of means, every node with an interval, systems compared on the same draws."""

import itertools
import random

import numpy as np
import pytest

from pawsona.bench.core import Score, mean
from pawsona.bench.core.compare import compare, ranks, shared
from pawsona.bench.core.tree import Node, draw, leaf, node


def rows(values: dict[str, list[float]], clusters: int = 0) -> list[Score]:
    """Scores of tasks; with `clusters`, personas that all tasks share."""
    return [
        Score(id=f"{task}:{n}", scores={"m": value}, category=task, cluster=f"p{n % clusters}" if clusters else "")
        for task, some in values.items()
        for n, value in enumerate(some)
    ]


def tree(scores: list[Score], weights: tuple[float, ...] | None = None) -> Node:
    names = list(dict.fromkeys(row.category for row in scores))
    made = node("total", [leaf(name, [r for r in scores if r.category == name], "m") for name in names], weights)
    assert made is not None
    return made


def test_a_total_is_the_weighted_mean_of_what_is_there() -> None:
    scores = rows({"a": [0.0, 1.0], "b": [1.0, 1.0, 1.0, 1.0]})
    drawn = draw(tree(scores, (3, 1)), rounds=50)
    assert drawn.values["total"][0] == pytest.approx(0.625)
    assert drawn.values["total/a"][0] == 0.5
    assert (drawn.items["total"], drawn.items["total/b"]) == (6, 4)
    without = node("total", [leaf("a", scores[:2], "m"), leaf("c", [], "m")], (3, 1))
    assert without is not None
    assert draw(without, rounds=5).values["total"][0] == 0.5, "an absent child is no zero"
    assert node("total", [None]) is None


def test_a_leaf_alone_has_the_interval_of_a_mean() -> None:
    rng = random.Random(3)
    values = [rng.random() for _ in range(200)]
    one = draw(tree(rows({"a": values}, clusters=40))).interval("total/a")
    other = mean(values, [f"p{n % 40}" for n in range(200)])
    assert one.value == pytest.approx(other.value)
    assert one.low == pytest.approx(other.low, abs=0.005)
    assert one.high == pytest.approx(other.high, abs=0.005)


def test_tasks_are_drawn_apart_unless_they_share_personas() -> None:
    rng = random.Random(4)
    values = [rng.random() for _ in range(60)]
    apart = draw(tree(rows({"a": values, "b": [1 - value for value in values]}))).interval("total")
    together = draw(tree(rows({"a": values, "b": [1 - value for value in values]}, clusters=60))).interval("total")
    assert apart.high - apart.low > 0.05
    assert together.high - together.low < 1e-9, "what one persona gains in a it loses in b"


def test_a_node_may_be_any_function_of_its_children() -> None:
    scores = rows({"gate": [0.5, 0.7], "rest": [0.9, 0.9]})
    children = [leaf(name, [r for r in scores if r.category == name], "m") for name in ("gate", "rest")]
    vetoed = node("total", children, combine=lambda values: np.where(values[0] < 0.6, 0.0, values[1]))
    assert vetoed is not None
    found = draw(vetoed).interval("total")
    assert (found.value, found.low, found.high) == (0.9, 0.0, 0.9)


def test_what_only_stands_beside_spoils_no_draw() -> None:
    """A leaf of weight 0 that many draws miss: 0 times no value is no value, and would take the mean along."""
    scores = rows({"a": [0.5] * 30}, clusters=30)
    rare = Score(id="a:0", scores={"rare": 1.0}, cluster="p0")
    made = node("total", [leaf("a", scores, "m"), leaf("rare", [rare], "rare")], [1.0, 0.0])
    assert made is not None
    assert not np.isnan(draw(made, rounds=50).values["total"]).any()


def test_a_total_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(11)
    covered = 0
    for _ in range(100):
        scores = rows({task: [rng.betavariate(2, 2) for _ in range(n)] for task, n in (("a", 40), ("b", 15))})
        found = draw(tree(scores), rounds=300).interval("total")
        covered += found.low <= 0.5 <= found.high
    assert 86 <= covered <= 99


def test_systems_are_compared_on_the_items_that_all_of_them_have() -> None:
    rng = random.Random(5)
    base = [rng.random() for _ in range(80)]
    systems = {
        "better": rows({"a": [value + 0.02 for value in base]}),
        "base": rows({"a": base}),
        "noise": rows({"a": [rng.random() for _ in base]})[:70],
    }
    kept = shared(systems)
    assert {len(some) for some in kept.values()} == {70}
    drawn = {name: draw(tree(some), rounds=500) for name, some in kept.items()}
    by_pair = {(one.one, one.other): one for one in compare(drawn, "total")}
    assert set(by_pair) == set(itertools.combinations(systems, 2))
    sure = by_pair["better", "base"]
    assert sure.difference.low == pytest.approx(0.02)
    assert sure.p == pytest.approx(2 / 501)
    assert sure.adjusted == pytest.approx(6 / 501)
    unsure = by_pair["base", "noise"]
    assert unsure.difference.low < 0 < unsure.difference.high
    assert unsure.adjusted > 0.05
    assert [one.other for one in compare(drawn, "total", against="base")] == ["base", "base"]
    best, low, high = ranks(drawn, "total")["better"]
    assert low <= best <= high
    assert ranks({"x": drawn["base"], "y": drawn["base"]}, "total") == {"x": (1, 1, 1), "y": (1, 1, 1)}
