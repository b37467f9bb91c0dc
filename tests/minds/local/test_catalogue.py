"""The list is right in itself and offers what a machine can run."""

from pathlib import Path

import pytest

from pawsona.errors import ContentError, NotFoundError
from pawsona.minds import local
from pawsona.minds.local.catalogue import read

GB = 1_000_000_000


def test_every_row_is_open_pinned_and_speaks_both_languages() -> None:
    models = local.catalogue()
    assert len({model.name for model in models}) == len({model.file for model in models}) == len(models)
    assert {model.licence for model in models} <= {"Apache-2.0", "MIT"}
    assert all({"en", "zh"} <= set(model.languages) for model in models)
    assert all(model.memory > model.size for model in models)
    assert all((model.revision is None) == (model.sha256 is None) for model in models)
    assert {model.purpose for model in models} == {"talk", "embedding"}


@pytest.mark.parametrize(
    ("machine", "name"),
    [(2, "qwen3-0.6b"), (4, "qwen3-0.6b"), (6, "qwen3-1.7b"), (8, "qwen3-4b"), (16, "qwen3-8b"), (64, "qwen3-8b")],
)
def test_a_machine_is_recommended_what_it_can_run_briskly(machine: int, name: str) -> None:
    assert local.recommended(machine * GB).name == name


def test_a_large_machine_is_offered_the_largest_too() -> None:
    assert [model.name for model in local.fitting(32 * GB)][-1] == "qwen3-14b"


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no model 'gpt': choose one of qwen3-0.6b, "):
        local.named(tmp_path, "gpt")
    assert local.named(tmp_path, "embedding").purpose == "embedding"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("models: [{name: x}]", r"catalogue\.yaml, models\.0\.repository: Field required"),
        ("models: 3", r"catalogue\.yaml, models\."),
        ("- nothing", r"catalogue\.yaml: can't be read as a list"),
    ],
)
def test_a_broken_list_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    wrong = tmp_path / "catalogue.yaml"
    wrong.write_text(text)
    with pytest.raises(ContentError, match=sentence):
        read(wrong)


def test_a_container_has_what_it_may_use(tmp_path: Path) -> None:
    limit = tmp_path / "memory.max"
    whole = local.machine_memory(limit)
    assert whole > GB // 4
    limit.write_text("max\n")
    assert local.machine_memory(limit) == whole
    limit.write_text("104857600\n")
    assert local.machine_memory(limit) == 104857600
