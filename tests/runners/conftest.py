"""A real Ray cluster on this machine: a head and a node beside it, with a processor each; and the databases they share."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.servers import Databases, databases

ROOT = Path(__file__).parents[2]
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


@pytest.fixture(scope="package")
def cluster() -> Iterator[Any]:
    before = dict(os.environ)
    # Nodes import what tests import; nobody is told that Ray is used.
    os.environ["PYTHONPATH"] = ":".join(str(ROOT / folder) for folder in ("src", "benchmarks", "."))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    # Nobody reads its logs here, nor does it grow by itself: two programs less to start.
    alone = {"include_dashboard": False, "include_log_monitor": False, "no_monitor": True}
    made = Cluster(initialize_head=True, head_node_args=NODE | alone)
    try:
        made.beside = made.add_node(**NODE)
        yield made
    finally:
        made.shutdown()
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture(scope="package")
def server() -> Iterator[Databases]:
    with databases() as made:
        yield made


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty one."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/pawsona.db"
    found: Databases = request.getfixturevalue("server")
    return found.fresh()
