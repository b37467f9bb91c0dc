"""What a server's parent loads, and what it has others do."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from pawsona.errors import StorageError
from pawsona.server.errands import prepare, run_errand
from pawsona.storage import open_store

HEAVY = ("alembic", "fastapi", "numpy", "onnxruntime", "prometheus_client", "sqlalchemy", "starlette", "uvicorn")


def test_the_parent_of_several_processes_loads_nothing_that_serves_or_stores() -> None:
    program = "import sys, pawsona.cli.main, pawsona.server.start; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {*HEAVY} & {*done.stdout.split()}


@pytest.mark.program
def test_an_errand_does_its_work_and_its_error_is_the_parents(tmp_path: Path) -> None:
    asyncio.run(run_errand(prepare, f"sqlite:///{tmp_path}/pawsona.db"))
    asyncio.run(_opened(tmp_path))
    (tmp_path / "other.db").write_text("no database, whatever its name says")
    with pytest.raises(StorageError, match="other.db"):
        asyncio.run(run_errand(prepare, f"sqlite:///{tmp_path}/other.db"))


async def _opened(folder: Path) -> None:
    store = await open_store(folder / "pawsona.db")
    assert await store.people.persons() == []
    await store.close()
