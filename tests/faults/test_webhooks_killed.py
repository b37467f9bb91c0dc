"""Killed between what happened and its letter's arrival: the letter comes all the same, under the same id."""

import asyncio
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.server.receiver import Receiver, receiving
from tests.servers import Databases

from pawsona.app.time import SimulatedClock
from pawsona.app.webhooks.delivery import LEASE, Delivery
from pawsona.app.webhooks.signing import new_secret
from pawsona.domain.ports import Store
from pawsona.domain.tenant import DEFAULT
from pawsona.domain.webhook import USUAL, Webhook
from pawsona.storage import open_store

VICTIM = """
import asyncio, os, signal, sys
from pawsona.app.accounts import accounts_of
from pawsona.app.adoption import PersonForm
from pawsona.app.opening import open_home
from pawsona.app.webhooks.delivery import Delivery
from pawsona.config.settings import load

async def life():
    home = await open_home(load())
    await accounts_of(home).add("ann", "a lamp in the window", "person", PersonForm(name="Ann"))
    if sys.argv[1] == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    await Delivery(home.store, home.clock, private=True).step()
    await asyncio.sleep(60)

asyncio.run(life())
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/pawsona.db"
    made: Databases = request.getfixturevalue("server")
    return made.fresh()


async def hook(store: Store, receiver: Receiver) -> Webhook:
    made = Webhook(
        id="wh", tenant=DEFAULT, url=receiver.url, events=USUAL, secret=new_secret(), made_at=datetime.now(UTC)
    )
    await store.webhooks.add(made)
    return made


async def killed(database: str, home: Path, when: str, receiver: Receiver) -> None:
    """A server that dies right after somebody signed up, or while their letter is being taken."""
    environment = {
        **os.environ,
        "PAWSONA_HOME": str(home),
        "PAWSONA_DATABASE_URL": database,
        "PAWSONA_EMBEDDER": "hashing",
    }
    victim = subprocess.Popen([sys.executable, "-c", VICTIM, when], env=environment)
    if when == "within":
        async with asyncio.timeout(60):
            await receiver.came.wait()
        victim.kill()
    assert await asyncio.to_thread(victim.wait, 60) == -signal.SIGKILL


@pytest.mark.parametrize("when", ["before", "within"])
def test_a_letter_outlives_who_was_to_bring_it(database: str, tmp_path: Path, when: str) -> None:
    async def body() -> None:
        async with receiving() as receiver:
            receiver.how = "stalls"
            store = await open_store(database)
            made = await hook(store, receiver)
            await killed(database, tmp_path / "home", when, receiver)
            first = receiver.take()
            assert len(first) == (when == "within")
            [ann] = await store.people.persons()
            receiver.how = "takes"
            delivery = Delivery(store, SimulatedClock(datetime.now(UTC) + LEASE + timedelta(seconds=1)), private=True)
            for _ in range(2):
                await delivery.step()
                await delivery.settled()
            [last] = receiver.take()
            assert last.said["data"] == {"person": ann.id} and last.signed_with(made.secret)
            assert [got.id for got in first] in ([], [last.id])
            await store.close()

    asyncio.run(body())
