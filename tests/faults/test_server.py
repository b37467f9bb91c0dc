"""A few rounds of `server_rounds.py`, which does a hundred by hand."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from tests.conftest import run
from tests.faults import server_rounds as rounds
from tests.faults.house import house, rows
from tests.model_server.process import ModelServer

from pawsona.storage import open_store

pytestmark = pytest.mark.faults

ROUNDS = 3
"""With the one after them that is a session more than there are kills, and a night."""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_is_killed_loses_and_doubles_no_message_no_memory_and_no_day(
    tmp_path: Path, workers: int
) -> None:
    with ModelServer.start(always=rounds.QUICK) as model, house(tmp_path, model, workers) as it:
        for number in range(ROUNDS):
            rounds.killed(it, number, rounds.Rounds())
        rounds.lived(it, tmp_path / "undisturbed", ROUNDS)


def test_whatever_a_model_server_does_a_message_is_heard_once_and_answered(tmp_path: Path) -> None:
    with ModelServer.start(always={"text": rounds.ANSWER}) as model, house(tmp_path, model) as it:
        for number, how in enumerate(how for how in rounds.LIES if not how.startswith("stalls")):
            rounds.lied_to(it, model, number, how)


def test_nor_a_clock_that_jumps_under_two_processes(tmp_path: Path) -> None:
    """A day on, an hour back (as some machines do at the end of summer), a day back, a year on."""
    with ModelServer.start(always=rounds.QUICK) as model, house(tmp_path, model, 2) as it:
        jumps = timedelta(days=1), timedelta(hours=-1), timedelta(days=-1), timedelta(days=365)
        for number, by in enumerate(jumps):
            rounds.jumped(it, number, by)
        days = [day for (day,) in rows(it.home, "SELECT on_date FROM days")]
        assert len(days) == len(set(days)) >= 1


def test_a_model_server_that_stalls_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    """It accepts and says nothing, or stops in the middle: another turn of the same pet is answered all the same."""
    with ModelServer.start(always={"text": rounds.ANSWER}) as model, house(tmp_path, model, timeout=2) as it:
        for number, how in enumerate(("stalls", "stalls halfway")):
            assert rounds.lied_to(it, model, number, how) < 60


def test_rounds_end_at_once_and_say_why_when_the_server_ended_by_itself(tmp_path: Path) -> None:
    with ModelServer.start(always=rounds.QUICK) as model, house(tmp_path, model) as it:
        assert it.running is not None
        it.running.terminate()
        it.running.wait(40)
        with pytest.raises(AssertionError, match=r"the server ended with -?\d+: "):
            it.until("GET", "/pets")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if os.geteuid() != 0 or done.returncode:
        pytest.skip("a small disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_said_and_nothing_is_half_stored(tmp_path: Path, small_disk: Path) -> None:
    with ModelServer.start(always={"text": rounds.ANSWER}) as model, house(small_disk, model) as it:
        it.until("POST", f"/pets/{it.pet}/messages", {"text": "First."}, "first", has="event: done")
        filler = small_disk / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        refused = 0
        for number in range(40):
            try:
                refused += "event: error" in it.say(f"Number {number}. {'word ' * 300}", f"full-{number}")
            except OSError as error:
                assert "507" in str(error) or "503" in str(error)
                refused += 1
        assert refused
        filler.unlink()
        it.until("POST", f"/pets/{it.pet}/messages", {"text": "Last."}, "last", has="event: done")
        texts = [message["text"] for message in it.said() if message["role"] == "person"]
        assert texts[0] == "First." and texts[-1] == "Last." and len(texts) == len(set(texts))
    shutil.copytree(it.home, tmp_path / "after")

    async def opened() -> None:
        await (await open_store(tmp_path / "after" / "pawsona.db")).close()

    run(opened())
