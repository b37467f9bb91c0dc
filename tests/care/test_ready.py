"""Pawsona does not start without care."""

import shutil
from pathlib import Path

import pytest

from pawsona.care import rulebook
from pawsona.care.files import CONTENT
from pawsona.care.ready import care_ready
from pawsona.errors import ContentError


def test_everything_that_ships_loads() -> None:
    assert care_ready().resources.lines


@pytest.mark.parametrize(
    ("name", "right", "wrong", "told"),
    [
        ("en_acts.yaml", "imminent:", "soonish:", r"en_acts\.yaml: suicide\.intent\.soonish"),
        ("zh_bleak.yaml", "suicide.passive:", "suicide.nowhere:", r"zh_bleak\.yaml: suicide\.nowhere"),
        ("en_bleak.yaml", "<wish>", "<whim>", r"en_bleak\.yaml: .*<whim>"),
    ],
)
def test_a_broken_content_file_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, right: str, wrong: str, told: str
) -> None:
    shutil.copytree(CONTENT / "screen", tmp_path / "screen")
    file = tmp_path / "screen" / name
    file.write_text(file.read_text("utf-8").replace(right, wrong, 1), "utf-8")
    monkeypatch.setattr(rulebook, "CONTENT", tmp_path)
    rulebook.rules.cache_clear()
    try:
        with pytest.raises(ContentError, match=told):
            care_ready()
    finally:
        rulebook.rules.cache_clear()
