"""Turns over HTTP when pages come two at a time, go away, or the machine fails."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.server.conftest import Serve, Served, events

from pawsona.errors import InvalidOutputError, MindError, StorageError
from pawsona.skills import Mind, Profile, Skill


class Slow:
    """A mind that hesitates between pieces, as models do."""

    def __init__(self, mind: Mind, *, breaks: bool = False) -> None:
        self._mind = mind
        self._breaks = breaks
        self.name = mind.name

    async def perform(
        self, skill: Skill[Any, Any], given: Any, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Any:
        return await self._mind.perform(skill, given, profile, broken=broken)

    async def stream(self, skill: Skill[Any, Any], given: Any, profile: Profile) -> AsyncIterator[Any]:
        if self._breaks:
            raise MindError("the mind is away")
        async for piece in self._mind.stream(skill, given, profile):
            await asyncio.sleep(0.02)
            yield piece


async def hang_up(it: Served, path: str, text: str) -> bytes:
    """Say something and go away as soon as it is heard; what was received until then."""
    asked = asyncio.Event()
    body = json.dumps({"text": text}).encode()
    waiting = [{"type": "http.request", "body": body, "more_body": False}]
    received = b""

    async def receive() -> dict[str, Any]:
        if waiting:
            return waiting.pop()
        await asked.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal received
        received += message.get("body", b"")
        if b"heard" in received:
            asked.set()

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8717), "root_path": "",
    }  # fmt: skip
    await it.app(scope, receive, send)
    return received


async def stored(it: Served, pet: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = (await it.http.get(f"{pet}/messages")).json()["messages"]
    return messages


def test_a_page_that_goes_away_in_the_middle_finds_the_whole_reply_later(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.home.dialogue.mind = Slow(it.home.mind)
        received = await hang_up(it, f"{pet}/messages", "I had soup for lunch")
        assert b"done" not in received
        assert [m["role"] for m in await stored(it, pet)] == ["person"]
        for _ in range(200):
            if len(await stored(it, pet)) == 2:
                break
            await asyncio.sleep(0.02)
        said, reply = await stored(it, pet)
        assert said["failed"] is False
        assert reply["text"]

    served(body)


def test_who_stops_a_reply_and_asks_again_gets_that_reply_and_no_second_one(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.home.dialogue.mind = Slow(it.home.mind)
        await hang_up(it, f"{pet}/messages", "I had soup for lunch")
        [said] = await stored(it, pet)
        told = events((await it.http.post(f"{pet}/messages/{said['id']}/retry")).text)
        assert [name for name, _ in told] == ["heard", "done"]
        assert [m["id"] for m in await stored(it, pet)] == [told[0][1]["id"], told[1][1]["message"]["id"]]
        assert told[0][1]["id"] == said["id"]

    served(body)


def test_a_home_that_closes_meanwhile_keeps_the_reply(served: Serve) -> None:
    async def first(it: Served) -> None:
        pet = await it.adopt()
        it.home.dialogue.mind = Slow(it.home.mind)
        await hang_up(it, f"{pet}/messages", "I had soup for lunch")

    async def second(it: Served) -> None:
        pet = (await it.http.get("/api/v1/home")).json()["pets"][0]["id"]
        assert [m["role"] for m in await stored(it, f"/api/v1/pets/{pet}")] == ["person", "pet"]

    served(first)
    served(second)


def test_two_pages_that_talk_at_once_are_answered_one_after_the_other(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.home.dialogue.mind = Slow(it.home.mind)
        told = await asyncio.gather(*(it.say(pet, f"This is number {n}.") for n in range(3)))
        messages = await stored(it, pet)
        assert [m["role"] for m in messages] == ["person", "pet"] * 3
        answers = {turn[0][1]["id"]: turn[-1][1]["message"]["id"] for turn in told}
        assert {said["id"]: reply["id"] for said, reply in zip(messages[::2], messages[1::2], strict=True)} == answers

    served(body)


def test_who_does_not_know_whether_words_arrived_asks_by_the_key_they_were_sent_with(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        sent = {"idempotency-key": "one"}
        told = await it.http.post(f"{pet}/messages", json={"text": "My sister is called Mei."}, headers=sent)
        heard = events(told.text)[0][1]["id"]
        found = (await it.http.get(f"{pet}/messages", params={"sent": ["one", "two"], "limit": 1})).json()
        assert found["sent"] == {"one": heard}
        assert (await it.http.get(f"{pet}/messages")).json()["sent"] == {}
        assert (await it.http.get(f"{pet}/messages", params={"sent": ["k"] * 21})).status_code == 422

    served(body)


def test_a_message_that_the_mind_could_not_answer_is_kept_and_answered_later(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.home.dialogue.mind = Slow(it.home.mind, breaks=True)
        told = await it.say(pet, "My sister is called Mei.")
        assert told[-1] == ("error", {"detail": "the mind is away", "status": 503, "retry": True})
        [kept] = await stored(it, pet)
        assert kept["failed"] is True
        it.home.dialogue.mind = it.home.mind
        answer = await it.http.post(f"{pet}/messages/{kept['id']}/retry")
        assert events(answer.text)[-1][0] == "done"
        _, reply = await stored(it, pet)
        again = events((await it.http.post(f"{pet}/messages/{kept['id']}/retry")).text)
        assert [name for name, _ in again] == ["heard", "done"] and again[-1][1]["message"]["id"] == reply["id"]
        assert len(await stored(it, pet)) == 2
        assert (await it.http.post(f"{pet}/messages/{reply['id']}/retry")).status_code == 404

    served(body)


def test_a_database_that_cant_be_written_is_a_503_and_loses_nothing(
    served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StorageError("the disk is full; free some space and try again")

    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "My sister is called Mei.")
        with monkeypatch.context() as patch:
            patch.setattr(it.home.store.talk, "add", full)
            answer = await it.http.post(f"{pet}/messages", json={"text": "Hello"})
        assert answer.status_code == 503
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"] == "the disk is full; free some space and try again"
        assert len(await stored(it, pet)) == 2
        assert (await it.say(pet, "Hello"))[-1][0] == "done"

    served(body)


def test_a_database_that_is_damaged_while_it_is_served_is_a_503_and_help_is_still_found(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.home.store.compact()
        path = it.home.settings.home / "pawsona.db"
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (path.stat().st_size - 4096))
        for method, url in (("GET", f"{pet}/now"), ("POST", f"{pet}/messages"), ("GET", "/api/v1/export")):
            answer = await it.http.request(method, url, json={"text": "Hello"})
            assert answer.status_code == 503
            assert "damaged" in answer.json()["detail"]
        assert (await it.http.get("/")).status_code == 200
        assert (await it.http.get("/api/v1/care/resources")).json()["lines"]

    served(body)


def test_a_home_can_be_erased_and_lived_in_again_without_a_restart(served: Serve) -> None:
    async def body(it: Served) -> None:
        old = await it.adopt()
        await it.say(old, "My sister is called Mei.")
        await it.http.post(f"{old}/night")
        await it.http.get(f"{old}/now")
        assert (await it.http.delete("/api/v1/person", params={"confirm": "Lin"})).status_code == 204
        assert (await it.http.get("/api/v1/home")).json()["person"] is None
        assert (await it.http.get("/")).status_code == 200
        for path in (f"{old}/now", f"{old}/messages", "/api/v1/export", "/api/v1/events"):
            assert (await it.http.get(path)).status_code == 404
        new = await it.adopt("zh")
        assert new != old
        assert (await it.say(new, "你好"))[-1][0] == "done"
        assert (await it.http.get(f"{new}/memories")).json()["counts"]["all"] == 0
        assert "Mei" not in (await it.http.get("/api/v1/export")).text

    served(body)


@pytest.mark.long
@pytest.mark.parametrize(
    "bad", ["", " ", "\u0000\u0007\u200b", "x" * 100_000, "\ud800", "🐈‍⬛" * 200, "../../etc", "9" * 40]
)
def test_nothing_that_is_typed_anywhere_is_a_server_error(served: Serve, bad: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "My sister is called Mei.")
        await it.http.post(f"{pet}/night")
        memory = (await it.http.get(f"{pet}/memories")).json()["memories"][0]["id"]
        note = (await it.http.post(f"{pet}/notes", json={"text": "Time: 18:30"})).json()["id"]
        person = {"name": bad, "time_zone": bad, "region": bad}
        for method, path, given in (
            ("POST", "/api/v1/pets", {"name": bad, "species": "cat", "personality": "sunny", "person": person}),
            *(("PATCH", "/api/v1/person", {field: bad}) for field in ("name", "time_zone", "region")),
            *(("PATCH", pet, {field: bad}) for field in ("name", "setting")),
            ("POST", f"{pet}/messages", {"text": bad}),
            ("PATCH", f"{pet}/memories/{memory}", {"text": bad}),
            ("POST", f"{pet}/notes", {"title": bad, "text": bad}),
            ("POST", f"{pet}/notes/{note}/extract", {"points": [bad]}),
            ("POST", f"{pet}/days/2026-04-12/items/1/feedback", {"text": bad}),
        ):
            headers = {"content-type": "application/json"}
            answer = await it.http.request(method, path, content=json.dumps(given), headers=headers)
            assert answer.status_code < 500, (path, answer.text)
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == "application/problem+json", path
                assert len(answer.json()["detail"]) < 500, path
        assert (await it.http.get("/api/v1/export")).status_code == 200
        assert (await it.say(pet, "Hello"))[-1][0] == "done"

    served(body)
