"""Two products on one server: whoever belongs to one is a stranger to the other, by every door and every secret."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.server.guests import AT_FERN, AT_MOSS, FERN, MOSS, PASSWORD, TWO, URL, City, Guest, Town, living
from tests.server.test_access import LATE, PUBLIC, SECRETS, ask, filled, operations, settled

from pawsona.app.accounts import accounts_of
from pawsona.domain.tenant import DEFAULT
from pawsona.domain.trial import Trial
from pawsona.errors import NotFoundError

SHORT = {"2026-04-12", "0", "book.txt"}
"""What stands in paths and is nobody's."""


def elsewhere(it: Town, guest: Guest, at: str) -> Guest:
    """The same browser at another door, with all its cookies: a real one would keep them to their host."""
    other = it.guest(at=at)
    for cookie in guest.http.cookies.jar:
        other.http.cookies.set(cookie.name, cookie.value or "")
    return other


def test_a_name_is_anothers_at_another_door(two: City) -> None:
    async def body(it: Town) -> None:
        ann, moss = await it.citizen("ann"), await it.citizen("ann", AT_MOSS)
        assert (await ann.sign_up("ann")).status_code == 409
        pet, other = await ann.adopt("Mikan"), await moss.adopt("Momo")
        assert pet != other
        names = [(await one.ask("GET", "/home")).json()["pets"][0]["name"] for one in (ann, moss)]
        assert names == ["Mikan", "Momo"]
        fern = it.guest(at=AT_FERN)
        assert (await fern.sign_in("ann")).status_code == 401
        assert await it.home.store.accounts.named(FERN, "ann") is None

    two(body)


def test_a_session_is_good_at_its_own_door_alone(two: City) -> None:
    async def body(it: Town) -> None:
        ann, lin = await it.citizen("ann"), await it.citizen("lin", AT_MOSS)
        for guest, doors in ((ann, (AT_MOSS, AT_FERN)), (lin, (URL, AT_FERN))):
            for door in doors:
                there = elsewhere(it, guest, door)
                for path in ("/account", "/export", "/stored"):
                    assert (await there.ask("GET", path)).status_code == 401, (door, path)
                assert (await there.ask("POST", "/account/sign-out")).status_code == 401
                assert (await there.ask("GET", "/home")).json()["person"] is None
            assert (await guest.ask("GET", "/account")).status_code == 200

    two(body)


def test_a_token_names_its_tenant_at_the_servers_own_door(two: City) -> None:
    async def body(it: Town) -> None:
        ann, lin = await it.citizen("ann"), await it.citizen("lin", AT_MOSS)
        await lin.adopt("Momo")
        of_ann, of_lin = await ann.token("talk"), await lin.token("talk", "manage")
        for token, at, expected in (
            (of_lin, URL, 200), (of_lin, AT_MOSS, 200), (of_lin, AT_FERN, 401),
            (of_ann, URL, 200), (of_ann, AT_MOSS, 401),
        ):  # fmt: skip
            answer = await it.guest(token, at=at).http.get("/v1/models")
            assert answer.status_code == expected, (at, answer.text)
        own = await it.guest(of_lin).http.get("/v1/models")
        assert [one["id"] for one in own.json()["data"]] == ["Momo"]

    two(body)


def test_no_other_header_chooses_a_tenant(two: City) -> None:
    async def body(it: Town) -> None:
        lin = await it.citizen("lin", AT_MOSS)
        signing = {"login": "lin", "password": PASSWORD}
        for name in ("x-forwarded-host", "x-tenant", "x-app-id", "forwarded", "x-original-host"):
            said = {name: "host=moss.localhost" if name == "forwarded" else "moss.localhost"}
            answers = [
                await elsewhere(it, lin, URL).ask("GET", "/account", headers=said),
                await it.guest().ask("POST", "/account/sign-in", headers=said, json=signing),
            ]
            for answer in answers:  # the guard takes what another program passed on for nobody's
                assert answer.status_code in (401, 403), name

    two(body)


def test_a_host_that_is_nobodys_is_refused(two: City) -> None:
    async def body(it: Town) -> None:
        guest = it.guest(at="http://elder.localhost:8717")
        assert (await guest.ask("GET", "/home")).status_code == 403

    two(body)


