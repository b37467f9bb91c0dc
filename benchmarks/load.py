"""A server with accounts under load: many persons who talk, pages that only listen, and as much talk as it takes.

Server, model server and the load itself are processes of their own on this machine. Goals on two cores: 300 persons who
each say something every 10 s, our part of the first checked sentence p95 under 150 ms, no error; 2,000 open pages under
600 MB; at least 40 turns a second with the scripted mind and MiniLM (`most` is the built-in mind, which does far more);
20 in one household on SQLite, no lock error.
How much of the machine others used is printed beside the figures: where that is much, the times say little.

Usage: PYTHONPATH=. python benchmarks/load.py [--only talk|pages|scripted|most|household] [--workers 2] [--seconds 60]
       [--database postgresql://user@host/empty] [--write benchmarks/measured.json]
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

from callers import Who, exchange, status, talk
from processes import busy, memory, spent
from stub_model import SENTENCE

from pawsona.app.accounts.opening import accounts_of
from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.app.loop import run_long
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.account import Account

SERVE = ["-c", "from pawsona.cli.main import app; app(['serve', '--port', '0'])"]
SCRIPTED = [str(Path(__file__).with_name("scripted_server.py"))]


async def furnished(home: Path, persons: int, more: dict[str, Any]) -> list[Who]:
    """Persons with an account, a token and a pet each."""
    found: list[Who] = []
    settings = load(home=home, auth="accounts", embedder="hashing", language="en", mind="storybook", **more)
    async with aclosing(await open_home(settings)) as it:
        passes = accounts_of(it).passes
        for number in range(persons):
            form = PersonForm(name=f"Robin {number}", language="en", time_zone="UTC", age_band="adult")
            person = person_from(form, it.clock, it.rng)
            account = Account(
                person=person.id, login=f"robin{number}", role="person", password="-", made_at=it.clock.now()
            )
            async with it.store.transaction():
                await it.store.people.add_person(person)
                await it.store.accounts.add(account)
            _, pet = await it.adopt(PetForm(name="Mikan"), person)
            _, secret = await passes.token(account, "load", ["talk"], None)
            found.append((secret, pet.id))
    return found


@contextmanager
def running(program: list[str], **variables: str) -> Iterator[tuple[str, int]]:
    """A program that prints an address; it and the number of its process."""
    started = subprocess.Popen(
        [sys.executable, "-u", *program], stdout=subprocess.PIPE, text=True, env={**os.environ, **variables}
    )
    try:
        assert started.stdout is not None
        address = re.search(r"http://\S+", started.stdout.readline())
        assert address is not None
        yield address[0], started.pid
    finally:
        started.terminate()
        started.wait(60)


@contextmanager
def server(
    home: Path, given: argparse.Namespace, program: list[str] = SERVE, /, **variables: str
) -> Iterator[tuple[str, int]]:
    everyone = {"PAWSONA_HOME": str(home), "PAWSONA_AUTH": "accounts", "PAWSONA_WORKERS": str(given.workers)}
    if given.database:
        everyone["PAWSONA_DATABASE_URL"] = given.database
    with running(program, **{**everyone, **variables}) as found:
        run_long(_up(found[0]))
        yield found


async def _up(address: str) -> None:
    for _ in range(600):
        if await status(address, "GET", "/readyz") == 200:
            return
        await asyncio.sleep(0.1)
    raise SystemExit("the server did not get ready")


async def listen(address: str, everybody: list[Who], pages: int, root: int) -> tuple[float, float]:
    """Memory before and with so many open pages, in MB."""
    before = memory(root)

    async def page(who: Who) -> None:
        async with aclosing(exchange(address, "GET", "/api/v1/events", who[0])) as lines:
            async for _ in lines:
                pass

    open_ = []
    for number in range(pages):
        open_.append(asyncio.create_task(page(everybody[number % len(everybody)])))
        await asyncio.sleep(0.004)
    await asyncio.sleep(10)
    assert not any(task.done() for task in open_), "a page was closed"
    after = memory(root)
    for task in open_:
        task.cancel()
    await asyncio.gather(*open_, return_exceptions=True)
    return before, after


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else float("nan")


def measured_talk(
    home: Path, given: argparse.Namespace, who: list[Who], every: float, program: list[str] = SERVE, /, **more: str
) -> dict[str, Any]:
    """One run of talk, with what it took."""
    with server(home, given, program, **more) as (address, root):
        run_long(talk(address, who[:20], 10, 2))  # everything is read and embedded once
        before, machine, began = spent(root), busy(), time.monotonic()
        tally = run_long(talk(address, who, given.seconds, every))
        took, now, after = time.monotonic() - began, busy(), spent(root)
    of_each = [seconds - before.get(process, 0.0) for process, seconds in after.items()]
    used = sum(of_each)
    others = (now[0] - machine[0] - used) / (now[1] - machine[1])
    return {
        "turns": tally.done,
        "turns_a_second": round(tally.done / took, 1),
        "errors": tally.errors,
        "first_ms_p50": round(1000 * sorted(tally.first)[len(tally.first) // 2]),
        "first_ms_p95": round(1000 * p95(tally.first)),
        "server_cpu_ms_a_turn": round(1000 * used / max(1, tally.done), 1),
        "server_cpu_s_of_each": sorted(round(seconds, 1) for seconds in of_each if seconds > 0.1 * used),
        "machine_for_others": round(others, 2),
    }


def measure_talk(home: Path, given: argparse.Namespace, who: list[Who]) -> dict[str, Any]:
    """300 persons and a model."""
    with running([str(Path(__file__).with_name("stub_model.py"))]) as (model, _):
        found = measured_talk(home, given, who, 10, PAWSONA_MIND="llm", PAWSONA_BASE_URL=model, PAWSONA_MODEL="stub")
    ours = {name: found[name] - round(1000 * SENTENCE) for name in ("first_ms_p50", "first_ms_p95")}
    return found | {"our_ms_p50": ours["first_ms_p50"], "our_ms_p95": ours["first_ms_p95"]}


BUILT_IN = {"PAWSONA_MIND": "storybook", "PAWSONA_EMBEDDER": "minilm"}


def measure_most(home: Path, given: argparse.Namespace, who: list[Who]) -> dict[str, Any]:
    """As many turns as it takes, of 100 persons who say the next thing as soon as they are answered."""
    return measured_talk(home, given, who[:100], 0, **BUILT_IN)


def measure_scripted(home: Path, given: argparse.Namespace, who: list[Who]) -> dict[str, Any]:
    """The same, with a mind that says always the same: what Pawsona itself takes for a turn."""
    return measured_talk(home, given, who[:100], 0, SCRIPTED, **BUILT_IN)


def measure_pages(home: Path, given: argparse.Namespace, who: list[Who]) -> dict[str, Any]:
    with server(home, given, **BUILT_IN) as (address, root):
        before, after = run_long(listen(address, who, given.pages, root))
    return {"pages": given.pages, "mb_before": round(before), "mb": round(after)}


def measure_household(home: Path, given: argparse.Namespace, who: list[Who]) -> dict[str, Any]:
    """20 persons on SQLite, all at once."""
    given = argparse.Namespace(**{**vars(given), "database": ""})
    return measured_talk(home, given, who[:20], 0.5, **BUILT_IN)


MEASURES = {
    "talk": measure_talk,
    "pages": measure_pages,
    "scripted": measure_scripted,
    "most": measure_most,
    "household": measure_household,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=MEASURES)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--persons", type=int, default=300)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; else SQLite")
    parser.add_argument("--write", type=Path, help="put the figures into this JSON file, under `server`")
    given = parser.parse_args()
    found: dict[str, Any] = {}
    for name in [given.only] if given.only else MEASURES:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "home"
            more = {"database_url": given.database} if given.database and name != "household" else {}
            who = run_long(furnished(home, given.persons, more))
            found[name] = MEASURES[name](home, given, who)
        print(name, json.dumps(found[name]), flush=True)
    if given.write:
        known = json.loads(given.write.read_text("utf-8")) if given.write.exists() else {}
        known["server"] = known.get("server", {}) | found
        given.write.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
