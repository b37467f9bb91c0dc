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


@pytest.mark.parametrize(
    ("pack", "told"),
    [("pack: mine\n", "mine.yaml: 'name' is missing"), ("a: [", "mine.yaml, line 1"), ("\xff", "mine.yaml")],
)
def test_a_broken_pack_stops_the_start_rather_than_the_care(tmp_path: Path, pack: str, told: str) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "mine.yaml").write_text(pack, "latin-1")
    home = tmp_path / "home"
    home.mkdir()
    (home / "pawsona.toml").write_text(f'[care]\npacks = ["eu"]\npacks_folder = "{tmp_path}/packs"\n', "utf-8")
    with pytest.raises(ContentError, match=told):
        asyncio.run(opening.open_home(load(home=home, embedder="hashing")))
    assert not (home / "pawsona.db").exists()


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
