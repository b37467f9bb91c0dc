"""Pawsona does not start without care."""

from pathlib import Path

import pytest

from pawsona.care import rules
from pawsona.care.files import CONTENT
from pawsona.care.ready import care_ready
from pawsona.errors import ContentError


def test_everything_that_ships_loads() -> None:
    assert care_ready().lines


def test_a_broken_content_file_stops_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shipped = (CONTENT / "screen.yaml").read_text("utf-8")
    (tmp_path / "screen.yaml").write_text(shipped.replace("tier: imminent", "tier: soonish", 1), "utf-8")
    monkeypatch.setattr(rules, "CONTENT", tmp_path)
    rules.rules.cache_clear()
    try:
        with pytest.raises(ContentError, match=r"screen\.yaml: rules\[\d+\].*soonish"):
            care_ready()
    finally:
        rules.rules.cache_clear()
