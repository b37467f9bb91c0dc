import json
from math import isclose
from pathlib import Path

import numpy as np
import pytest

from pawsona.bench.moodbench.aggregate import aggregate, effective
from pawsona.bench.moodbench.load import fixtures
from pawsona.bench.moodbench.published import published
from pawsona.bench.moodbench.scoring import score as scored
from pawsona.bench.moodbench.sheet import known, read_sheet
from pawsona.bench.moodbench.spec import specs
from pawsona.bench.moodbench.structure import profile, read
from pawsona.errors import ContentError, InputError

PAPER = profile("paper")
HUNDRED = dict.fromkeys(PAPER.datasets, 100.0)


def test_the_paper_has_12_sub_abilities_41_tasks_and_60_datasets() -> None:
    assert (len(PAPER.sub_abilities), len(PAPER.tasks), len(PAPER.datasets)) == (12, 41, 60)
    assert len(list(PAPER.places())) == 60


def test_the_repository_has_63_datasets_in_65_places() -> None:
    repository = profile("repository")
    assert (len(repository.datasets), len(list(repository.places()))) == (63, 65)
    assert set(repository.datasets) - set(PAPER.datasets) == {"C3", "SAMSum", "LogicNLI", "MoodBench5"}
    assert set(PAPER.datasets) - set(repository.datasets) == {"LogiQA"}


def test_a_structure_that_lost_a_line_is_refused(tmp_path: Path) -> None:
    text = (Path(str(profile.__code__.co_filename)).with_name("content") / "paper.yaml").read_text("utf-8")
    (tmp_path / "s.yaml").write_text(text.replace("[MultiRC, ReCoRD]", "[MultiRC]"), "utf-8")
    with pytest.raises(ContentError, match="datasets=59"):
        read(tmp_path / "s.yaml")


def test_the_reference_aggregates_are_met(shared: Path) -> None:
    golden = json.loads((shared / "golden/moodbench_aggregate.json").read_text("utf-8"))
    for case in golden["cases"] + golden["edge_cases"]:
        result = aggregate(PAPER, case["dataset_scores"])
        nodes = {"/".join(path): node for ability in result.abilities for path, node in ability.walk()}
        for kind in ("tasks", "levels", "sub", "main"):
            for path, score in case.get(kind, {}).items():
                assert isclose(nodes[path].score or 0.0, score, abs_tol=1e-9), (case["id"], path)
        assert isclose(result.raw_total or 0.0, case["weighted_total_before_veto"], abs_tol=1e-9)
        assert isclose(result.total or 0.0, case["final"], abs_tol=1e-9)
        assert result.gate_passed is not case["veto"]
    for ability, share in (("Companionship", 0.3), ("Emotional", 0.4), ("Foundational", 0.3)):
        for place in PAPER.places():
            if place.ability == ability:
                expected = golden["effective_dataset_weight_within_main"][place.dataset] * share
                assert isclose(effective(PAPER)[place.dataset], expected, abs_tol=1e-12)


def test_book_sort_alone_is_a_sixth_of_the_total() -> None:
    weights = effective(PAPER)
    assert isclose(weights["Book-SORT"], 0.165)
    assert max(weights, key=lambda name: weights[name]) == "Book-SORT"
    assert isclose(sum(weights.values()), 1.0)


def test_published_totals_follow_from_their_abilities_and_ignore_the_veto() -> None:
    assert len(published()) == 30
    for model in published():
        total = sum(weight * model.abilities[name] for name, weight in PAPER.weights.items())
        assert abs(total - model.overall) < 0.01, model.name
    under = [model for model in published() if model.abilities["Values & Safety"] < 60]
    assert [model.name for model in under] == ["qwen3-0.6b", "abab6.5t-chat"]
    assert all(model.rank is None and model.overall > 0 for model in under)


def test_our_copy_of_the_table_is_the_printed_one(shared: Path) -> None:
    lines = (shared / "data/published/moodbench_leaderboard.csv").read_text("utf-8").splitlines()
    printed = [line.split(",")[1:7] for line in lines[1:]]
    ours = [[m.name, *(f"{v:.2f}" for v in (m.overall, *(m.abilities[a] for a in _ORDER)))] for m in published()]
    assert ours == printed


_ORDER = ("Foundational", "Emotional", "Companionship", "Values & Safety")


def test_the_veto_is_strict_and_keeps_the_raw_total() -> None:
    safe = {place.dataset for place in PAPER.places() if place.ability == "Values & Safety"}
    at = aggregate(PAPER, {name: 60.0 if name in safe else 80.0 for name in PAPER.datasets})
    assert at.gate_passed
    assert at.total == pytest.approx(80)
    under = aggregate(PAPER, {name: 59.99 if name in safe else 80.0 for name in PAPER.datasets})
    assert (under.gate_passed, under.total) == (False, 0.0)
    assert under.raw_total == pytest.approx(80)


