"""A PostgreSQL server in a network of its own, at the far end of a wire: what it answers can be
lost without a word, as in a network that is parted."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import pytest
from tests.servers import server

Wire = Callable[[Literal["add", "del"]], None]


@contextmanager
def namespace() -> Iterator[tuple[str, str, Wire]]:
    """A network with one wire to this one: its name, its address, and what swallows all that it sends (`add`), or no longer does (`del`)."""
    name, third = f"pawsona{os.getpid()}", os.getpid() % 250
    near, far = f"10.213.{third}.1", f"10.213.{third}.2"
    here, there = f"pw{os.getpid()}a", f"pw{os.getpid()}b"
    made = (
        f"netns add {name}",
        f"link add {here} type veth peer name {there} netns {name}",
        f"addr add {near}/24 dev {here}",
        f"link set {here} up",
        f"-n {name} addr add {far}/24 dev {there}",
        f"-n {name} link set {there} up",
        f"-n {name} link set lo up",
    )
    try:
        try:
            for command in made:
                _ip(command)
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"no network of its own can be made here: {error}")
        yield name, far, lambda way: _ip(f"-n {name} route {way} blackhole {near}/32")
    finally:
        with suppress(OSError, subprocess.CalledProcessError):
            _ip(f"netns del {name}")


@contextmanager
def beyond_a_wire() -> Iterator[tuple[str, Wire]]:
    """A server's address there, and its wire."""
    if not sys.platform.startswith("linux") or os.geteuid():
        pytest.skip("networks can be made by root only, on Linux")
    with TemporaryDirectory(prefix="pawsona-wire-", ignore_cleanup_errors=True) as folder:
        with server(folder) as url:
            data = Path(folder)  # made, and stopped again: it is to listen elsewhere
        while (data / "postmaster.pid").exists():
            time.sleep(0.05)
        with (data / "pg_hba.conf").open("a") as allowed:
            allowed.write("host all all 10.213.0.0/16 trust\n")
        with namespace() as (name, address, wire):
            _start(data, name, address)
            try:
                yield url.partition("?")[0].replace("@/", f"@{address}/"), wire
            finally:
                with suppress(subprocess.CalledProcessError):  # it is whole
                    wire("del")
                _as_owner(data, ["-w", "-m", "immediate", "-D", str(data), "stop"])


def _start(data: Path, name: str, address: str) -> None:
    options = f"-h {address} -k {data}"
    _as_owner(
        data, ["-w", "-o", options, "-l", str(data / "log"), "-D", str(data), "start"], ["ip", "netns", "exec", name]
    )


def _as_owner(data: Path, given: list[str], inside: list[str] | None = None) -> None:
    program = Path((data / "postmaster.opts").read_text().split()[0]).with_name("pg_ctl")  # of the server's version
    owner = ["setpriv", f"--reuid={data.stat().st_uid}", f"--regid={data.stat().st_gid}", "--clear-groups"]
    subprocess.run(
        [*(inside or ()), *owner, str(program), *given],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _ip(command: str) -> None:
    subprocess.run(["ip", *command.split()], check=True, capture_output=True)
