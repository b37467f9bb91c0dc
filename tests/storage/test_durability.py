"""A process that is killed in the middle of a write loses nothing that was committed and keeps nothing half."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ports import Store
from pawsona.storage import open_store

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
VICTIM = Path(__file__).with_name("victim.py")


@pytest.mark.long
@pytest.mark.parametrize(
    ("point", "survives"),
    [
        ("talk.add:before", False),
        ("talk.add/messages:after", False),
        ("talk.add/lines:before", False),
        ("index.put/entries:after", False),
        ("commit:before", False),
        ("commit:after", True),
    ],
)
def test_a_killed_process_leaves_all_or_nothing(
    address: str, with_store: WithStore, samples: Samples, point: str, survives: bool
) -> None:
    async def settle(store: Store) -> None:
        await store.people.persons()

    async def look(store: Store) -> None:
        expected = ["before", "during"] if survives else ["before"]
        assert [message.id for message in await store.talk.recent(samples.mo, 9)] == expected
        assert await store.days.ledger(samples.mo) == {f"line.{name}": date(2026, 4, 12) for name in expected}
        hits = await store.index.match(samples.mo, "hello", ["turn"], 9)
        assert [hit.ref for hit in hits] == expected[1:]
        await store.talk.add(samples.message("after"))

    with_store(settle)
    done = subprocess.run([sys.executable, str(VICTIM), address, point], capture_output=True, text=True, timeout=30)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with_store(look)


def test_fault_points_have_stable_names(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(_: Store) -> None:
        points: list[str] = []
        store = await open_store(address, fault=points.append)
        await store.talk.add(samples.message("m1"))
        await store.talk.recent(samples.mo, 1)
        await store.close()
        assert points == [
            "talk.add:before",
            "talk.add/messages:before",
            "talk.add/messages:after",
            "talk.add:after",
            "commit:before",
            "commit:after",
        ]

    with_store(story)


def test_a_fault_that_raises_undoes_the_write(address: str, with_store: WithStore, samples: Samples) -> None:
    def fault(point: str) -> None:
        if point == "commit:before":
            raise RuntimeError(point)

    async def story(_: Store) -> None:
        store = await open_store(address, fault=fault)
        with pytest.raises(RuntimeError):
            await store.talk.add(samples.message("m1"))
        assert await store.talk.recent(samples.mo, 9) == []
        await store.close()

    with_store(story)
