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

pytestmark = [pytest.mark.ray, pytest.mark.postgres, pytest.mark.timeout(240)]
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
    assert process.stdout is not None
    done = next((number for number in driver.done(process.stdout) if number >= PETS // 4), PETS)
    assert done < PETS - 1, "it was over before anything happened"


def finished(process: "subprocess.Popen[str]") -> None:
    """It says that all are lived."""
    said, _ = process.communicate(timeout=100)
    assert process.returncode == 0 and list(driver.done(said.splitlines()))[-1] == PETS - 1


def checked(database: str, folder: Path) -> None:
    async def story() -> None:
        home = await open_folk(database, folder, real_time=True)
        await check(home.store)
        await home.store.close()

    asyncio.run(story())


def test_a_node_that_is_cut_off_and_comes_back_lives_no_night_twice(
    cluster: Parted, database: str, tmp_path: Path
) -> None:
    process = cluster.drive(database, tmp_path, [])
    begun(process)
    cluster.wire.cut()
    time.sleep(MOMENT)
    cluster.wire.heal()
    finished(process)
    checked(database, tmp_path)


def test_a_node_that_is_given_up_lives_no_night_twice_while_it_still_reaches_the_database(
    cluster: Parted, database: str, tmp_path: Path
) -> None:
    process = cluster.drive(database, tmp_path, [])
    begun(process)
    starts = cluster.starts()
    cluster.wire.cut(cluster.wire.near)
    cluster.given_up(starts)  # each start but this one was given up before
    cluster.wire.heal()
    finished(process)
    checked(database, tmp_path)


def test_a_driver_that_is_cut_off_ends_or_goes_on_and_the_next_one_finishes(
    cluster: Parted, database: str, tmp_path: Path
) -> None:
    process = cluster.drive(database, tmp_path, cluster.wire.inside)
    begun(process)
    starts = cluster.starts()
    cluster.wire.cut()
    cluster.given_up(starts)
    cluster.wire.heal()
    process.communicate(timeout=100)
    finished(cluster.drive(database, tmp_path, cluster.wire.inside))
    checked(database, tmp_path)
