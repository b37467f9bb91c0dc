"""No room left: it is said in one sentence, nothing is half stored, and all goes on when there is room again."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.faults.house import House, house
from tests.faults.postgres import supervised
from tests.faults.server_rounds import ANSWER
from tests.model_server.process import ModelServer

from pawsona.storage import open_store

pytestmark = pytest.mark.timeout(240)

FULL = "the disk that holds"


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    made = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(made, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """A file that takes all the room there is."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    return filler


def refused(it: House, numbers: range) -> list[str]:
    """What somebody was told who wanted to say something long, often."""
    told = []
    for number in numbers:
        try:
            answer = it.say(f"Number {number}. {'word ' * 300}", f"full-{number}")
        except OSError as error:
            told.append(str(error))
        else:
            told += [line for line in answer.split("event: error")[1:]]
    return told


def goes_on(it: House) -> None:
    """Somebody is heard again, and nothing that was heard is there twice or without a reply that was promised."""
    it.answered("Last.", "last")
    said = it.said()
    texts = [message["text"] for message in said if message["role"] == "person"]
    assert texts[0] == "First." and texts[-1] == "Last." and len(texts) == len(set(texts))
    assert len([m for m in said if m.get("answers")]) == len({m["answers"] for m in said if m.get("answers")})


def test_a_full_disk_is_said_and_nothing_is_half_stored(tmp_path: Path) -> None:
    (disk := tmp_path / "small").mkdir()
    with small_disk(disk, 8), ModelServer.start(always={"text": ANSWER}) as model, house(disk, model) as it:
        it.answered("First.", "first")
        filler = fill(disk)
        told = refused(it, range(40))
        assert told and all(FULL in one or "503" in one for one in told)
        filler.unlink()
        goes_on(it)
        it.stop()

        async def opened() -> None:
            await (await open_store(it.home / "pawsona.db")).close()

        asyncio.run(opened())


@pytest.mark.postgres
def test_nor_is_it_under_a_database_server(tmp_path: Path) -> None:
    """First there is no room for rows, and then none for its journal, without which PostgreSQL ends."""
    with TemporaryDirectory(prefix="pawsona-small-") as folder, small_disk(Path(folder), 200) as disk:
        with (
            supervised(disk) as server,
            ModelServer.start(always={"text": ANSWER}) as model,
            house(tmp_path, model, database=server.url) as it,
        ):
            it.answered("First.", "first")
            filler = fill(disk)
            assert (told := refused(it, range(40))) and all(FULL in one for one in told)
            with suppress(Exception):  # it ends instead of answering
                server.run("SELECT pg_switch_wal()")
            assert server.ended.wait(60)  # the others of its processes go on for a moment
            assert (told := refused(it, range(40, 42))) and all("can't be reached; start it" in one for one in told)
            filler.unlink()
            goes_on(it)
