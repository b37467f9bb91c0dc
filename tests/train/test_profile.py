"""Settings: the paper's to the letter, others by recipe."""

from pathlib import Path

import pytest

from pawsona.errors import InputError
from pawsona.train.profile import LORA, PAPER, changed, profile
from pawsona.train.schedule import schedule


def test_the_default_is_what_ipet_says() -> None:
    said = {"context": 2048, "schedule": "cosine", "learning_rate": 5e-6, "warmup": 0.1, "batch": 2, "accumulation": 4,
            "epochs": 3, "gpus": 24, "method": "full"}  # fmt: skip
    assert {name: getattr(PAPER, name) for name in said} == said


def test_its_14113_entries_are_222_steps_on_24_cards() -> None:
    found = schedule(PAPER, 14_113, PAPER.gpus)
    assert (found.epoch, found.steps, found.warmup) == (74, 222, 23)
    assert found.rate(1) == 0
    assert found.rate(1 + found.warmup) == 5e-6 == max(found.rate(step) for step in range(1, 223))
    rates = [found.rate(step) for step in range(1 + found.warmup, 223)]
    assert rates == sorted(rates, reverse=True) and 0 < rates[-1] < 1e-9


def test_fewer_rows_than_a_batch_are_one_step_an_epoch() -> None:
    assert schedule(PAPER, 1, 24).steps == 3


def test_a_recipe_says_what_it_does_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "rewrite.yaml"
    path.write_text("profile: lora\nepochs: 2\nlora: {rank: 8}\n")
    found = profile(str(path))
    assert (found.name, found.epochs, found.lora.rank, found.lora.alpha) == ("rewrite", 2, 8, LORA.lora.alpha)
    assert found.learning_rate == LORA.learning_rate


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("profile: lora\nepoch: 2\n", "no setting 'epoch'"),
        ("profile: lora\nepochs: two\n", "'epochs' can't be 'two'"),
        ("profile: lora\nepochs: 0\n", "'epochs' can't be 0"),
        ("profile: lora\nmethod: half\n", "'method' can't be 'half'"),
        ("profile: lora\nlora: {depth: 8}\n", "no setting 'depth'"),
        ("profile: lora\nlora: 8\n", "no setting 'lora'"),
        ("epochs: 2\n", "must say which profile"),
        ("- 1\n", "must say which profile"),
        ("a: [", "is no YAML"),
    ],
)
def test_a_wrong_recipe_is_told_by_its_setting(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        profile(str(path))


@pytest.mark.parametrize(("name", "words"), [("best", "no profile 'best'"), ("none.yaml", "can't be read")])
def test_a_profile_that_is_not_there(name: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        profile(name)


def test_a_truth_is_no_number() -> None:
    with pytest.raises(InputError, match="'epochs' can't be True"):
        changed(PAPER, {"epochs": True})
