"""What the event loop leaves to threads, without a server: where it can't tell that an answer came."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from pawsona.domain.ids import PersonId
from pawsona.storage import driver, onloop
from pawsona.storage.driver import Bound, Waiting
from pawsona.storage.onloop import ElsewhereError, OnLoop
from pawsona.storage.prepared import Prepared

SOMEBODY = PersonId("p")


class Line:
    """A connection whose driver has all prepared, and sends nothing."""

    def __init__(self, *, tls: bool = False) -> None:
        self.pgconn = SimpleNamespace(ssl_in_use=tls, socket=0)
        self.connection = SimpleNamespace(driver_connection=self)
        self.closed = False

    @property
    def audible(self) -> bool:
        return bool(cast(Any, Waiting.audible).fget(self))

    def bound(self, statement: str, values: object) -> Bound:
        return Bound(b"prepared", cast(Any, None), [], None, None)

    def close(self) -> None:
        self.closed = True


class Telephone:
    """The loop's reads over lines that are lent and given back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *lines: Line) -> None:
        self.lines, self.back, self.sent = [*lines], list[Line](), 0
        self.reads = OnLoop(self._lend, self.back.append, 2)  # type: ignore[arg-type]
        monkeypatch.setattr(onloop, "RoundTrip", self._sent)

    async def ask(self) -> None:
        query = SimpleNamespace(asked=lambda *_: ("SELECT 1", []))
        await asyncio.wait_for(self.reads.find(cast(Prepared, query), SOMEBODY, {}), 60)

    def _lend(self) -> Connection | None:
        return cast(Connection, self.lines.pop()) if self.lines else None

    def _sent(self, *_: object) -> None:
        self.sent += 1


def test_a_line_whose_socket_may_be_silent_about_an_answer_is_given_back_unused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "version", lambda: 170005)

    async def story() -> None:
        line = Line(tls=True)
        telephone = Telephone(monkeypatch, line)
        with pytest.raises(ElsewhereError):
            await telephone.ask()
        assert telephone.sent == 0 and telephone.back == [line] and not line.closed

    asyncio.run(story())


def test_a_loop_that_watches_no_sockets_costs_one_connection_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        first, second = Line(), Line()
        telephone = Telephone(monkeypatch, second, first)

        def refuse(*_: object) -> None:
            raise NotImplementedError

        monkeypatch.setattr(asyncio.get_running_loop(), "add_reader", refuse)
        for _ in range(3):
            with pytest.raises(ElsewhereError):
                await telephone.ask()
        assert telephone.sent == 1 and telephone.back == [first] and first.closed
        assert not second.closed

    asyncio.run(story())
