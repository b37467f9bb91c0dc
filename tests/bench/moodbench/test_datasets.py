from collections import Counter
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from pawsona.bench.core.records import Score
from pawsona.bench.core.tree import draw
from pawsona.bench.moodbench.about import SUITE
from pawsona.bench.moodbench.describe import listing
from pawsona.bench.moodbench.fetch import remotes
from pawsona.bench.moodbench.load import Loaded, fixtures, load
from pawsona.bench.moodbench.scoring import dataset_score, score
from pawsona.bench.moodbench.spec import Spec, specs
from pawsona.bench.moodbench.structure import profile
from pawsona.bench.moodbench.systems import SYSTEMS, Answerer, chance, constant, oracle
from pawsona.bench.moodbench.tree import tree
from pawsona.errors import InputError

NO_GOLD = {
    "StereoSet": "ICAT wants as many stereotypes as anti-stereotypes, so no single answer is right",
    "LCSTS": "only a judge can mark a summary",
    "CNewSum": "only a judge can mark a summary",
    "VCSum": "only a judge can mark a summary",
    "SAMSum": "only a judge can mark a summary",
}
"""What an oracle can't get 100 on, and why. On questionnaires it gets it by the highest mark, which is no truth."""
QUESTIONS = 12_222
"""Of the released archive: 300 a dataset, or all where there are fewer."""
ABSENT = {"StereoSet", "VCSum", "PIQA", "C-Eval", "PersonaFeedback", "LongMemEval"}
"""What the public checkout does not hold."""


def replies(data: Loaded, answerer: Answerer) -> dict[str, object]:
    return {item.id: answerer(item) for item in data.items}


def share_of_first(data: Loaded) -> float:
    """How often the first option alone is right."""
    return sum(
        item.right == {item.labels.names[0]} if item.several else item.labels.names[0] in item.right
        for item in data.items
    ) / len(data.items)


@pytest.mark.parametrize("spec", specs().values(), ids=lambda spec: spec.name)
def test_our_five_questions_of_each_dataset_are_asked_and_answered(spec: Spec) -> None:
    data = fixtures(spec)
    assert len(data.items) >= 3
    assert not data.dropped or spec.shape in ("shared_tweets",)
    assert not data.problems
    assert len({item.id for item in data.items}) == len(data.items)
    assert all(item.prompt and "$" not in item.prompt for item in data.items)
    if spec.name not in NO_GOLD:
        assert dataset_score(data, replies(data, oracle), {}, rounds=0).score == 100.0
    nothing = dict.fromkeys((item.id for item in data.items), None)
    if not spec.judged:
        found = dataset_score(data, nothing, {}, rounds=0)
        assert found.score == 0.0
        assert found.statuses == {"failed": len(data.items)}


def test_prompts_are_in_the_dataset_s_language() -> None:
    for spec in specs().values():
        for item in fixtures(spec).items:
            chinese = sum("\u4e00" <= letter <= "\u9fff" for letter in item.prompt)
            assert (chinese > 10) is (item.language == "zh"), item.id


def test_every_dataset_says_where_it_is_from() -> None:
    for spec in specs().values():
        assert spec.licence
        assert spec.split
        assert spec.source.page or spec.source.hub or spec.name == "Dianping"
        assert spec.sample == 300
    assert {name for name, spec in specs().items() if spec.source.absent} == ABSENT


def test_the_released_archive_holds_54_of_60_datasets(released: tuple[Loaded, ...]) -> None:
    assert {one.spec.name for one in released if not one.items} == ABSENT
    assert all(gets(one) in one.absent for one in released if not one.items)
    assert sum(len(one.items) for one in released) == QUESTIONS


def test_labels_that_cannot_be_confirmed_are_dropped_and_counted(released: tuple[Loaded, ...]) -> None:
    there = {one.spec.name: one for one in released}
    assert len(there["SemEval-2018 Task 3"].items) == 27
    assert sum(there["SemEval-2018 Task 3"].dropped.values()) == 155 - 27 + 145 - 27
    assert there["Book-SORT"].usable == 300
    first = Counter(min(item.right) for item in there["Book-SORT"].items)
    assert first == {"A": 149, "B": 151}
    assert there["AGIEval"].dropped["its label is not confirmed (lettered options)"] == 18
    assert len(there["MultiRC"].items) == 258
    for name in ("BBQ", "EDOS", "CPED", "MMLU-pro", "CMRC", "TruthfulQA", "EmoBench1"):
        assert not there[name].dropped, name


