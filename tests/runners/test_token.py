"""A cluster that lets nobody in without its token: a wrong one is told from a cluster that is not there."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from pawsona.runners.ray import KNOCK

pytestmark = [pytest.mark.ray, pytest.mark.timeout(300)]
TOKEN, WRONG = "a" * 32, "b" * 32
JOIN = """
import sys
from pawsona.errors import SetupError
from pawsona.runners.ray import join
try:
    join(sys.argv[1])
    print("joined")
except SetupError as error:
    print(error)
"""
HEAD = "--head --block --num-cpus 1 --object-store-memory 80000000 --include-dashboard false --disable-usage-stats"


@contextmanager
def locked(folder: Path) -> Iterator[str]:
    """The address of a cluster that has a token."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "start", *HEAD.split()]
    with (
        (folder / "ray.log").open("wb") as log,
        subprocess.Popen([*program, f"--port={port}"], env=asking(folder, TOKEN), stdout=log, stderr=log) as head,
    ):
        try:
            while True:
                assert head.poll() is None, (folder / "ray.log").read_text()
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), KNOCK):
                    break
            yield f"127.0.0.1:{port}"
        finally:
            head.terminate()  # and Ray ends what it started


def asking(folder: Path, token: str) -> dict[str, str]:
    """The environment of somebody with this token, or with none; it is Ray that reads it."""
    shown = {"RAY_AUTH_MODE": "token", **({"RAY_AUTH_TOKEN": token} if token else {})}
    return {**os.environ, **shown, "HOME": str(folder), "RAY_USAGE_STATS_ENABLED": "0"}


def said(address: str, folder: Path, token: str) -> str:
    """What a program hears that would join; its last line, for Ray has lines of its own."""
    asked = [sys.executable, "-c", JOIN, address]
    found = subprocess.run(asked, env=asking(folder, token), capture_output=True, text=True, check=True)
    return found.stdout.splitlines()[-1]


def test_a_missing_or_wrong_token_is_told_from_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    with locked(tmp_path) as address:
        assert said(address, tmp_path, TOKEN) == "joined"
        for token in (WRONG, ""):
            assert "does not take the token of this machine" in said(address, tmp_path, token)
    assert "There is no Ray cluster" in said(address, tmp_path, WRONG)
