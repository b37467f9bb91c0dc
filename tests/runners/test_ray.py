"""Nights on a real cluster: whatever dies, each pet has exactly one day, and nobody waits for the one that fails."""

import asyncio
import itertools
import re
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from nightfolk import ITEMS, KEPT, open_folk, settle
from tests.runners import driver
from tests.runners.conftest import NODE

from pawsona.domain.ids import PersonId
from pawsona.domain.lease import Tally
from pawsona.domain.ports import Store
from pawsona.errors import SetupError, StorageError
from pawsona.night.stages import MAKING
from pawsona.runners import ray
from pawsona.runners.ray import RayRunner, join
from pawsona.version import __version__

pytestmark = [pytest.mark.ray, pytest.mark.timeout(300)]
PETS = 60
"""Enough that some are left where those who work for a driver go on for a moment after it has died."""


@pytest.fixture(autouse=True)
def no_network() -> None:
    """The cluster has this machine's own address, which is not loopback."""


async def check(store: Store) -> None:
    """Everybody has one day, whole, made once, and three memories of one session."""
    [poisoned] = await store.leases.quarantined()
    assert poisoned.bond.pet == driver.POISONED and poisoned.error == "MindError"
    for number in range(PETS):
        rows = await store.export(PersonId(f"person-{number:07}"))
        if rows["pets"][0]["pet_id"] != driver.POISONED:
            assert [len(day["items"]) for day in rows["days"]] == [ITEMS]
            assert sorted(row["stage"] for row in rows["nights"]) == sorted(MAKING)
            assert rows["leases"][0]["state"] == "done"
        assert len(rows["memories"]) == len(KEPT) and rows["sessions"][0]["closed_at"]


def away_at_first(tally: Callable[..., Awaitable[Tally]]) -> Callable[..., Awaitable[Tally]]:
    """The driver can't reach the database when it looks for the first time."""
    looks = itertools.count()

    async def looked(now: datetime) -> Tally:
        if next(looks) == 0:
            raise StorageError("the database can't be reached")
        return await tally(now)

    return looked


def test_a_node_and_the_driver_die_in_the_middle_and_others_go_on_where_they_were(
    cluster: Any, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray, "STOPPING", 60)  # a machine that others share closes homes late

    async def settled() -> None:
        home = await open_folk(database, tmp_path, real_time=True)
        await settle(home, PETS)
        await home.store.close()

    async def resumed() -> list[int]:
        home = await open_folk(database, tmp_path, real_time=True)
        monkeypatch.setattr(home.store.leases, "tally", away_at_first(home.store.leases.tally))
        runner, seen = driver.runner(home, cluster.address, database, tmp_path), list[int]()
        tally = await runner.run(lambda tally: seen.append(tally.done))
        assert (tally.done, tally.open, tally.quarantined) == (PETS - 1, 0, 1)
        assert runner.counts.lived > 0
        await check(home.store)
        await home.aclose()
        return seen

    asyncio.run(settled())
    with driver.started(cluster.address, database, tmp_path) as first:
        seen = driver.seen(first)
        next(number for number in seen if number >= PETS // 4)
        cluster.remove_node(cluster.beside, allow_graceful=False)
        cluster.beside = cluster.add_node(wait=False, **NODE)
        done = next(number for number in seen if number >= PETS // 2)
        first.kill()
    assert done < PETS - 1, "it was over before the driver died"
    assert asyncio.run(resumed())[0] >= done


def test_a_cluster_of_another_version_is_named(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from ray._private import utils

    monkeypatch.setattr(utils, "compute_version_info", lambda: ("2.1.0", "3.9.1"))
    with pytest.raises(SetupError, match=r"runs Ray \S+ on Python 3\S+ and this program Ray 2.1.0 on Python 3.9.1"):
        join(cluster.address)


@pytest.mark.parametrize("address", ["{}", "ray://{}", "127.0.0.1:none"])
def test_an_address_where_nobody_is_is_not_waited_for(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray knocks at the first for more than eight minutes."""
    monkeypatch.setattr("ray.init", lambda *given, **named: pytest.fail("Ray waits"))
    with closing(socket.socket()) as shut:
        shut.bind(("127.0.0.1", 0))  # it listens to nobody
        with pytest.raises(SetupError, match="no Ray cluster at"):
            join(address.format(f"127.0.0.1:{shut.getsockname()[1]}"))


def test_nodes_with_another_pawsona_are_named_and_live_nothing(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray, "__version__", "0.0.9")  # the nodes have processes of their own, and the true one

    async def story() -> None:
        database = f"sqlite:///{tmp_path}/pawsona.db"
        home = await open_folk(database, tmp_path)
        runner = driver.runner(home, cluster.address, database, tmp_path)
        with pytest.raises(
            SetupError, match=rf"The cluster has Pawsona {re.escape(__version__)}, this is 0.0.9: install"
        ):
            await runner.run(lambda tally: None)
        assert runner.counts.lived == 0
        await home.aclose()

    asyncio.run(story())


def test_no_cluster_and_a_home_that_no_node_can_open_are_said_in_one_sentence(cluster: Any, tmp_path: Path) -> None:
    async def broken() -> Any:
        raise SetupError("there is no such place")

    async def story() -> None:
        home = await open_folk(f"sqlite:///{tmp_path}/pawsona.db", tmp_path)
        with pytest.raises(SetupError, match="A node of the cluster says: there is no such place"):
            await RayRunner(home, broken, cluster.address, workers=1).run(lambda tally: None)
        await home.aclose()

    asyncio.run(story())
