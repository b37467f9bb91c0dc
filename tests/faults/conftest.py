"""Servers that the tests here share: to start one takes longer than most of them."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.faults.wire import Wire, beyond_a_wire
from tests.servers import Databases, databases


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.faults)


@pytest.fixture(scope="package")
def server() -> Iterator[Databases]:
    with databases() as made:
        yield made


@pytest.fixture(scope="package")
def beyond() -> Iterator[tuple[Databases, Wire]]:
    """A server in another network, and the wire to it."""
    with beyond_a_wire() as (url, wire), closing(Databases(url)) as made:
        yield made, wire
