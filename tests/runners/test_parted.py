"""A network that parts a Ray cluster: whoever is cut off and comes back, each pet has exactly one day."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from nightfolk import open_folk, settle
from tests.runners import driver
from tests.runners.parted import Parted, parted
from tests.runners.test_ray import PETS, check

pytestmark = [pytest.mark.ray, pytest.mark.postgres, pytest.mark.timeout(400)]
MOMENT = 8
"""Seconds: leases run out, connections end, and Ray still waits."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Parted]:
    with parted() as made:
        yield made


@pytest.fixture(autouse=True)
def no_network() -> None:
    """The network is our own."""


@pytest.fixture
def database(cluster: Parted, tmp_path: Path) -> str:
    """With everybody in it."""
    url = cluster.databases.fresh()

    async def settled() -> None:
        home = await open_folk(url, tmp_path, real_time=True)
        await settle(home, PETS)
        await home.store.close()

    asyncio.run(settled())
    return url


def begun(process: "subprocess.Popen[str]") -> None:
    """Until a quarter of the nights is lived."""
    done = next((number for number in driver.seen(process) if number >= PETS // 4), PETS)
    assert done < PETS - 1, "it was over before anything happened"


def finished(process: "subprocess.Popen[str]") -> None:
    """It says that all are lived."""
    assert list(driver.seen(process))[-1] == PETS - 1 and process.wait() == 0


def checked(database: str, folder: Path) -> None:
    async def story() -> None:
        home = await open_folk(database, folder, real_time=True)
        await check(home.store)
        await home.store.close()

    asyncio.run(story())


def test_a_node_that_is_cut_off_and_comes_back_lives_no_night_twice(
    cluster: Parted, database: str, tmp_path: Path
) -> None:
    with cluster.driven(database, tmp_path) as process:
        begun(process)
        cluster.wire.cut()
        time.sleep(MOMENT)
        cluster.wire.heal()
        finished(process)
    checked(database, tmp_path)


def test_nor_does_one_that_is_given_up_while_it_still_reaches_the_database(
    cluster: Parted, database: str, tmp_path: Path
) -> None:
    with cluster.driven(database, tmp_path) as process:
        begun(process)
        cluster.cut_until_given_up(cluster.wire.near)
        finished(process)
    checked(database, tmp_path)


def test_a_driver_that_is_cut_off_ends_or_goes_on_and_the_next_one_finishes(
    cluster: Parted, database: str, tmp_path: Path
) -> None:
    with cluster.driven(database, tmp_path, cluster.wire.inside) as process:
        begun(process)
        cluster.cut_until_given_up()
        process.communicate()
    with cluster.driven(database, tmp_path, cluster.wire.inside) as process:
        finished(process)
    checked(database, tmp_path)
