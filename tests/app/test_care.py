"""No home opens without care."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from tests.app.conftest import Life
from tests.conftest import FakeClock

from pawsona import Companion
from pawsona.app import opening
from pawsona.config.settings import load
from pawsona.errors import ContentError


def test_a_home_does_not_open_when_care_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ContentError("en_acts.yaml: is wrong")

    monkeypatch.setattr(opening, "care_ready", broken)
    with pytest.raises(ContentError, match="en_acts"):
        asyncio.run(opening.open_home(load(home=tmp_path / "home", embedder="hashing")))
    assert not (tmp_path / "home").exists()


def test_a_pack_that_is_not_there_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "pawsona.toml").write_text('[care]\npacks = ["us-nj"]\n', "utf-8")
    with pytest.raises(ContentError, match="no pack 'us-nj': did you mean 'us-ny'"):
        asyncio.run(opening.open_home(load(home=tmp_path / "home", embedder="hashing")))


def test_continuing_use_survives_closing_and_opening(live: Life, clock: FakeClock) -> None:
    async def talk(companion: Companion) -> None:
        for _ in range(5):
            clock.move(minutes=10)
            await companion.say("the soup is on")

    async def look(companion: Companion) -> None:
        stretch = await companion.home.store.usage.stretch(companion.person.id)
        assert stretch is not None and stretch.last_at - stretch.since == timedelta(minutes=90)

    live(talk)
    live(talk)
    live(look)
