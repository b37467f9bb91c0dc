"""Several processes on one port: what one hears another knows, what dies comes back, and all stop together."""

import asyncio
import json
import os
import re
import signal
import time
import urllib.request
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.server import workers
from tests.server.process import ask, server

from pawsona.config.settings import load
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.domain.shared import CLOCK
from pawsona.errors import SetupError, StorageError
from pawsona.night.plan import plan
from pawsona.server import errands
from pawsona.server.errands import bury
from pawsona.server.fleet import PATIENT, run_fleet
from pawsona.storage import open_store

pytestmark = pytest.mark.program

TWO = "from pawsona.cli.main import app; app(['serve', '--port', '0', '--workers', '2'])"
LIN = {"name": "Mo", "species": "cat", "personality": "sunny", "person": {"name": "Lin"}}


def fresh(url: str) -> str:
    """Over a connection of its own, so that any process may get it."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"connection": "close"}), timeout=60) as answer:
        return str(answer.read().decode())


def processes(log: Path, address: str) -> set[int]:
    """Who answers, as the log of its requests would say; asked of the system."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"spawn_main" in path.read_bytes() and str(os.getpid()) in _parents(int(path.parent.name)):
                found.add(int(path.parent.name))
        except OSError:
            continue
    return found


def _parents(process: int) -> list[str]:
    found = []
    while process > 1:
        text = Path(f"/proc/{process}/status").read_text()
        process = int(re.search(r"PPid:\t(\d+)", text)[1])  # type: ignore[index]
        found.append(str(process))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_two_processes_serve_one_home_one_dies_and_all_stop(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "home", log, TWO, stop=signal.SIGTERM) as address:
        pet = json.loads(ask("POST", f"{address}/api/v1/pets", LIN))["id"]
        said = [ask("POST", f"{address}/api/v1/pets/{pet}/messages", {"text": f"I ate {n} plums."}) for n in range(8)]
        assert all("event: done" in one for one in said)
        page = fresh(f"{address}/metrics")
        counts = [line for line in page.splitlines() if line.startswith("pawsona_turns_total")]
        assert page.count("pawsona_nights{") == 4
        assert counts == ['pawsona_turns_total{outcome="done"} 8.0']
        assert json.loads(fresh(f"{address}/readyz"))["status"] == "ready"
        both = processes(log, address)
        assert len(both) == 2
        os.kill(min(both), signal.SIGKILL)
        end = time.monotonic() + 60
        while len(now := processes(log, address)) < 2 or now == both:
            assert time.monotonic() < end
            time.sleep(0.2)
        found = Counter(len(json.loads(fresh(f"{address}/api/v1/pets/{pet}/messages"))["messages"]) for _ in range(8))
        assert found == {16: 8}
    assert not processes(log, address)
    assert "Traceback" not in log.read_text()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_who_has_nothing_to_do_answers_while_the_other_stands_still(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "home", log, TWO, stop=signal.SIGTERM) as address:
        while len(both := processes(log, address)) < 2 or json.loads(fresh(f"{address}/readyz"))["status"] != "ready":
            time.sleep(0.2)
        for still in sorted(both):
            os.kill(still, signal.SIGSTOP)
            try:
                assert [fresh(f"{address}/healthz") for _ in range(20)]
            finally:
                os.kill(still, signal.SIGCONT)


def test_a_reply_that_is_being_said_is_said_to_its_end(tmp_path: Path) -> None:
    slow = """
import asyncio
from pawsona.app.talks import Talks
from pawsona.cli.main import app

live = Talks._live

async def slowly(self, bond, turn, told):
    async def slower():
        async for event in turn:
            yield event
            await asyncio.sleep(0.6)
    await live(self, bond, slower(), told)

Talks._live = slowly
app(["serve", "--port", "0"])
"""
    log = tmp_path / "log"
    with server(tmp_path / "home", log, slow, stop=signal.SIGTERM) as address:
        pet = json.loads(ask("POST", f"{address}/api/v1/pets", LIN))["id"]
        body = json.dumps({"text": "Hello."}).encode()
        request = urllib.request.Request(
            f"{address}/api/v1/pets/{pet}/messages", body, {"content-type": "application/json"}
        )
        answer = urllib.request.urlopen(request, timeout=60)
        assert b"heard" in answer.readline()
    assert b"event: done" in answer.read()
    answer.close()


def test_a_process_that_is_killed_is_started_again_however_often_and_one_that_ends_by_itself_is_not(
    tmp_path: Path,
) -> None:
    given: dict[str, Any] = {"home": str(tmp_path), "port": 0, "workers": 2}
    settings = load(**{**given, "home": tmp_path})
    assert workers.STARTS > PATIENT * settings.workers
    asyncio.run(run_fleet(settings, given, workers.killed_early, print))
    assert len((tmp_path / "starts").read_text()) >= workers.STARTS
    with pytest.raises(SetupError, match="right after its start"):
        asyncio.run(run_fleet(settings, given, workers.useless, print))


def test_what_a_process_that_died_held_is_free_at_once(tmp_path: Path) -> None:
    """Its turn, its lead and its nights; the processes that live keep theirs."""
    url, bond, now = f"sqlite:///{tmp_path}/pawsona.db", Bond(PersonId("lin"), PetId("mo")), datetime.now(UTC)
    until = now + timedelta(minutes=5)

    async def story() -> None:
        store = await open_store(url)
        lin = Person(id=bond.person, name="Lin", language="en", time_zone="UTC", created_at=now)
        await store.people.add_person(lin)
        pet = Pet(id=bond.pet, person=lin.id, name="Mo", species="cat", personality="sunny", seed=7, adopted_at=now)
        await store.people.add_pet(pet)
        await store.tickets.draw(bond, "dead", until)
        living = await store.tickets.draw(bond, "living", until)
        assert await store.leads.lead(CLOCK, "dead", now, until)
        await plan(store, now)
        [night] = await store.leases.claim("dead", now, until, 9)
        await bury(url, "dead")
        [again] = await store.leases.claim("living", now, until, 9)
        assert (again.bond, again.on) == (night.bond, night.on)
        first = await store.tickets.first(bond)
        assert first is not None and first.number == living
        assert await store.leads.lead(CLOCK, "living", now, until)
        await bury(url, "dead")
        assert not await store.leads.lead(CLOCK, "another", now, until)
        assert await store.leases.claim("another", now, until, 9) == []
        await store.close()

    asyncio.run(story())


def test_a_dead_process_is_buried_when_the_database_is_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    async def away_twice(url: str) -> Store:
        tries.append(url)
        if len(tries) < 3:
            raise StorageError("The database is busy.")
        return await open_store(url)

    monkeypatch.setattr("pawsona.storage.open_store", away_twice)
    monkeypatch.setattr(errands, "AGAIN", 0.01)
    asyncio.run(bury(f"sqlite:///{tmp_path}/pawsona.db", "dead"))
    assert len(tries) == 3
