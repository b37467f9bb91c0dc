"""For whoever watches over a server."""

import asyncio
import json
import logging
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
import uvicorn
from tests.server.conftest import Serve, Served

from pawsona.domain.lease import Tally
from pawsona.errors import BusyError, MindBusyError, PawsonaError, StorageError, StoreBusyError
from pawsona.server import patience
from pawsona.server.logs import JsonLines
from pawsona.server.patience import Patient
from pawsona.server.problems import SOON


def test_it_is_ready_until_it_stops_or_the_store_is_gone(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(it: Served) -> None:
        assert (await it.http.get("/healthz")).json() == {"status": "alive"}
        assert (await it.http.get("/readyz")).json()["status"] == "ready"

        async def gone() -> bool:
            raise StorageError("away")

        with monkeypatch.context() as patched:
            patched.setattr(it.home.store, "current", gone)
            answer = await it.http.get("/readyz")
            assert (answer.status_code, answer.json()["store"]) == (503, "unreachable")
            assert int(answer.headers["retry-after"]) > 0
        it.home.talks.pressure.close()
        answer = await it.http.get("/readyz")
        assert (answer.status_code, answer.json()["taking"]) == (503, "no")

    served(body)


def test_who_comes_while_it_stops_is_told_to_come_back(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.home.talks.pressure.close()
        answer = await it.http.post(f"{pet}/messages", json={"text": "Hello."})
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        answer = await it.http.post(
            "/v1/chat/completions", json={"model": "Mikan", "messages": [{"role": "user", "content": "Hello."}]}
        )
        assert (answer.status_code, answer.headers["x-should-retry"]) == (503, "true")
        assert (await it.http.get(f"{pet}/messages")).json()["messages"] == []

    served(body)


@pytest.mark.parametrize("error", [StoreBusyError("locked"), MindBusyError("full"), BusyError("full", 7)])
def test_what_is_busy_says_when_to_come_back(
    served: Serve, monkeypatch: pytest.MonkeyPatch, error: PawsonaError
) -> None:
    async def busy(*_: object, **__: object) -> None:
        raise error

    async def body(it: Served) -> None:
        pet = await it.adopt()
        monkeypatch.setattr(it.home.store.talk, "recent", busy)
        answers = (
            await it.http.get(f"{pet}/messages"),
            await it.http.post(f"{pet}/messages", json={"text": "Hello."}),
            await it.http.post(
                "/v1/chat/completions", json={"model": "Mikan", "messages": [{"role": "user", "content": "Hello."}]}
            ),
        )
        for answer in answers:
            assert answer.status_code == 503, answer.text
            assert answer.headers["retry-after"] == str(getattr(error, "seconds", SOON))

    served(body)


def test_what_waiting_does_not_mend_says_no_time(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def damaged(*_: object, **__: object) -> None:
        raise StorageError("damaged")

    async def body(it: Served) -> None:
        pet = await it.adopt()
        monkeypatch.setattr(it.home.store.talk, "recent", damaged)
        answer = await it.http.get(f"{pet}/messages")
        assert (answer.status_code, "retry-after" in answer.headers) == (503, False)

    served(body)


def test_metrics_count_kinds_and_name_nobody(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "My secret is plum jam.")
        page = (await it.http.get("/metrics")).text
        assert 'pawsona_turns_total{outcome="done"} 1.0' in page
        assert 'route="/api/v1/pets/{pet}/messages"' in page
        assert "pawsona_first_sentence_seconds_count 1.0" in page
        [person] = await it.home.store.people.persons()
        for secret in (pet.rpartition("/")[2], person.id, "Lin", "plum"):
            assert secret not in page

    served(body)


def test_metrics_say_where_the_nights_stand(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def far(now: object) -> Tally:
        return Tally(open=5, leased=2, done=7, quarantined=1)

    async def gone(now: object) -> Tally:
        raise StorageError("away")

    async def nights(it: Served) -> dict[str, str]:
        page = (await it.http.get("/metrics")).text
        assert "pawsona_requests_total" in page
        return dict(re.findall(r'^pawsona_nights\{state="(\w+)"\} (\S+)$', page, re.MULTILINE))

    async def body(it: Served) -> None:
        await it.adopt()
        it.clock.moment += timedelta(days=1)
        assert len(await it.home.runner.run_due()) == 1
        assert await nights(it) == {"waiting": "0.0", "held": "0.0", "done": "1.0", "quarantined": "0.0"}
        monkeypatch.setattr(it.home.store.leases, "tally", far)
        assert await nights(it) == {"waiting": "3.0", "held": "2.0", "done": "7.0", "quarantined": "1.0"}
        monkeypatch.setattr(it.home.store.leases, "tally", gone)
        assert await nights(it) == {}

    served(body)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        large = b"x" * (patience.LARGEST + 1)
        answer = await it.http.put(f"{pet}/documents/large.txt", content=large)
        assert answer.status_code == 413

        async def dripping() -> AsyncIterator[bytes]:
            for _ in range(12):
                yield b"x" * 2**20

        answer = await it.http.post(f"{pet}/messages", content=dripping())
        assert (answer.status_code, answer.json()["title"]) == (413, "This is too large")

    served(body)


async def drip(port: int, start: bytes, drops: int) -> bytes:
    """The beginning of what is answered to somebody who sends the rest by the byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(start)
    for _ in range(drops):
        writer.write(b"a")
        await asyncio.sleep(0.05)
    try:
        return await asyncio.wait_for(reader.read(200), 5)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@asynccontextmanager
async def listening(it: Served) -> AsyncIterator[int]:
    """The port of a server of its own for the app, as patient as ours."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(it.app, http=Patient, log_level="critical", lifespan="off"))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield listener.getsockname()[1]
        server.should_exit = True
        await running


START = b"POST /api/v1/pets HTTP/1.1\r\nhost: 127.0.0.1\r\n"


def test_who_drips_headers_or_a_body_is_hung_up_on(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEADERS_WITHIN", 0.3)
    monkeypatch.setattr(patience, "BODY_WITHIN", 0.3)

    async def body(it: Served) -> None:
        async with listening(it) as port:
            headers, slow = await asyncio.gather(
                drip(port, START + b"x-long: ", 12),
                drip(port, START + b"content-type: application/json\r\ncontent-length: 99\r\n\r\n", 3),
            )
            assert headers == b""
            assert slow.startswith(b"HTTP/1.1 408")

    served(body)


def test_headers_without_end_are_not_waited_for(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with listening(it) as port:
            long, longest = b"x-long: " + b"a" * 1000, b"x-long: " + b"a" * patience.LONGEST_HEAD
            fine = await drip(port, START + long + b"\r\ncontent-length: 2\r\n\r\n{}", 0)
            assert fine.startswith(b"HTTP/1.1 422")
            assert not (await drip(port, START + longest, 1)).startswith(b"HTTP/1.1 422")

    served(body)


def test_a_line_of_the_log_is_json_and_an_error_in_it_has_no_words() -> None:
    try:
        raise ValueError("what a person said")
    except ValueError as error:
        record = logging.LogRecord("pawsona.x", logging.ERROR, "", 1, "it %s", ("failed",), (ValueError, error, None))
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["from"], line["says"]) == ("error", "pawsona.x", "it failed")
    assert "said" not in json.dumps(line)
