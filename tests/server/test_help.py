"""Numbers that are tapped are the numbers that are read."""

from datetime import date
from pathlib import Path

import pytest

from pawsona.care.resources import resources
from pawsona.server.help import everywhere


@pytest.mark.parametrize(
    ("written", "numbers"), [("999", ["999"]), ("1669", ["1669"]), ("120（急救）或 110", ["120", "110"])]
)
def test_an_emergency_number_is_called_whole(tmp_path: Path, written: str, numbers: list[str]) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(f"emergency: {{TH: {{en: '{written}', zh: '{written}'}}}}", "utf-8")
    shown = everywhere(resources(path), "TH", "en", date(2026, 11, 21)).emergency
    assert shown is not None and shown.numbers == numbers
