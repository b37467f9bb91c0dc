"""A few rounds of `server_rounds.py`, which does a hundred by hand."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from tests.faults import server_rounds as rounds
from tests.faults.house import House, house, rows
from tests.model_server.process import ModelServer

pytestmark = pytest.mark.timeout(300)

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
    """One that accepts and says nothing, or stops in the middle, is not waited for for ever."""
    with ModelServer.start(always={"text": rounds.ANSWER}) as model, house(tmp_path, model, timeout=2) as it:
        for number, how in enumerate(rounds.LIES):
            assert rounds.lied_to(it, model, number, how) < 60


def test_nor_a_clock_that_jumps_under_two_processes(tmp_path: Path) -> None:
    """A day on, an hour back (as some machines do at the end of summer), a day back, a year on."""
    with ModelServer.start(always=rounds.QUICK) as model, house(tmp_path, model, 2) as it:
        jumps = timedelta(days=1), timedelta(hours=-1), timedelta(days=-1), timedelta(days=365)
        for number, by in enumerate(jumps):
            rounds.jumped(it, number, by)
        days = [day for (day,) in rows(it.home, "SELECT on_date FROM days")]
        assert len(days) == len(set(days)) >= 1


def test_rounds_end_at_once_and_say_why_when_the_server_ended_by_itself(tmp_path: Path) -> None:
    it = House(tmp_path / "home", "http://127.0.0.1:9/v1")
    it.complaints.write_text("there is no such table")
    it.running = ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"], text=True)
    ended.wait()
    with pytest.raises(AssertionError, match="the server ended with 3: there is no such table"):
        it.until("GET", "/pets")
