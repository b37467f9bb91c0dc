"""Other people's data, found through PAWSONA_SHARED; a test that needs it skips, saying so, where it is absent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.shared import shared as there

from pawsona.bench.moodbench.data import datasets
from pawsona.bench.moodbench.load import Loaded
from pawsona.bench.moodbench.structure import profile


@pytest.fixture(scope="session")
def shared() -> Path:
    return there("golden/moodbench_aggregate.json").parents[1]


@pytest.fixture(scope="session")
def released(shared: Path) -> Iterator[tuple[Loaded, ...]]:
    """All datasets that the released archive holds, read once."""
    pytest.importorskip("pyarrow", reason="Parquet files are read with the extra `bench`")
    yield datasets(profile("paper"), shared / "data/moodbench/moodbench-data.tar.xz")
