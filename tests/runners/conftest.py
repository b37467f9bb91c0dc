"""A real Ray cluster on this machine: a head without processors, and three nodes with one each."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="package")
def cluster() -> Iterator[Any]:
    before = dict(os.environ)
    # Nodes import what tests import; nobody is told that Ray is used.
    os.environ["PYTHONPATH"] = ":".join(str(ROOT / folder) for folder in ("src", "benchmarks", "."))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    store = {"object_store_memory": 80 * 2**20}
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **store})
    try:
        made.three = [made.add_node(wait=False, num_cpus=1, **store) for _ in range(3)]
        made.wait_for_nodes()
        yield made
    finally:
        made.shutdown()
        os.environ.clear()
        os.environ.update(before)