def test_tries_of_one_tenant_lock_nobody_out_of_another(two: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        await it.citizen("ann", AT_MOSS)
        rude = it.guest(at=AT_MOSS)
        codes = [(await rude.sign_in("ann", "something else")).status_code for _ in range(11)]
        assert codes == [401] * 10 + [429]
        assert (await it.guest(at=AT_MOSS).sign_in("ann")).status_code == 429
        assert (await it.guest().sign_in("ann")).status_code == 200

    two(body)


def test_a_link_for_a_new_password_is_good_at_its_own_door(two: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        await it.citizen("ann", AT_MOSS)
        link = await it.accounts.recovery.link(await it.accounts.named("ann", MOSS), AT_MOSS)
        used = {"secret": link.partition("#")[2], "password": "another lamp, another window"}
        for door in (URL, AT_FERN):
            assert (await it.guest(at=door).ask("PUT", "/account/reset", json=used)).status_code == 401
        assert (await it.guest(at=AT_MOSS).ask("PUT", "/account/reset", json=used)).status_code == 204
        assert (await it.guest().sign_in("ann")).status_code == 200
        assert (await it.guest(at=AT_MOSS).sign_in("ann")).status_code == 401

    two(body)


@pytest.mark.long
def test_a_letter_leads_to_the_door_where_it_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    async def call(where: str, said: bytes, seconds: float) -> None:
        sent.append(json.loads(said))

    monkeypatch.setattr("pawsona.app.accounts.recovery.call", call)

    async def body(it: Town) -> None:
        for door in ("", AT_MOSS):
            await it.citizen("lin@example.org", door)
            await it.guest(at=door).ask("POST", "/account/reset", json={"login": "lin@example.org"})
        await it.guest(at=AT_FERN).ask("POST", "/account/reset", json={"login": "lin@example.org"})
        await asyncio.gather(*it.accounts.recovery._sending)
        assert sorted(one["link"].partition("/reset#")[0] for one in sent) == [URL, AT_MOSS]

    living(tmp_path, body, reset_hook="/bin/true", **TWO)


@pytest.mark.long
def test_whoever_is_of_another_tenant_gets_nothing_by_any_route(two: City) -> None:
    """Person and operator of another product, at their own door, at this one, and with tokens."""

    async def body(it: Town) -> None:
        _, ids = await settled(it, "ann")
        bob, warden = await it.citizen("bob", AT_MOSS), await it.operator("warden", MOSS)
        await bob.adopt("Vexilda")
        by_token = it.guest(await bob.token("talk", "memories", "export", "manage"))
        operating = it.guest(await warden.token("operate"))
        before = await it.home.store.export((await it.accounts.named("ann")).person)
        actors = {
            "a person": bob, "an operator": warden, "a person's token here": by_token,
            "an operator's token here": operating, "a person's cookie here": elsewhere(it, bob, URL),
            "an operator's cookie here": elsewhere(it, warden, URL),
        }  # fmt: skip
        walked = 0
        for who, guest in actors.items():
            for method, path, operation in await operations(it):
                if f"{method} {path}" in LATE or path in {
                    "/api/v1/events",
                    "/api/v1/account/sign-in",
                    "/api/v1/mind/look",
                }:
                    continue
                answer = await ask(guest, method, filled(path, ids), operation)
                walked += 1
                told = [word for word in (*SECRETS["ann"], *ids.values()) if word in answer.text and word not in SHORT]
                shown = [word for word in told if word not in filled(path, ids)]  # an error may repeat what was asked
                assert shown == [], f"{who}: {method} {path}"
                if "cookie" in who and f"{method} {path}" not in PUBLIC:
                    assert answer.status_code == 401, f"{who}: {method} {path}: {answer.status_code}"
                elif "{pet}" in path:
                    wanted = {403} if "operator" in who else {404, 422}
                    assert answer.status_code in wanted, f"{who}: {method} {path}: {answer.status_code}"
        assert walked > 300
        after = await it.home.store.export((await it.accounts.named("ann")).person)
        assert {t: r for t, r in after.items() if t != "credentials"} == {
            t: r for t, r in before.items() if t != "credentials"
        }

    two(body)


async def talked(it: Town, login: str, at: str = "") -> None:
    guest = await it.citizen(login, at)
    pet = await guest.adopt()
    await guest.ask("POST", f"{pet}/messages", json={"text": "Hello there."})


@pytest.mark.long
def test_an_operator_sees_the_counts_of_their_own(two: City) -> None:
    async def body(it: Town) -> None:
        for n in range(3):
            await talked(it, f"ann{n}")
        await talked(it, "bob", AT_MOSS)
        await it.home.store.trials.start(Trial(name="ipet", plan={}, digest="d", salt="s", started_at=it.clock.now()))
        found = {}
        for tenant in (DEFAULT, MOSS, FERN):
            warden = await it.operator("warden", tenant)
            found[tenant] = (await warden.ask("GET", "/operate")).json()
            assert "ipet" not in json.dumps(found[tenant]) and "care" not in found[tenant]
            page = (await warden.http.get("/operate")).text
            assert f"persons of {tenant} alone" in page and "ipet" not in page
            assert f"只统计 {tenant}" in (await warden.http.get("/operate?language=zh")).text
            assert (await warden.http.get("/operate/experiments/ipet")).status_code == 404
            assert (await warden.ask("GET", "/operate/experiments/ipet")).status_code == 404
            assert (await warden.http.get("/operate.csv")).status_code == 200
            for method, path in (("GET", "/mind"), ("POST", "/mind/look"), ("DELETE", "/mind/use")):
                refused = await warden.ask(method, path)
                assert refused.status_code == 403 and "terminal" in refused.json()["detail"]
        assert [found[name]["persons"]["all"]["persons"] for name in (DEFAULT, MOSS, FERN)] == [3, 1, 0]
        await it.home.store.trials.stop("ipet", it.clock.now() - timedelta(days=4000), "long ago")
        # Bob is alone at his product, and yet nobody's operator may look at what he alone did.
        assert found[MOSS]["turns"]["1"]["persons"] is None and found[MOSS]["active"]["1 days"]["persons"] is None

    two(body)


def test_metrics_of_the_whole_server_are_no_tenants(two: City) -> None:
    async def body(it: Town) -> None:
        warden = await it.operator("warden", MOSS)
        far = it.guest(await warden.token("operate"), address="192.0.2.7", at=AT_MOSS)
        assert (await far.http.get("/metrics")).status_code == 403

    two(body)


@pytest.mark.long
def test_behind_a_proxy_each_tenant_has_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, moss = "https://pets.example.org", "https://moss.example.com"
    sent: list[dict[str, Any]] = []

    async def call(where: str, said: bytes, seconds: float) -> None:
        sent.append(json.loads(said))

    monkeypatch.setattr("pawsona.app.accounts.recovery.call", call)

    async def body(it: Town) -> None:
        lin = await it.citizen("lin@example.org", moss)
        assert (await lin.ask("GET", "/account", headers={"origin": moss})).status_code == 200
        for other in (own, "https://fern.example.com"):
            assert (await lin.ask("GET", "/account", headers={"origin": other})).status_code == 403
        there = elsewhere(it, lin, own)
        for name in ("x-forwarded-host", "x-original-host"):
            assert (await there.ask("GET", "/account", headers={name: "moss.example.com"})).status_code == 401
        # A proxy that puts its own name: what comes from the product's page is refused, and taken for nobody else's.
        assert (await there.ask("POST", "/account/sign-out", headers={"origin": moss})).status_code == 403
        await it.guest(at=moss).ask("POST", "/account/reset", json={"login": "lin@example.org"})
        await asyncio.gather(*it.accounts.recovery._sending)
        assert sent[0]["link"].startswith(f"{moss}/reset#")

    living(tmp_path, body, proxied=own, reset_hook="/bin/true", tenants={"moss": moss})


@pytest.mark.long
def test_who_is_of_a_tenant_that_was_taken_out_comes_in_nowhere(tmp_path: Path) -> None:
    secrets: list[str] = []

    async def before(it: Town) -> None:
        secrets.append(await (await it.citizen("lin", AT_MOSS)).token("talk"))

    async def after(it: Town) -> None:
        assert (await it.guest(secrets[0]).http.get("/v1/models")).status_code == 401
        assert (await it.guest().sign_in("lin")).status_code == 401

    living(tmp_path, before, **TWO)
    living(tmp_path, after)


def test_an_account_can_be_made_for_a_tenant_that_is_there(two: City) -> None:
    async def body(it: Town) -> None:
        assert it.home.tenants.named("moss") == MOSS
        with pytest.raises(NotFoundError, match="default, moss, fern"):
            it.home.tenants.named("elder")
        with pytest.raises(NotFoundError):
            await accounts_of(it.home).named("ann", FERN)

    two(body)
