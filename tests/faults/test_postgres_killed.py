"""kill -9 of the database, or a wire to it that is cut, in the middle of turns, ends of sessions and nights.

Nothing is lost, nothing doubled, and all is soon well again by itself. A few rounds by default; PAWSONA_FAULT_ROUNDS=100
for as many as the figures in docs/log.md were taken from.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.faults.postgres import supervised
from tests.faults.talkers import Town, move_in, undisturbed
from tests.faults.wire import Wire
from tests.servers import Databases

ROUNDS = int(os.environ.get("PAWSONA_FAULT_ROUNDS", "0"))

SILENCE = 13.5
"""Seconds; what was sent is sent again 25 s after the cut, unless both ends have understood by then."""

pytestmark = pytest.mark.timeout(180 + 60 * ROUNDS)


async def lived_through(
    town: Town, rounds: int, folder: Path, fault: Callable[[], Awaitable[None]], back_at: Callable[[], float]
) -> None:
    """So many rounds, and nothing of it can be seen in what is kept.

    Args:
        fault: what happens in each.
        back_at: when the server could be reached again, by the monotonic clock.
    """
    chance, whole, ours = random.Random(2026), list[float](), list[float]()
    for number in range(rounds):
        begun, over = await town.round(fault, chance)
        whole.append(over - begun)
        ours.append(over - max(begun, back_at()))
        print(f"{number + 1}: well again after {whole[-1]:.2f} s, {ours[-1]:.2f} s of them ours", flush=True)
    kept = await town.kept()
    failures = sum(talker.failures for talker in town.talkers)
    await town.home.aclose()
    assert kept == await undisturbed(folder, rounds)
    told = f"{rounds} times: well again after {sorted(whole)[rounds // 2]:.2f} s, {max(whole):.2f} s at most"
    print(f"{told}, of it ours {max(ours):.2f} s at most; {failures} turns were told to try again")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the server's processes in /proc")
def test_a_killed_database_loses_and_doubles_no_message_no_memory_and_no_day(tmp_path: Path) -> None:
    with supervised() as server:

        async def story() -> None:
            town = await move_in(tmp_path / "home", server.url)
            kill = lambda: asyncio.to_thread(server.kill)  # noqa: E731 - a name for it
            await lived_through(town, ROUNDS or 3, tmp_path / "other", kill, lambda: server.back_at)

        asyncio.run(story())


def test_nor_does_a_wire_that_is_cut(tmp_path: Path, beyond: tuple[Databases, Wire]) -> None:
    (made, wire), chance, healed = beyond, random.Random(7), 0.0

    async def cut() -> None:
        nonlocal healed
        wire.cut()
        await asyncio.sleep(chance.uniform(1, 14) if ROUNDS else SILENCE)
        wire.heal()
        healed = time.monotonic()

    async def story() -> None:
        town = await move_in(tmp_path / "home", made.fresh())
        await lived_through(town, ROUNDS or 1, tmp_path / "other", cut, lambda: healed)

    asyncio.run(story())
