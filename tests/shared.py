"""Other people's data and the papers' tables: no part of the project, and read where PAWSONA_SHARED says."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("PAWSONA_SHARED") or Path(__file__).parents[2] / "shared")


def shared(path: str) -> Path:
    """A file or folder of it; where it is absent the test skips, saying so."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"{path} is not in {SHARED}: name the folder with PAWSONA_SHARED")
    return found
