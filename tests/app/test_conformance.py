"""Every pack is lived through in the whole app, and the strictest of them keeps what each asks."""

import asyncio
from pathlib import Path

import pytest

from pawsona.app.conformance import Outcome, conform, conform_all, conform_file
from pawsona.care.packs import known_packs
from pawsona.errors import ContentError, NotFoundError

PACK = """pack: mine
name: {en: Mine, zh: 我的}
law: ours
in_force: 2026-01-01
sources: [us]
notice: {adults: 45}
checks:
- it: says so every 45 minutes
  steps:
  - {say: {en: Hello, zh: 你好}, told: {disclosure: 1}}
  - {talk: 50, told: {disclosure: 1}}
- it: is silent
  steps:
  - {talk: 10, told: {break: 1}}
"""


def failed(outcomes: list[Outcome]) -> list[Outcome]:
    assert outcomes
    return [one for one in outcomes if one.problem]


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(known_packs()))
def test_a_pack_by_itself_is_kept(name: str) -> None:
    assert failed(asyncio.run(conform([name]))) == []


@pytest.mark.long
def test_a_check_that_does_not_hold_says_what_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(PACK, "utf-8")
    monkeypatch.setenv("PAWSONA_DATABASE_URL", f"sqlite:///{tmp_path}/own.db")
    outcomes = asyncio.run(conform_file(path))
    assert [(one.it, one.language, bool(one.problem)) for one in outcomes] == [
        ("says so every 45 minutes", "en", False),
        ("is silent", "en", True),
        ("says so every 45 minutes", "zh", False),
        ("is silent", "zh", True),
    ]
    assert outcomes[1].problem == "step 1: break: told 0 time(s), should be 1"
    assert not (tmp_path / "own.db").exists(), "the home of this machine is left alone"


def test_what_is_not_there_or_broken_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no pack 'nowhere'"):
        asyncio.run(conform(["nowhere"]))
    with pytest.raises(ContentError, match="gone.yaml"):
        asyncio.run(conform_file(tmp_path / "gone.yaml"))
    (tmp_path / "pack.yaml").write_text(PACK.replace("45}", "450}"), "utf-8")
    with pytest.raises(ContentError, match="weaker than what care always does"):
        asyncio.run(conform_file(tmp_path / "pack.yaml"))


@pytest.mark.long
def test_the_strictest_keeps_what_each_pack_asks() -> None:
    assert failed(asyncio.run(conform_all(languages=["zh"]))) == []


def test_a_changed_copy_of_a_pack_that_ships_is_not_checked_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(PACK.replace("pack: mine", "pack: us-ca"), "utf-8")
    with pytest.raises(ContentError, match="there is a pack 'us-ca' already; give yours another name"):
        asyncio.run(conform_file(path))
