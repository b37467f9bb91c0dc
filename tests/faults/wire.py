"""A network of our own behind a router that can swallow what it should carry, without a word to either end."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.servers import server

_NUMBERS = count()
"""Of this process's networks: one may be there while another is made."""


@dataclass(frozen=True)
class Wire:
    """What lies between this network (`near`, and `beside` on the same machine) and the other one (`far`)."""

    name: str
    """Of the other network: `ip netns exec NAME`."""
    near: str
    beside: str
    far: str

    @property
    def inside(self) -> list[str]:
        """Put before a command it runs there."""
        return ["ip", "netns", "exec", self.name]

    def cut(self, *addresses: str) -> None:
        """What is sent to these addresses is lost (all of them, if none is named)."""
        for address in addresses or (self.near, self.beside, self.far):
            _ip(f"-n {self.name}r route replace blackhole {address}/32")

    def heal(self) -> None:
        for address in (self.near, self.beside, self.far):
            with suppress(subprocess.CalledProcessError):  # it is whole
                _ip(f"-n {self.name}r route del blackhole {address}/32")


@contextmanager
def wired() -> Iterator[Wire]:
    """Another network, and the router between; skips where none can be made."""
    if not sys.platform.startswith("linux") or os.geteuid():
        pytest.skip("networks can be made by root only, on Linux")
    number = next(_NUMBERS)
    part = f"10.213.{(3 * os.getpid() + number) % 250}"
    wire = Wire(f"pw{os.getpid()}{number}", f"{part}.1", f"{part}.9", f"{part}.6")
    try:
        try:
            for command in _making(wire, part):
                _ip(command)
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"no network of its own can be made here: {error}")
        yield wire
    finally:
        # The wires first: those of a network that is gone go when the system finds time, and the next one has their names.
        for command in (f"link del {wire.name}a", f"netns del {wire.name}", f"netns del {wire.name}r"):
            with suppress(OSError, subprocess.CalledProcessError):
                _ip(command)


def _making(wire: Wire, part: str) -> tuple[str, ...]:
    """Here - router - there: two wires, and who can be reached over them."""
    there, router, ends = wire.name, f"{wire.name}r", [f"{wire.name}{end}" for end in "abcd"]
    return (
        f"netns add {there}",
        f"netns add {router}",
        f"link add {ends[0]} type veth peer name {ends[1]} netns {router}",
        f"-n {router} link add {ends[2]} type veth peer name {ends[3]} netns {there}",
        f"addr add {wire.near}/30 dev {ends[0]}",
        f"addr add {wire.beside}/32 dev {ends[0]}",
        f"-n {router} addr add {part}.2/30 dev {ends[1]}",
        f"-n {router} addr add {part}.5/30 dev {ends[2]}",
        f"-n {there} addr add {wire.far}/30 dev {ends[3]}",
        f"link set {ends[0]} up",
        f"-n {router} link set {ends[1]} up",
        f"-n {router} link set {ends[2]} up",
        f"-n {there} link set {ends[3]} up",
        f"-n {there} link set lo up",
        f"route add {part}.4/30 via {part}.2",
        f"-n {there} route add default via {part}.5",
        f"-n {router} route add {part}.8/30 via {wire.near}",
        f"netns exec {router} sysctl -qw net.ipv4.ip_forward=1",
    )


@contextmanager
def listening(address: str, inside: list[str]) -> Iterator[str]:
    """A PostgreSQL server at that address, in the network that `inside` enters; its own address."""
    with TemporaryDirectory(prefix="pawsona-wire-", ignore_cleanup_errors=True) as folder:
        with server(folder) as url:
            data = Path(folder)  # made, and stopped again: it is to listen elsewhere
        while (data / "postmaster.pid").exists():
            time.sleep(0.05)
        with (data / "pg_hba.conf").open("a") as allowed:
            allowed.write("host all all 10.213.0.0/16 trust\n")
        options = f"-h {address} -k {data}"
        _as_owner(data, ["-w", "-o", options, "-l", str(data / "log"), "-D", str(data), "start"], inside)
        try:
            yield url.partition("?")[0].replace("@/", f"@{address}/")
        finally:
            _as_owner(data, ["-w", "-m", "immediate", "-D", str(data), "stop"], [])


@contextmanager
def beyond_a_wire() -> Iterator[tuple[str, Wire]]:
    """The address of a server there, and the wire."""
    with wired() as wire, listening(wire.far, wire.inside) as url:
        try:
            yield url, wire
        finally:
            wire.heal()


def _as_owner(data: Path, given: list[str], inside: list[str]) -> None:
    program = Path((data / "postmaster.opts").read_text().split()[0]).with_name("pg_ctl")  # of the server's version
    owner = ["setpriv", f"--reuid={data.stat().st_uid}", f"--regid={data.stat().st_gid}", "--clear-groups"]
    subprocess.run(
        [*inside, *owner, str(program), *given], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _ip(command: str) -> None:
    subprocess.run(["ip", *command.split()], check=True, capture_output=True)
