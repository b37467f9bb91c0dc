"""Scores by named metrics: a stand-in never becomes the paper's similarity, and results come back as they were."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.conftest import run

from pawsona.bench.core import Score
from pawsona.bench.core.result import Result, read
from pawsona.bench.core.scoring import nearness, scores, short, signatures
from pawsona.bench.core.suite import Item
from pawsona.bench.suites import NAMES, scored_suite, suite_of
from pawsona.domain.ports import Vector
from pawsona.embed import Hashing
from pawsona.errors import InputError

H2HTALK = suite_of("h2htalk")


class Named:
    """An embedder whose name is all that it has: every text is alike."""

    languages = understands = frozenset({"en", "zh"})

    def __init__(self, name: str) -> None:
        self.name = name

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [Vector(np.ones(3, dtype="<f4").tobytes()) for _ in texts]


ITEMS = [Item(id="dialogue_base:0", task="dialogue_base", reference="今天下雨了，记得带伞。", language="zh")]
TEXTS = {"dialogue_base:0": "下雨了，带伞吧。"}


def test_only_the_papers_own_embedder_makes_the_papers_similarity() -> None:
    for name in ("BAAI/bge-m3", "st:BAAI/bge-m3", "endpoint:bge-m3:latest"):
        assert run(nearness(H2HTALK, ITEMS, TEXTS, Named(name))) == {"ss": {ITEMS[0].id: pytest.approx(1.0)}}
    near = run(nearness(H2HTALK, ITEMS, TEXTS, Hashing()))
    assert set(near) == {"ss_standin"}
    [found] = scores(H2HTALK, ITEMS, TEXTS, near=near)
    assert "ss_standin" in found.scores
    assert not {"ss", "s", "j"} & set(found.scores)
    one, other = signatures(H2HTALK, Hashing()), signatures(H2HTALK, Named("BAAI/bge-m3"))
    assert str(one["ss_standin"]) == "ss_standin|cosine:hashing-512-v1|by:zh-spelling"
    assert "ss" not in one
    assert str(other["ss"]).startswith("ss|cosine:BAAI/bge-m3")
    assert short("st:BAAI/bge-base-en-v1.5") == "bge-base-en-v1.5"


def test_what_was_not_answered_has_no_score() -> None:
    assert scores(H2HTALK, ITEMS, {}) == []


def test_a_judges_mark_is_a_share_of_five() -> None:
    [found] = scores(H2HTALK, ITEMS, TEXTS, near={"ss": {ITEMS[0].id: 0.5}}, marks={ITEMS[0].id: 4})
    assert found.scores["judge"] == 0.8
    assert found.scores["j"] == pytest.approx(0.6 * found.scores["s"] + 0.4 * 0.8)


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    result = Result(
        suite="h2htalk", system="a", expected=2, scores=(Score(id="x", scores={"s": 0.5}, category="t"),),
        signatures={"s": "s|eq:2"}, costs={"calls": 2}, about={"size": 7, "kind": "base"}, notes=("one",), log="a.eval",
    )  # fmt: skip
    result.write(tmp_path)
    found = read(tmp_path)
    assert (found.scores[0], found.costs, found.about) == (result.scores[0], result.costs, result.about)
    assert found.log == str(tmp_path / "a.eval")
    assert (found.answered, found.ranked) == (1, False)
    (tmp_path / "result.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        read(tmp_path)
    with pytest.raises(InputError, match="no result"):
        read(tmp_path / "elsewhere")


def test_every_suite_says_what_it_is() -> None:
    for name in NAMES:
        suite = suite_of(name)
        assert suite.name == name
        assert suite.tasks and suite.source and suite.licence and suite.title
        assert len({task.name for task in suite.tasks}) == len(suite.tasks)
    with pytest.raises(InputError, match="petbench"):
        suite_of("mystery")
    with pytest.raises(InputError, match="pawsona bench safety"):
        scored_suite("safety")


def test_every_rating_of_a_shipped_rubric_says_what_it_asks() -> None:
    load = suite_of("instruct").load
    assert load is not None
    for item in load(None).items:
        rubric = item.given["rubric"]
        assert set(rubric.scale) - {"overall"} == set(rubric.labels)
        assert all(
            label.startswith(("it does: ", "it avoids: ", "做到了：", "避开了：")) for label in rubric.labels.values()
        )
