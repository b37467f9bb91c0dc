"""`pawsona webhook`."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.server.receiver import Receiver, receiving

from pawsona.domain.webhook import Letter
from pawsona.storage import open_store

URL = "https://hooks.example.org/pawsona"


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("PAWSONA_HOME", str(home))
    monkeypatch.setenv("PAWSONA_AUTH", "accounts")
    monkeypatch.setenv("PAWSONA_ACCOUNTS", '{"tenants": {"moss": "http://moss.localhost:8717"}}')


@pytest.fixture
def program() -> Iterator[Receiver]:
    """A receiver in a thread of its own, for a command has its own loop."""
    ready, stop, found = threading.Event(), threading.Event(), []

    async def serve() -> None:
        async with receiving() as receiver:
            found.append(receiver)
            ready.set()
            while not stop.is_set():
                await asyncio.sleep(0.01)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(10)
    yield found[0]
    stop.set()
    thread.join()


def test_one_is_made_shown_turned_and_taken_away(cli: Cli) -> None:
    assert "webhook add" in cli("webhook", "list").out
    [made] = cli("webhook", "add", URL, "--tenant", "moss", "--event", "person.left", "--json").lines
    assert made["secret"].startswith("whsec_") and (made["tenant"], made["events"]) == ("moss", ["person.left"])
    usual = cli("webhook", "add", URL)
    assert "person.joined" in usual.out and "care.protocol" not in usual.out and "whsec_" in usual.out
    listed = cli("webhook", "list")
    assert made["id"] in listed.out and "whsec_" not in listed.out and "waiting 0" in listed.out
    turned = cli("webhook", "rotate", made["id"], "--json").lines[0]
    assert turned["secret"] != made["secret"] and turned["former_until"]
    assert "0 letters" in cli("webhook", "remove", made["id"]).out
    assert [one["tenant"] for one in cli("webhook", "list", "--json").lines[0]] == ["default"]


@pytest.mark.long
def test_what_was_given_up_is_listed_and_sent_again(cli: Cli, home: Path) -> None:
    [made] = cli("webhook", "add", URL, "--json").lines

    async def lose() -> None:
        store = await open_store(home / "pawsona.db")
        letter = Letter(
            id="msg_1", webhook=made["id"], person=None, event="person.left", data={}, at=datetime.now(UTC), attempts=7
        )
        await store.outbox.put([letter])
        await store.outbox.fail(letter, "it answered 500", None)
        await store.close()

    asyncio.run(lose())
    assert "it answered 500" in cli("webhook", "list", "--dead", made["id"]).out
    assert "dead 1" in cli("webhook", "list").out
    assert "1 letters are on their way" in cli("webhook", "resend", made["id"]).out
    assert cli("webhook", "resend", made["id"]).out == "None was dead.\n"
    assert "arrived" in cli("webhook", "list", "--dead", made["id"]).out


@pytest.mark.long
def test_a_letter_is_tried_at_once(cli: Cli, program: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    [made] = cli("webhook", "add", program.url, "--json").lines
    refused = cli("webhook", "test", made["id"])
    assert refused.code == 1 and "not a public one" in refused.one_sentence() and program.got == []
    monkeypatch.setenv("PAWSONA_WEBHOOKS", "private")
    assert cli("webhook", "test", made["id"]).out == "It took the letter.\n"
    [got] = program.take()
    assert got.said["type"] == "webhook.test" and got.signed_with(made["secret"])
    program.how = "fails"
    assert "it answered 500" in cli("webhook", "test", made["id"]).one_sentence()


WRONG = {
    ("add", "http://hooks.example.org/"): "https://",
    ("add", "hooks.example.org"): "web address",
    ("add", URL, "--event", "person.wept"): "care.protocol",
    ("add", URL, "--tenant", "elder"): "default, moss",
    ("test", "wh_1"): "webhook list",
    ("rotate", "wh_1"): "webhook list",
    ("resend", "wh_1"): "webhook list",
    ("remove", "wh_1"): "webhook list",
    ("list", "--dead", "wh_1"): "webhook list",
}


@pytest.mark.long
def test_what_can_not_be_done_is_said(cli: Cli) -> None:
    for words, why in WRONG.items():
        refused = cli("webhook", *words)
        assert refused.code == 1 and why in refused.one_sentence(), words
