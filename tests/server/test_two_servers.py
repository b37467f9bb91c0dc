"""Two servers on one home: on one port the second is refused in a sentence; on two both stay right, whoever is killed."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server import process
from tests.server.process import PLAIN, server

pytestmark = [pytest.mark.program, pytest.mark.timeout(300)]
LIN = {"name": "Mo", "species": "cat", "personality": "sunny", "person": {"name": "Lin"}}


def told(method: str, url: str, body: object = None) -> Any:
    return json.loads(process.ask(method, url, body, within=120))


def seen(address: str, pet: str) -> list[str]:
    """What was said, as a server shows it."""
    lines = told("GET", f"{address}/api/v1/pets/{pet}/messages?limit=200")["messages"]
    return sorted(line["text"] for line in lines if line["role"] == "person")


def answered(home: Path) -> list[tuple[str, int]]:
    """What was said and how many replies it has, as it lies in the file."""
    query = (
        "SELECT said.text, count(reply.message_id) FROM messages said LEFT JOIN messages reply"
        " ON reply.answers = said.message_id WHERE said.role = 'person' GROUP BY said.message_id"
    )
    with closing(sqlite3.connect(f"file:{home / 'pawsona.db'}?mode=ro", uri=True, timeout=30)) as database:
        return sorted((str(text), int(replies)) for text, replies in database.execute(query))


def test_on_one_port_the_second_says_so_and_the_first_serves_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with server(home, tmp_path / "log") as address:
        program = PLAIN.replace("'0'", repr(address.rpartition(":")[2]))
        second = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PAWSONA_HOME": str(home), "PAWSONA_EMBEDDER": "hashing"},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert second.returncode == 2
        [sentence] = second.stderr.splitlines()
        assert "can't listen on" in sentence and "choose another port" in sentence
        assert not second.stdout
        assert told("POST", f"{address}/api/v1/pets", LIN)["name"] == "Mo"


def test_on_two_ports_nothing_is_lost_or_doubled_though_one_is_killed(tmp_path: Path) -> None:
    home, logs = tmp_path / "home", [tmp_path / "one.log", tmp_path / "two.log"]
    texts = [f"I ate {n} plums." for n in range(12)]
    with server(home, logs[0]) as one:
        pet = told("POST", f"{one}/api/v1/pets", LIN)["id"]
        with server(home, logs[1], stop=signal.SIGKILL) as two:
            places = [f"{address}/api/v1/pets/{pet}/messages" for address in (one, two)]
            with ThreadPoolExecutor(4) as at_once:
                answers = [
                    at_once.submit(process.ask, "POST", places[n % 2], {"text": text}, 120)
                    for n, text in enumerate(texts)
                ]
                assert all("event: done" in answer.result() for answer in answers)
            assert seen(one, pet) == seen(two, pet) == sorted(texts)
        assert "event: done" in process.ask("POST", places[0], {"text": "And a pear."}, 120)
        assert answered(home) == sorted((text, 1) for text in [*texts, "And a pear."])
        assert told("GET", f"{one}/api/v1/home")["pets"][0]["id"] == pet
    assert all("Traceback" not in log.read_text() for log in logs)
