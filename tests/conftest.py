"""Fixtures for every room; no test reaches the network, the real home folder or the real clock."""

import asyncio
import os
import socket
import ssl
import sys
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpcore2
import pytest
from hypothesis import settings

settings.register_profile("quick", deadline=None)  # a machine may be busy: nothing is timed
settings.load_profile("quick")
settings.register_profile("long", deadline=None)
"""For `pytest --hypothesis-profile=long`: tests that ask for it look at far more examples."""
T = TypeVar("T")


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def move(self, **delta: float) -> None:
        self.moment += timedelta(**delta)


class CountingRng:
    """Chance that never surprises: tokens count up."""

    def __init__(self) -> None:
        self.count = 0

    def token(self) -> str:
        self.count += 1
        return f"{self.count:012x}"

    def seed(self) -> int:
        return 20261121


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(datetime(2026, 4, 12, 9, 30, tzinfo=UTC))


@pytest.fixture
def rng() -> CountingRng:
    return CountingRng()


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in list(os.environ):
        if variable.startswith("PAWSONA_") and variable != "PAWSONA_SHARED":
            monkeypatch.delenv(variable)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PAWSONA_HOME", str(tmp_path / "home"))


@pytest.fixture(autouse=True)
def new_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Get the tables that the migrations made for the first of this process."""
    if "pawsona.storage.migrate" in sys.modules:  # else the test opens no database, or only its first
        from tests import tables

        monkeypatch.setattr("pawsona.storage.migrate._upgrade", tables.upgrade)
        monkeypatch.setattr("pawsona.storage.sqlite.prepare", tables.prepare)


@pytest.fixture(autouse=True)
def careless_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a test writes has to survive a power cut."""
    for wait in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, wait, lambda number: None, raising=False)


@pytest.fixture(scope="session", autouse=True)
def one_ssl_context() -> Iterator[None]:
    """Clients of model servers share what they trust: reading all certificates takes longer than most tests."""
    make = httpcore2.default_ssl_context

    @cache
    def made(trust_env: bool, *_: str | None) -> ssl.SSLContext:
        return make(_trust_env=trust_env)

    def kept(*, _trust_env: bool = True) -> ssl.SSLContext:
        return made(_trust_env, os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpcore2.default_ssl_context", kept)
        yield


def loopback(host: str) -> bool:
    return host.startswith("127.") or host in ("::1", "localhost")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only loopback: a test that looks anywhere else fails."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not loopback(address[0]):
            raise AssertionError(f"a test tried to reach {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    yield


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run async code in a plain test function."""
    return asyncio.run(work)
