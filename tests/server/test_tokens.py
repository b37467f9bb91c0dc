"""API tokens: what they are good for, and until when; a forgotten password; too many tries."""

import asyncio
import json
import shlex
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.server.guests import PASSWORD, City, Town, living

from pawsona.app.accounts import tries

LAMP = "another lamp, another door"
SAYS = {"model": "Mikan", "messages": [{"role": "user", "content": "Hello there."}]}


def test_a_token_is_good_for_its_scopes_only(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        pet = await ann.adopt()
        paths = {"talk": f"{pet}/now", "memories": f"{pet}/memories", "export": "/export", "manage": "/care/safeguards"}
        for scope in paths:
            guest = it.guest(await ann.token(scope))
            found = {other: (await guest.ask("GET", path)).status_code for other, path in paths.items()}
            assert found == {other: 200 if other == scope else 403 for other in paths}
            for path in ("/account", "/account/tokens", "/account/sessions"):
                assert (await guest.ask("GET", path)).status_code == 403
            assert (await guest.ask("POST", "/account/delete", json={"password": PASSWORD})).status_code == 403
        assert (await ann.ask("POST", "/account/tokens", json={"name": "x", "scopes": ["operate"]})).status_code == 422
        assert (await ann.ask("POST", "/account/tokens", json={"name": "x", "scopes": []})).status_code == 422

    city(body)


def test_a_token_that_is_not_good_is_refused_also_where_strangers_may_ask(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        good, short = await ann.token("talk"), await ann.token("talk", name="short", days=1)
        it.clock.moment += timedelta(days=2)
        assert (await it.guest(good).ask("GET", "/home")).json()["person"]["name"] == "Ann"
        bad = (f"Bearer {short}", f"Bearer {good}x", "Bearer x.y.z", "Bearer", "bearer  ", f"Bearer\t{short}", good)
        for path in ("/api/v1/home", "/api/v1/choices", "/metrics"):
            for line in bad:
                answer = await it.guest().http.get(path, headers={"authorization": line})
                assert answer.status_code == 401, (path, line)
                assert "token" in answer.json()["detail"] and "www-authenticate" in answer.headers
            for headers in ({}, {"authorization": "Basic YTpi"}, {"cookie": "pawsona_session=x.y.z"}):
                assert (await it.guest().http.get(path, headers=headers)).status_code == 200, (path, headers)
        for line in bad:  # nobody is kept from help
            lines = await it.guest().ask("GET", "/care/resources", headers={"authorization": line})
            assert lines.status_code == 200
        paths = (await it.guest().http.get("/api/openapi.json")).json()["paths"]
        assert all("401" in paths[f"/api/v1/{name}"]["get"]["responses"] for name in ("home", "choices"))

    city(body)


def test_a_chat_client_talks_with_a_token(city: City) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        await ann.adopt()
        await bob.adopt("Momo")
        talker, reader = it.guest(await ann.token("talk")), it.guest(await ann.token("memories"))
        answer = await talker.http.post("/v1/chat/completions", json=SAYS)
        assert answer.status_code == 200 and answer.json()["choices"][0]["message"]["content"]
        assert [one["id"] for one in (await talker.http.get("/v1/models")).json()["data"]] == ["Mikan"]
        assert (await talker.http.post("/v1/chat/completions", json={**SAYS, "model": "Momo"})).status_code == 404
        refused = await reader.http.post("/v1/chat/completions", json=SAYS)
        assert (refused.status_code, refused.json()["error"]["type"]) == (403, "permission_error")
        stranger = await it.guest("pawsona_x.y.z").http.post("/v1/chat/completions", json=SAYS)
        assert (stranger.status_code, stranger.json()["error"]["code"]) == (401, "invalid_api_key")
        assert (await it.guest().http.post("/v1/chat/completions", json=SAYS)).status_code == 401

    city(body)


def test_a_token_expires_and_can_be_revoked(city: City) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        short, lasting = await ann.token("talk", days=1, name="a"), await ann.token("talk", days=None, name="b")
        assert (await ann.ask("POST", "/account/tokens", json={"name": "a", "scopes": ["talk"]})).status_code == 422
        it.clock.moment += timedelta(days=2)
        over = await it.guest(short).http.get("/v1/models")
        assert over.status_code == 401 and "expired" in over.json()["error"]["message"]
        it.clock.moment += timedelta(days=900)
        assert (await it.guest(lasting).http.get("/v1/models")).status_code == 200
        await ann.sign_in("ann")
        [listed] = (await ann.ask("GET", "/account/tokens")).json()
        assert listed["name"] == "b" and "secret" not in listed
        await bob.sign_in("bob")
        assert (await bob.ask("DELETE", f"/account/tokens/{listed['id']}")).status_code == 404
        assert (await ann.ask("DELETE", f"/account/tokens/{listed['id']}")).status_code == 204
        assert (await it.guest(lasting).http.get("/v1/models")).status_code == 401

    city(body)


def hook(folder: Path) -> str:
    """A program that keeps the letters it is given."""
    code = f"import sys; open({str(folder / 'letters')!r}, 'a').write(sys.stdin.read() + chr(10))"
    return shlex.join([sys.executable, "-c", code])


async def letters(it: Town) -> list[dict[str, Any]]:
    await asyncio.gather(*it.accounts.recovery._sending)
    kept = it.folder.parent / "letters"
    return [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann@example.org", language="zh")
        token, stranger = await ann.token("talk"), it.guest()
        names = ("Ann@example.org", "nobody@example.org", "nobody")
        answers = [await stranger.ask("POST", "/account/reset", json={"login": name}) for name in names]
        assert {(one.status_code, one.text) for one in answers} == {(202, "null")}
        [letter] = await letters(it)
        assert (letter["address"], letter["language"]) == ("ann@example.org", "zh")
        base, _, secret = letter["link"].partition("/reset#")
        assert base == "http://127.0.0.1:8717"
        use = {"secret": secret, "password": LAMP}
        assert (await stranger.ask("PUT", "/account/reset", json={**use, "password": "short"})).status_code == 422
        for forged in ("x", secret[:-1], secret + "x", f"{secret.partition('.')[0]}."):
            assert (await stranger.ask("PUT", "/account/reset", json={**use, "secret": forged})).status_code == 401
        assert (await stranger.ask("PUT", "/account/reset", json=use)).status_code == 204
        assert (await stranger.ask("PUT", "/account/reset", json=use)).status_code == 401
        assert (await ann.ask("GET", "/account")).status_code == 401
        assert (await it.guest(token).http.get("/v1/models")).status_code == 401
        assert [(await stranger.sign_in("ann@example.org", one)).status_code for one in (PASSWORD, LAMP)] == [401, 200]

    living(tmp_path, body, reset_hook=hook(tmp_path))


def test_a_link_ends_by_itself_and_with_the_next_one(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann@example.org")
        for _ in range(2):
            await it.guest().ask("POST", "/account/reset", json={"login": "ann@example.org"})
            await letters(it)
        first, second = ({"secret": one["link"].partition("#")[2], "password": LAMP} for one in await letters(it))
        assert (await it.guest().ask("PUT", "/account/reset", json=first)).status_code == 401
        it.clock.moment += timedelta(minutes=31)
        assert (await it.guest().ask("PUT", "/account/reset", json=second)).status_code == 401
        data = b"".join(path.read_bytes() for path in it.folder.glob("pawsona.db*"))
        assert second["secret"].encode() not in data

    living(tmp_path, body, reset_hook=hook(tmp_path))


def test_a_server_without_mail_says_so(city: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann@example.org")
        for name in ("ann@example.org", "nobody@example.org"):
            assert (await it.guest().ask("POST", "/account/reset", json={"login": name})).status_code == 503

    city(body)


@pytest.mark.parametrize("name", ["ann", "nobody"])
def test_too_many_tries_lock_a_name_for_a_while_and_tell_nothing(city: City, name: str) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        for n in range(tries.OF_A_NAME):
            assert (await it.guest(address=f"10.0.0.{n}").sign_in(name, LAMP)).status_code == 401
        locked = await it.guest(address="10.0.1.1").sign_in(name)
        assert locked.status_code == 429 and 0 < int(locked.headers["retry-after"]) <= 900
        it.clock.moment += timedelta(minutes=16)
        assert (await it.guest().sign_in(name)).status_code == (200 if name == "ann" else 401)
        await it.accounts.tries.sweep()

    city(body)


def test_nobody_can_lock_somebody_out_for_ever(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann@example.org")  # from now on this browser is known
        token = await ann.token("talk")
        stranger, evil = it.guest(address="10.0.0.9"), it.guest(address="10.0.0.1")
        await ann.ask("POST", "/account/sign-out")
        for _ in range(tries.OF_A_NAME + 1):
            last = await evil.sign_in("ann@example.org", LAMP)
        assert last.status_code == 429
        assert (await ann.sign_in("ann@example.org", LAMP)).status_code == 401
        assert (await ann.sign_in("ann@example.org")).status_code == 200
        assert (await it.guest(token).http.get("/v1/models")).status_code == 200
        assert (await stranger.sign_in("ann@example.org")).status_code == 429
        stolen = {"cookie": "pawsona_browser=" + ann.http.cookies["pawsona_browser"][:-1] + "x"}
        form = {"login": "ann@example.org", "password": PASSWORD}
        assert (await it.guest().ask("POST", "/account/sign-in", json=form, headers=stolen)).status_code == 429
        await stranger.ask("POST", "/account/reset", json={"login": "ann@example.org"})
        [letter] = await letters(it)
        use = {"secret": letter["link"].partition("#")[2], "password": LAMP}
        assert (await stranger.ask("PUT", "/account/reset", json=use)).status_code == 204
        assert (await stranger.sign_in("ann@example.org", LAMP)).status_code == 200

    living(tmp_path, body, reset_hook=hook(tmp_path))


def test_the_password_cannot_be_tried_from_inside_a_session(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        codes = [(await ann.ask("POST", "/account/delete", json={"password": LAMP})).status_code for _ in range(11)]
        assert codes == [403] * 10 + [429]

    city(body)


def test_what_an_account_may_ask_in_a_minute_is_limited(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        answers = [await ann.ask("GET", "/account") for _ in range(15)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429 and int(answers[-1].headers["retry-after"]) > 0
        assert (await ann.ask("GET", "/care/resources")).status_code == 200  # help is always there
        assert (await bob.ask("GET", "/account")).status_code == 200

    living(tmp_path, body, requests_per_minute=10)


def test_strangers_cannot_make_accounts_by_the_hundred(city: City) -> None:
    async def body(it: Town) -> None:
        codes = [(await it.guest().sign_up(f"kim{n}")).status_code for n in range(21)]
        assert codes == [201] * 20 + [429]
        assert (await it.guest(address="10.0.0.2").sign_up("lee")).status_code == 201

    city(body)


def test_a_hash_of_older_parameters_is_renewed(city: City) -> None:
    async def body(it: Town) -> None:
        from pwdlib import PasswordHash
        from pwdlib.hashers.argon2 import Argon2Hasher

        ann = await it.citizen("ann")
        before = (await it.accounts.named("ann")).password
        it.accounts.passwords._hasher = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=16, parallelism=1),))
        assert (await ann.sign_in("ann")).status_code == 200
        after = (await it.accounts.named("ann")).password
        assert "m=8,t=1" in before and "m=16,t=2" in after
        assert (await it.guest().sign_in("ann")).status_code == 200

    city(body)
