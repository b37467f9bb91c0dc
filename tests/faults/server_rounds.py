"""Rounds of what can go wrong with a server: killed in the middle of a turn, or with a model server that misbehaves.

Each round is six hours later than the one before, so a session ends in each and a night runs in every fourth, while the
server is killed. After every second one it is left alone until its pet has its day: a server that never lives for longer
than a process needs to wake up makes none. In the end the home must be that of somebody whose server nobody killed.

Usage: PYTHONPATH=. python tests/faults/server_rounds.py [--rounds 100] [--workers 1]    (prints a table)
"""

import argparse
import asyncio
import random
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.faults.house import House, house, rows
from tests.model_server.process import ModelServer

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load

WITHIN = 10.0
"""Seconds in which a server that was killed answers again, without a hand."""
STEP = timedelta(hours=6)
NIGHT = timedelta(hours=3)
"""A day begins so late."""
AUNTS = [a + b for a in "Bar Cor Dal Fen Gil Hul Jor Kem Lun Mar".split()
         for b in "bert dina fred gard hilda lind mund nora rick wina".split()]  # fmt: skip
"""Nobody has so many; each is remembered once."""
ANSWER = "High water is good news for ducks. I would have stood there for an hour. Did you see any on the far side?"
QUICK: dict[str, Any] = {"text": ANSWER, "first_token_ms": 200, "token_ms": 20}
LIES: dict[str, dict[str, Any]] = {
    "stalls": {"stall": "first"},
    "stalls halfway": {"stall": "middle"},
    "lies": {"garbage": True},
    "429": {"status": 429, "retry_after": 0.1},
    "500": {"status": 500},
    "cuts": {"cut": "first"},
    "cuts halfway": {"cut": "middle"},
    "says nothing": {"text": ""},
}
OPEN = "SELECT 1 FROM messages m WHERE role = 'person' AND NOT EXISTS (SELECT 1 FROM messages r WHERE r.answers = m.message_id)"
SESSIONS = "SELECT 1 FROM sessions WHERE closed_at IS NULL"
STAGES = (
    """SELECT on_date, count(*) FROM nights WHERE on_date > (SELECT min(on_date) FROM days) GROUP BY 1 ORDER BY 1"""
)
"""Of the day of adoption they are the mind's that was there to make it."""
NIGHTS = "SELECT 1 FROM leases WHERE state = 'open'"


@dataclass
class Rounds:
    """What became of them."""

    took: list[float] = field(default_factory=list)
    """Seconds from each kill to the answer."""
    hit: Counter[str] = field(default_factory=Counter)
    """What was under way, by the database, when the server was killed."""


def killed(it: House, number: int, told: Rounds) -> None:
    """One round: a session ends, killed somewhere in a turn, started again, asked again."""
    text, key = _line(number), f"round-{number}-{random.random()}"
    it.move(STEP)
    talking = threading.Thread(target=lambda: _ignore(it, text, key))
    talking.start()
    time.sleep(random.uniform(0, 1.5))
    it.kill()
    began = time.monotonic()
    for name, query in (("turn", OPEN), ("session", SESSIONS), ("night", NIGHTS)):
        told.hit[name] += len(rows(it.home, query)) > (name == "session" and bool(rows(it.home, OPEN)))
    if it.workers == 1:
        it.start()
    it.answered(text, key)
    told.took.append(time.monotonic() - began)
    talking.join()
    said = it.said()
    mine = [m for m in said if m["text"] == text]
    assert len(mine) == 1, f"round {number}: heard {len(mine)} times"
    place = said.index(mine[0])
    replies = [m for m in said[place + 1 :] if m["role"] == "pet"]
    assert len(replies) == 1, f"round {number}: {len(replies)} replies"
    if number % 2:
        rested(it)


def rested(it: House) -> None:
    """Left alone until the pet has the day that it is."""
    on = (datetime.now(UTC) + timedelta(seconds=it.ahead) - NIGHT).date()
    end = time.monotonic() + 240  # seconds on a quiet machine
    while not rows(it.home, f"SELECT 1 FROM leases WHERE state = 'done' AND on_date = '{on}'"):
        it.runs()
        assert time.monotonic() < end, f"no night before {on}"
        time.sleep(0.2)


def settled(it: House) -> None:
    """Later, when every session is over and every night lived."""
    it.move(STEP)
    end = time.monotonic() + 240  # seconds on a quiet machine
    while rows(it.home, SESSIONS) or rows(it.home, NIGHTS):
        it.runs()
        assert time.monotonic() < end, "sessions or nights stay open"
        time.sleep(0.2)
    it.stop()


