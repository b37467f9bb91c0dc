"""Other people's data, found through PAWSONA_SHARED; a test that needs it skips, saying so, where it is absent."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    folder = Path(os.environ.get("PAWSONA_SHARED", "../shared"))
    if not (folder / "golden/moodbench_aggregate.json").exists():
        pytest.skip(f"no MoodBench data in {folder}: set PAWSONA_SHARED")
    return folder
