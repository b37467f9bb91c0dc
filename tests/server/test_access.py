"""Nobody reads another's things, and an operator nobody's: every route of the app is tried, whatever comes to be added."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
from tests.server.guests import City, Guest, Town, living

from pawsona.server.assets import digest

PUBLIC = {
    "GET /api/v1/home", "GET /api/v1/choices", "GET /api/v1/care/resources", "GET /care/protocol", "HEAD /care/protocol",
    "GET /care/protocol.css", "POST /api/v1/account/sign-up", "POST /api/v1/account/sign-in",
    "POST /api/v1/account/reset", "PUT /api/v1/account/reset",
}  # fmt: skip
"""What strangers may ask. Help lines are for everybody."""
LATE = ("POST /api/v1/account/delete", "POST /api/v1/account/sign-out", "DELETE /api/v1/account/sessions")
OF_SOMEBODY = re.compile(r"\{(pet|model|session|token)")
SECRETS = {"ann": ("quixotberry", "Zorblatt"), "bob": ("snozzcumber", "Vexilda")}


async def operations(it: Town) -> list[tuple[str, str, dict[str, Any]]]:
    schema = (await it.guest().http.get("/api/openapi.json")).json()
    return [(m.upper(), path, one) for path, found in schema["paths"].items() for m, one in found.items()]


async def settled(it: Town, login: str) -> tuple[Guest, dict[str, str]]:
    """Somebody with one of everything, and the ids by the names that paths call them."""
    guest, (fruit, name) = await it.citizen(login), SECRETS[login]
    pet = await guest.adopt(name)
    ids = {
        "pet": pet.rpartition("/")[2],
        "model": pet.rpartition("/")[2],
        "on": "2026-04-12",
        "index": "0",
        "name": "book.txt",
    }
    said = await guest.ask(
        "POST", f"{pet}/messages", json={"text": f"I love {fruit}. Remind me tomorrow at 10 to call {name}."}
    )
    assert "event: done" in said.text
    it.clock.moment = it.clock.moment.replace(hour=it.clock.moment.hour + 1)
    await it.home.tick()
    note = await guest.ask("POST", f"{pet}/notes", json={"title": name, "text": f"{fruit} is {name}"})
    book = await guest.ask("PUT", f"{pet}/documents/book.txt", content=f"The price of {fruit} is high.")
    given = await guest.ask("POST", f"{pet}/days/2026-04-12/items/0/feedback", json={"text": f"so much {fruit}"})
    memories = (await guest.ask("GET", f"{pet}/memories")).json()["memories"]
    promises = (await guest.ask("GET", f"{pet}/promises")).json()
    messages = (await guest.ask("GET", f"{pet}/messages")).json()["messages"]
    token = await guest.ask("POST", "/account/tokens", json={"name": name, "scopes": ["talk"]})
    sessions = (await guest.ask("GET", "/account/sessions")).json()
    ids |= {"note": note.json()["id"], "document": book.json()["id"], "feedback": given.json()["id"]}
    ids |= {"memory": memories[0]["id"], "promise": promises[0]["id"], "message": messages[0]["id"]}
    return guest, ids | {"token": token.json()["token"]["id"], "session": sessions[0]["id"]}


def filled(path: str, ids: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)(?::path)?\}", lambda found: ids.get(found[1], "x"), path)


def body_of(operation: dict[str, Any]) -> dict[str, Any]:
    """Something that most forms take."""
    if "requestBody" not in operation:
        return {}
    words = {"text": "hello", "title": "t", "name": "Kim", "password": "wrong, quite wrong", "login": "nobody"}
    return {"content": json.dumps(words), "headers": {"content-type": "application/json"}}


async def ask(guest: Guest, method: str, path: str, operation: dict[str, Any]) -> httpx.Response:
    shown = guest.http.cookies.get("pawsona_csrf") or ""
    given = body_of(operation)
    headers = {**given.pop("headers", {}), "x-csrf-token": shown}
    return await guest.http.request(method, path, headers=headers, **given)


def test_every_route_asks_who_it_is(city: City) -> None:
    async def body(it: Town) -> None:
        stranger, asked = it.guest(), 0
        for method, path, operation in await operations(it):
            if f"{method} {path}" in PUBLIC:
                continue
            asked += 1
            for guest in (stranger, it.guest("pawsona_a.b.c")):
                answer = await ask(guest, method, filled(path, {}), operation)
                assert answer.status_code == 401, f"{method} {path}: {answer.status_code}"
                assert "www-authenticate" in answer.headers
        assert asked > 60

    city(body)


def test_nothing_of_anothers_can_be_read_or_changed(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        ann, ids = await settled(it, "ann")
        bob, his = await settled(it, "bob")
        before = await it.home.store.export((await it.accounts.named("ann")).person)
        named = 0
        for method, path, operation in await operations(it):
            if f"{method} {path}" in LATE or path == "/api/v1/events":
                continue
            for mixed in (ids, {**ids, "pet": his["pet"]}):  # hers, and hers behind a pet of his
                answer = await ask(bob, method, filled(path, mixed), operation)
                assert not any(secret in answer.text for secret in SECRETS["ann"]), f"{method} {path}"
                if OF_SOMEBODY.search(path) and mixed is ids:
                    named += 1
                    wanted = {404, 422} if "requestBody" in operation else {404}
                    assert answer.status_code in wanted, f"{method} {path}: {answer.status_code}"
        assert named > 35
        after = await it.home.store.export((await it.accounts.named("ann")).person)
        assert _lasting(after) == _lasting(before)
        assert "quixotberry" in json.dumps(after)

    living(tmp_path, body, requests_per_minute=9999)


def _lasting(exported: dict[str, Any]) -> dict[str, Any]:
    return {table: rows for table, rows in exported.items() if table not in {"credentials", "use_days"}}


def test_an_operator_sees_nobodys_things_by_any_route(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        ids = {name: (await settled(it, name))[1] for name in SECRETS}
        warden = await it.operator()
        token = await warden.token("operate")
        seen, opened = [], 0
        for guest in (warden, it.guest(token)):
            for method, path, operation in await operations(it):
                if (
                    f"{method} {path}" in LATE
                    or path in {"/api/v1/account/sign-in", "/api/v1/mind/look"}
                    or method == "DELETE"
                ):
                    continue
                for one in ids.values():
                    answer = await ask(guest, method, filled(path, one), operation)
                    seen.append(answer.text)
                    opened += answer.status_code < 400
                    if "{pet}" in path or path.startswith("/v1/"):
                        assert answer.status_code == 403, f"{method} {path}: {answer.status_code}"
        told = "\n".join(seen)
        for secret in (
            *SECRETS["ann"],
            *SECRETS["bob"],
            *(id_ for one in ids.values() for id_ in one.values() if len(id_) > 12),
        ):
            assert secret not in told, secret
        assert opened > 10

    living(tmp_path, body, requests_per_minute=9999)


def test_a_page_sends_a_stranger_to_the_door(city: City) -> None:
    async def body(it: Town) -> None:
        page = await it.guest().http.get("/operate", headers={"accept": "text/html"})
        assert (page.status_code, page.headers["location"]) == (303, "/sign-in")
        assert (await it.guest().http.get("/operate")).status_code == 401
        ann = await it.citizen("ann")
        assert (await ann.http.get("/operate", headers={"accept": "text/html"})).status_code == 403
        assert (await (await it.operator()).http.get("/operate")).status_code == 200

    city(body)


def test_a_person_is_no_operator(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        for method, path in (("GET", "/mind"), ("POST", "/mind/look"), ("DELETE", "/mind/use")):
            assert (await ann.ask(method, path)).status_code == 403, path
        everything = it.guest(await ann.token("talk", "memories", "export", "manage"))
        assert (await everything.ask("GET", "/mind")).status_code == 403
        assert "/" not in (await ann.ask("GET", "/stored")).json()["place"]

    city(body)


TRICKS = (
    "/static/../app.py", "/static/%2e%2e/app.py", "/static/{hash}/../../app.py", "/static/{hash}/%2e%2e/%2e%2e/app.py",
    "/static/{hash}/..%2f..%2fapp.py", "/static/{hash}//etc/passwd", "/static/{hash}/js/../../../app.py",
    "/static/{hash}/..\\..\\app.py", "/static/{hash}/%00", "/static/{hash}/js/", "/static/{hash}/.",
    "/api/docs/assets/../../../app.py", "/api/docs/assets/%2e%2e/%2e%2e/setup.py", "/static/{hash}/index.html%00.js",
    "/api/v1/../../etc/passwd", "/api/v1/pets/..%2f..%2fexport", "//etc/passwd", "/static/{hash}/%E2%80%AE",
)  # fmt: skip


def test_path_tricks_lead_nowhere(city: City) -> None:
    async def body(it: Town) -> None:
        for path in TRICKS:
            status, text = await raw(it, path.replace("{hash}", digest()))
            assert status in {400, 401, 404} or text.startswith("<!doctype html>"), (path, status)
            assert "root:" not in text and "def create_app" not in text, path

    city(body)


async def raw(it: Town, path: str) -> tuple[int, str]:
    """Asks with a path as it is, past any client that tidies it."""
    told: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        told.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": unquote(path), "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(b"host", b"127.0.0.1:8717")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8717),
    }  # fmt: skip
    await it.app(scope, receive, send)
    return told[0]["status"], b"".join(one.get("body", b"") for one in told).decode(errors="replace")
