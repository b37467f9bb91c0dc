"""The listener: whether there is anything in a line to keep, how long, and what it is about."""

import asyncio
from pathlib import Path

import pytest

from pawsona.domain.memory import Topic
from pawsona.embed import TaughtListener, lessons
from pawsona.minds.storybook.judging import ABOUT, WORTH, is_idle


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
    one, other = asyncio.run(taught.hear([("", idle), ("", telling)]))
    assert is_idle(one)
    assert not is_idle(other)


@pytest.mark.parametrize(
    ("said", "importance", "topic"),
    [
        ("my son was born on friday, seven pounds and furious", 2, "relatives_and_friends"),
        ("I've got a cold, sneezing all day", 0, "health_status"),
        ("physio for the knee every week till march", 1, "health_status"),
        ("我儿子周五出生了，七斤二两", 2, "relatives_and_friends"),
        ("感冒了 打了一天喷嚏", 0, "health_status"),
        ("膝盖每周做康复 做到三月", 1, "health_status"),
    ],
)
def test_it_hears_how_long_and_what_about(taught: TaughtListener, said: str, importance: int, topic: Topic) -> None:
    [heard] = asyncio.run(taught.hear([("", said)]))
    assert heard.shape == (4 + len(ABOUT),)
    assert (int(heard[WORTH].argmax()), ABOUT[int(heard[WORTH.stop :].argmax())]) == (importance, topic)


def test_a_line_sounds_the_same_beside_others(taught: TaughtListener) -> None:
    lines = [("Where do you live?", "in Leeds"), ("", "a much longer line about the ferry that was late, and the rain")]
    alone, beside = (asyncio.run(taught.hear(some)) for some in (lines[:1], lines))
    assert abs(alone[0] - beside[0]).max() < 0.05
    assert len(asyncio.run(taught.hear([]))) == 0


def test_without_minilm_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lessons, "model_folder", lambda: None)
    assert TaughtListener.open(tmp_path) is None