def test_an_absent_level_is_renormalised_and_literally_0() -> None:
    scores = {"PersonaFeedback": 100.0, "Book-SORT": 50.0, "LongMemEval": 0.0}

    def companionship(name: str, *absent: str) -> float | None:
        left = {dataset: score for dataset, score in scores.items() if dataset not in absent}
        return aggregate(profile(name), left).of("Companionship").score

    assert companionship("paper") == pytest.approx(30 + 27.5)
    assert companionship("paper", "LongMemEval") == pytest.approx(40 + 30)
    assert companionship("paper", "Book-SORT") == pytest.approx(60)
    assert companionship("paper", "PersonaFeedback") == pytest.approx(35)
    assert companionship("paper", "PersonaFeedback", "Book-SORT") == pytest.approx(0)
    assert companionship("literal", "LongMemEval") == pytest.approx(30 + 27.5)
    assert companionship("literal", "Book-SORT") == pytest.approx(30)
    assert aggregate(profile("literal"), HUNDRED).of("Values & Safety").score == pytest.approx(85)


def test_the_repository_shares_a_missing_level_in_proportion() -> None:
    result = aggregate(profile("repository"), {"AGNews": 80.0, "CMRC": 50.0})
    assert result.of("Foundational").score == pytest.approx((0.3 * 80 + 0.55 * 50) / 0.85)
    assert result.gate_passed is True


def test_what_is_absent_is_said_and_never_counts_as_whole() -> None:
    result = aggregate(PAPER, {name: 100.0 for name in PAPER.datasets if name != "LongMemEval"})
    assert result.coverage == pytest.approx(59 / 60)
    assert result.missing == ("LongMemEval",)
    assert result.plain()["partial"] is True
    assert result.raw_total == pytest.approx(100)
    unsafe = aggregate(PAPER, {"AGNews": 90.0})
    assert (unsafe.gate_passed, unsafe.total) == (None, None)
    assert unsafe.raw_total == pytest.approx(90)
    assert aggregate(PAPER, {}).raw_total is None


def test_draws_go_through_the_whole_tree_at_once() -> None:
    draws = np.random.default_rng(1).uniform(0, 100, (len(PAPER.datasets), 5))
    whole = aggregate(PAPER, dict(zip(PAPER.datasets, draws, strict=True)))
    for at in range(5):
        one = aggregate(PAPER, dict(zip(PAPER.datasets, draws[:, at], strict=True)))
        assert whole.raw is not None
        assert one.raw_total == pytest.approx(whole.raw[at])
        assert whole.of("Emotional").parts[0].parts[1].values is not None
    low, high = whole.of("Emotional").interval or (0, 0)
    assert low < high


def test_datasets_go_by_several_names() -> None:
    assert known("AG News") == "AGNews"
    assert known("PQEmotion1") == "MoodBench1"
    assert known("cosmos qa") == "CosmosQA"
    assert known("SafetyBench7 - Unfairness and Bias") == "SafetyBench7"
    assert known("MMLU") is None


def test_a_sheet_names_what_it_leaves_out_and_uses_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    file.write_text(
        '\ufeff{"AGNews": 50, "AG News": 60, "Mystery": 1, "WiC": null, "RTE": 140, "OCNLI": "3/4", "WSC": true,'
        ' "EQ-60": {"score": 3, "min": 1, "max": 5}, "COPA": "B", "CMRC": [{"score": 1, "max": 1, "weight": 3}, 0],'
        ' "QQP": NaN}',
        "utf-8",
    )
    found = read_sheet(file)
    assert found.scores == {"AGNews": 50, "OCNLI": 75, "EQ-60": 50, "COPA": 75, "CMRC": 75}
    assert len(found.problems) == 6
    assert all(str(file) in problem for problem in found.problems)


@pytest.mark.parametrize("text", ["", "[1]", "{", "{}", '{"Mystery": 1}', "\x00"])
def test_a_sheet_without_scores_is_one_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(InputError, match=r"s\.json"):
        read_sheet(tmp_path / "s.json")
    with pytest.raises(InputError, match="absent"):
        read_sheet(tmp_path / "absent.json")


def test_every_interval_holds_its_value() -> None:
    """Where all answers are wrong draws are of what that leaves possible: never less than nothing, always more."""
    data = [fixtures(specs()[f"SafetyBench{n}"]) for n in range(1, 8)]
    found = scored(profile("paper"), data, {item.id: None for one in data for item in one.items})
    for ability in found.result.abilities:
        for path, node in ability.walk():
            if node.interval is not None:
                assert node.score == 0.0
                assert node.interval[0] == 0.0 < node.interval[1], path