def kept(home: Path) -> dict[str, Any]:
    """What a home holds that may not be lost or doubled."""
    return {
        "said": Counter(rows(home, "SELECT text FROM messages WHERE role = 'person'")),
        "answered": sorted(Counter(rows(home, "SELECT answers FROM messages WHERE role = 'pet'")).values()),
        "memories": Counter(rows(home, "SELECT text, retention FROM memories")),
        "found again": Counter(rows(home, "SELECT kind, text FROM entries WHERE kind <> 'context'")),
        "days": rows(home, "SELECT on_date, json_array_length(items) > 2 FROM days ORDER BY 1"),
        "stages": rows(home, STAGES),
    }


async def undisturbed(it: House, folder: Path, rounds: int) -> dict[str, Any]:
    """The same life in a process that nobody kills: what `kept` finds there."""
    clock = SimulatedClock(it.begins)
    home = await open_home(load(home=folder, language="en", embedder="hashing"), clock=clock)
    person, pet = await home.adopt(PetForm(name="Mo"), PersonForm(name="Lin", time_zone="UTC"))
    for number in range(rounds):
        clock.moment += STEP
        await home.tick()
        async for _ in Companion(home, person, pet).talk(_line(number)):
            pass
    clock.moment += STEP
    await home.tick()
    await home.aclose()
    return kept(folder)


def lived(it: House, scratch: Path, rounds: int) -> None:
    """Nothing lost, nothing doubled, seen from the end.

    Raises:
        AssertionError: something was; which kind.
    """
    settled(it)
    found, expected = kept(it.home), asyncio.run(undisturbed(it, scratch, rounds))
    for kind, wanted in expected.items():
        assert found[kind] == wanted, f"{kind}: {found[kind]} instead of {wanted}"


def jumped(it: House, number: int, by: timedelta) -> None:
    """One round: the clock jumps when a message was heard. It is answered once, and so is what follows."""
    lines = [f"I counted {number} ducks {when}." for when in ("before", "after")]
    talking = threading.Thread(target=lambda: it.answered(lines[0], f"jump-{number}-0"))
    talking.start()
    while not rows(it.home, f"SELECT 1 FROM messages WHERE text = '{lines[0]}'"):
        time.sleep(0.02)  # or what is said next, to the other process, may be first
    it.move(by)
    it.answered(lines[1], f"jump-{number}-1")
    talking.join()
    said = it.said()
    assert [m["text"] for m in said if m["text"] in lines] == lines, f"{by}: not heard once and in order"
    for line in lines:
        place = next(n for n, m in enumerate(said) if m["text"] == line)
        assert said[place + 1]["role"] == "pet", f"{by}: no reply"


def lied_to(it: House, model: ModelServer, number: int, how: str) -> float:
    """One round: the model server misbehaves. The message is kept, and answered: at once, or when it is asked again."""
    text, key = f"I saw {number} herons today.", f"lie-{number}-{random.random()}"
    model.always(**LIES[how])
    began = time.monotonic()
    with suppress(OSError):
        it.say(text, key)
    model.always(text=ANSWER)
    it.answered(text, key)
    assert [m["text"] for m in it.said()].count(text) == 1, f"{how}: not heard once"
    return time.monotonic() - began


def _line(number: int) -> str:
    return f"My aunt {AUNTS[number % len(AUNTS)]} lives in Rome."


def _ignore(it: House, text: str, key: str) -> None:
    with suppress(Exception):
        it.say(text, key)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    told = Rounds()
    with tempfile.TemporaryDirectory() as folder, ModelServer.start(always=QUICK) as model:
        with house(Path(folder), model, given.workers) as it:
            for number in range(given.rounds):
                killed(it, number, told)
                print(f"{number + 1}: {told.took[-1]:.1f} s", flush=True)
            lived(it, Path(folder) / "other", given.rounds)
    took, hit = sorted(told.took), told.hit
    late = sum(seconds > WITHIN for seconds in took)
    print(f"| fault | rounds | lost or doubled | seconds to an answer, p50 | most | over {WITHIN:.0f} s |")
    print("|---|---|---|---|---|---|")
    print(
        f"| kill -9 ({given.workers} process{'es' * (given.workers > 1)}) | {len(took)} | 0 "
        f"| {took[len(took) // 2]:.1f} | {took[-1]:.1f} | {late} |"
    )
    print(
        f"Under way when it was killed: a turn {hit['turn']}, a session's end {hit['session']}, a night {hit['night']}."
    )


if __name__ == "__main__":
    main()
