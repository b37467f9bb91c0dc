"""The contact hook says ids and tier, tries again, and writes down how it went."""

import asyncio
import json
import shlex
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.app.conftest import Life

from pawsona import Companion
from pawsona.app.alarm import ContactHook
from pawsona.app.calling import CallFailed, call, post
from pawsona.care.audit import Audit
from pawsona.config.settings import load
from pawsona.domain.safeguards import Contact, Safeguards
from pawsona.errors import SetupError

SAID = "I'm going to kill myself tonight"


class Service(HTTPServer):
    """An operator's service that fails as often as it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.fails = 0
        self.got: list[Any] = []


class Answer(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append(json.loads(body))
        self.server.fails -= 1
        self.send_response(500 if self.server.fails >= 0 else 204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    server = Service()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


async def cry(companion: Companion, where: str, *, consent: bool = True) -> list[str]:
    """An imminent turn with a hook; the events of the audit trail about the contact."""
    home = companion.home
    consented = home.clock.now() if consent else None
    contact = Contact("Mei", "020 7946 0000", consented)
    await home.store.people.set_safeguards(companion.person.id, Safeguards(contact=contact))
    hook = ContactHook(where, Audit(home.store, home.clock), pause=0.01, seconds=5)
    home.dialogue.aside.alarm = hook
    await companion.say(SAID)
    await hook.aclose()
    lines = await home.store.carelog.lines(companion.pet.bond)
    return [line.event for line in lines if line.event.startswith("contact")]


def test_it_says_ids_and_tier_and_no_word(live: Life, service: Service) -> None:
    async def body(companion: Companion) -> None:
        events = await cry(companion, f"http://127.0.0.1:{service.server_port}/hook")
        assert sorted(events) == ["contact_called", "contact_offered"]
        [said] = service.got
        assert set(said) == {"event", "tier", "person", "pet", "message", "at"} and said["tier"] == "imminent"
        assert "Mei" not in json.dumps(said) and "kill" not in json.dumps(said)

    live(body)


def test_it_tries_three_times_and_writes_down_that_it_failed(live: Life, service: Service) -> None:
    async def body(companion: Companion) -> None:
        service.fails = 2
        assert "contact_called" in await cry(companion, f"http://127.0.0.1:{service.server_port}/")
        service.fails = 9
        assert "contact_failed" in await cry(companion, f"http://127.0.0.1:{service.server_port}/")
        assert len(service.got) == 6

    live(body)


def test_nobody_is_called_without_consent(live: Life, service: Service) -> None:
    async def body(companion: Companion) -> None:
        assert await cry(companion, f"http://127.0.0.1:{service.server_port}/", consent=False) == ["contact_offered"]
        assert service.got == []

    live(body)


def test_a_program_gets_it_on_its_standard_input(live: Life, tmp_path: Path) -> None:
    async def body(companion: Companion) -> None:
        target = tmp_path / "got.json"
        code = f"import sys; open({str(target)!r}, 'w').write(sys.stdin.read())"
        assert "contact_called" in await cry(companion, shlex.join([sys.executable, "-c", code]))
        assert json.loads(target.read_text())["event"] == "emergency_contact"
        assert "contact_failed" in await cry(companion, shlex.join([sys.executable, "-c", "raise SystemExit(3)"]))
        assert "contact_failed" in await cry(companion, "/there/is/no/such/program")

    live(body)


def test_one_that_hangs_is_ended() -> None:
    hangs = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(CallFailed, match="too slow"):
        asyncio.run(call(hangs, b"{}", 0.3))


@pytest.mark.parametrize("value", ["'no closing quote", "   '"])
def test_a_hook_that_says_nothing_is_refused_at_the_start(tmp_path: Path, value: str) -> None:
    (tmp_path / "pawsona.toml").write_text(f'[care]\ncontact_hook = "{value}"\n')
    with pytest.raises(SetupError, match="care"):
        load(home=tmp_path)


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 302 Found\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n", b"garbled\r\n\r\n"]
)
def test_an_answer_that_is_no_yes_is_a_failure(answer: bytes) -> None:
    async def body() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            followed = (await reader.readuntil(b"\r\n\r\n")).startswith(b"GET")
            if not followed:
                await reader.readuntil(b"{}")
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n" if followed else answer)
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(CallFailed):
                await post(f"http://127.0.0.1:{port}/", b"{}", 5)

    asyncio.run(body())


def test_who_is_erased_meanwhile_keeps_no_home_from_closing(live: Life, service: Service) -> None:
    async def body(companion: Companion) -> None:
        home = companion.home
        turn = await companion.say(SAID)
        await home.erase_all([companion.person])
        hook = ContactHook(f"http://127.0.0.1:{service.server_port}/", Audit(home.store, home.clock), pause=0.01)
        hook.call(companion.person, turn.message)
        await hook.aclose()
        assert len(service.got) == 1

    live(body)