def test_an_oracle_gets_100_on_every_gold_scored_dataset(released: tuple[Loaded, ...]) -> None:
    for one in released:
        found = dataset_score(one, replies(one, oracle), {}, rounds=0)
        assert found.score == (None if one.spec.name in NO_GOLD or not one.items else 100.0), one.spec.name


def test_a_constant_answer_gets_its_label_s_share(released: tuple[Loaded, ...]) -> None:
    for one in released:
        if one.items and one.spec.metric.name in ("accuracy", "truth"):
            found = dataset_score(one, replies(one, constant), {}, rounds=0)
            assert found.score == pytest.approx(100 * share_of_first(one)), one.spec.name


def test_a_blind_answerer_gets_what_chance_gives(released: tuple[Loaded, ...]) -> None:
    for one in released:
        if one.items and one.spec.metric.name in ("accuracy", "truth"):
            chances = [chance(item) for item in one.items]
            spread = sqrt(sum(share * (1 - share) for share in chances))
            found = dataset_score(one, replies(one, SYSTEMS["random"]), {}, rounds=0)
            hits = (found.score or 0.0) / 100 * len(one.items)
            assert abs(hits - sum(chances)) <= 3.3 * spread, one.spec.name  # one in a thousand would miss it


def test_five_right_answers_are_not_certainty() -> None:
    data = fixtures(specs()["SafetyBench1"])
    found = dataset_score(data, replies(data, oracle), {})
    low, high = found.interval or (0.0, 0.0)
    assert found.score == 100
    assert high > 99.9
    assert 50 < low < 85
    live = draw(tree(rows(data)) or pytest.fail("nothing scored")).interval("own_questions/SafetyBench1")
    assert (100 * live.low, 100 * live.high) == (low, high)


def rows(data: Loaded) -> list[Score]:
    """As `bench run` has them."""
    asked = {one.id: one for one in SUITE.load(None).items} if SUITE.load else {}
    return [
        Score(id=item.id, scores=SUITE.worth(asked[item.id], oracle(item)), category=item.dataset, cluster=item.cluster)
        for item in data.items
    ]


def test_a_total_is_called_so_only_of_all_datasets() -> None:
    made = tree(rows(fixtures(specs()["COPA"])))
    assert made is not None
    assert made.name == "own_questions"
    theirs = [replace(row, id=row.id.replace("own-", "")) for row in rows(fixtures(specs()["COPA"]))]
    partial = tree(theirs)
    assert partial is not None
    assert partial.name == "total_partial"


def test_the_whole_tree_runs_offline_on_our_own_questions() -> None:
    data = [fixtures(spec) for spec in specs().values()]
    for name, answerer in SYSTEMS.items():
        said = {item.id: answerer(item) for one in data for item in one.items}
        made = score(profile("paper"), data, said, rounds=50)
        assert made.result.coverage == pytest.approx(57 / 60)
        assert set(made.result.missing) == {"LCSTS", "CNewSum", "VCSum"}
        if name == "oracle":
            assert made.result.of("Emotional").score == 100


def test_absent_data_says_so_and_what_gets_it(tmp_path: Path) -> None:
    (tmp_path / "values").mkdir()
    for spec in specs().values():
        found = load(spec, tmp_path)
        assert not found.items
        assert found.absent.startswith(f"{spec.name} is absent: ")
        assert gets(found) in found.absent


def gets(data: Loaded) -> str:
    """What is said of how to get it."""
    return "pawsona bench moodbench data fetch" if data.spec.source.addressed else data.spec.source.page


def test_a_dataset_is_addressed_where_fetch_knows_its_files() -> None:
    for spec in specs().values():
        try:
            known = bool(remotes(spec))
        except InputError:
            known = False
        assert known == spec.source.addressed, spec.name
    assert {name for name, spec in specs().items() if not spec.source.seen} == ABSENT
    assert all(name in listing(profile("paper")).note for name in ABSENT)
