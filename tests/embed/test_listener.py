"""The listener: whether there is anything in a line to keep."""

import asyncio
from pathlib import Path

import pytest

from pawsona.embed import TaughtListener, lessons


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> TaughtListener:
    found = TaughtListener.open(tmp_path_factory.mktemp("home"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("idle", "telling"),
    [
        ("knock knock. who's there? not me lol", "I've been allergic to nuts since I was a child"),
        ("哈哈哈你猜我是谁", "我从小就对花生过敏"),
    ],
)
def test_it_hears_whether_there_is_anything_to_keep(taught: TaughtListener, idle: str, telling: str) -> None:
    one, other = asyncio.run(taught.idle([("", idle), ("", telling)]))
    assert one > 0 > other


def test_a_line_sounds_the_same_beside_others(taught: TaughtListener) -> None:
    lines = [("Where do you live?", "in Leeds"), ("", "a much longer line about the ferry that was late, and the rain")]
    alone, beside = (asyncio.run(taught.idle(some)) for some in (lines[:1], lines))
    assert abs(alone[0] - beside[0]) < 0.05
    assert len(asyncio.run(taught.idle([]))) == 0


def test_without_minilm_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lessons, "model_folder", lambda: None)
    assert TaughtListener.open(tmp_path) is None
