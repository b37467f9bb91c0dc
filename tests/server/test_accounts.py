"""Signing up, in and out; what a session is and how it ends."""

from datetime import timedelta
from pathlib import Path

import pytest
from tests.server.guests import FAST, PASSWORD, City, Town, living

from pawsona.app.accounts import tries
from pawsona.care.minors import is_minor
from pawsona.errors import UnknownError

LAMP = "another lamp, another door"


def test_somebody_signs_up_adopts_talks_and_signs_out(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("Ann@Example.org", name="Ann")
        pet = await ann.adopt()
        said = await ann.ask("POST", f"{pet}/messages", json={"text": "My sister is called Mei."})
        assert "event: done" in said.text
        home = (await ann.ask("GET", "/home")).json()
        assert (home["person"]["name"], home["accounts"]["role"]) == ("Ann", "person")
        assert (await ann.ask("GET", "/account")).json()["login"] == "ann@example.org"
        assert (await ann.ask("POST", "/account/sign-out")).status_code == 204
        assert (await ann.ask("GET", f"{pet}/now")).status_code == 401
        assert (await ann.ask("GET", "/home")).json()["person"] is None
        assert (await ann.sign_in("ANN@example.org ")).status_code == 200
        assert (await ann.ask("GET", f"{pet}/now")).json()["person"]["name"] == "Ann"

    city(body)


def test_a_sign_up_that_cannot_be_used_says_why_and_stores_nothing(city: City) -> None:
    async def body(it: Town) -> None:
        guest = it.guest()
        who = {"name": "Kim", "age_band": "adult"}
        for login, password, person, status in (
            ("kim", "short", who, 422),
            ("kim", "aaaaaaaaaaaaaaa", who, 422),
            ("kimberley", "kimberley12345", who, 422),
            ("k m", PASSWORD, who, 422),
            ("a@b", PASSWORD, who, 422),
            ("kim", PASSWORD, {**who, "age_band": "child"}, 422),
            ("kim", PASSWORD, {**who, "time_zone": "Moon/Sea"}, 422),
            ("kim\u202e", PASSWORD, who, 422),
        ):
            form = {"login": login, "password": password, "person": person}
            answer = await guest.ask("POST", "/account/sign-up", json=form)
            assert answer.status_code == status, (login, password, answer.text)
        assert await it.home.store.people.persons() == []
        await it.citizen("kim")
        taken = await guest.sign_up("KIM")
        assert taken.status_code == 409 and len(await it.home.store.people.persons()) == 1

    city(body)


def test_a_minor_has_a_minors_rules(city: City) -> None:
    async def body(it: Town) -> None:
        for band, minor in (("teen", True), ("unknown", True), ("adult", False)):
            it.clock.moment += timedelta(minutes=1)
            guest = await it.citizen(f"{band}-kim", age_band=band)
            assert (await guest.ask("GET", "/care/safeguards")).json()["minor"] is minor
        assert [is_minor(person) for person in await it.home.store.people.persons()] == [True, True, False]

    city(body)


def test_a_closed_server_takes_nobody_by_itself(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        assert (await it.guest().sign_up("kim")).status_code == 403
        assert (await it.guest().ask("GET", "/home")).json()["accounts"]["sign_up"] is False

    living(tmp_path, body, sign_up="closed")


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(city: City, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        looked: list[tuple[str, str]] = []
        check = FAST.verify_and_update

        def noted(given: str, known: str) -> tuple[bool, str | None]:
            looked.append((given, known))
            return check(given, known)

        monkeypatch.setattr(FAST, "verify_and_update", noted)
        answers = [await it.guest().sign_in(name, "not this one, no") for name in ("ann", "nobody", "no name at all")]
        assert len({(one.status_code, one.text) for one in answers}) == 1 and answers[0].status_code == 401
        assert len(looked) == 3  # an unknown name costs a hash as well
        assert len({hash_.split("$")[3] for _, hash_ in looked}) == 1  # of the same parameters

    city(body)


def test_the_cookies_are_hidden_strict_and_rotated(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        answer = await ann.sign_in("ann")
        [session] = [line for line in answer.headers.get_list("set-cookie") if line.startswith("pawsona_session=")]
        assert "HttpOnly" in session and "SameSite=strict" in session and "Secure" not in session
        before = ann.http.cookies["pawsona_session"]
        await ann.sign_in("ann")
        assert ann.http.cookies["pawsona_session"] != before
        with pytest.raises(UnknownError):  # the one before is worth nothing
            await it.accounts.passes.known(before, "session")

    city(body)


def test_behind_https_cookies_are_secure_and_the_address_is_the_one_that_the_proxy_saw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        answer = await ann.sign_in("ann")
        lines = answer.headers.get_list("set-cookie")
        assert len(lines) == 3 and all(line.startswith("__Host-") and "Secure" in line for line in lines)
        monkeypatch.setattr(tries, "OF_AN_ADDRESS", 5)
        for n in range(6):
            forged = {"x-forwarded-for": f"10.0.0.{n}, 198.51.100.7"}
            last = await it.guest().ask(
                "POST", "/account/sign-in", json={"login": f"x{n}x", "password": "-"}, headers=forged
            )
        assert last.status_code == 429
        assert (await it.guest(address="203.0.113.5").sign_in("ann")).status_code == 200

    living(tmp_path, body, proxied="https://pets.example.org")


def test_what_another_program_passed_on_is_refused_where_no_proxy_is_named(city: City) -> None:
    async def body(it: Town) -> None:
        answer = await it.guest().ask("GET", "/home", headers={"x-forwarded-for": "203.0.113.5"})
        assert answer.status_code == 403 and "--proxied" in answer.json()["detail"]
        assert (await it.guest(address="203.0.113.5").ask("GET", "/home")).status_code == 200

    city(body)


def test_a_change_needs_the_token_that_only_our_pages_read(city: City) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        form = {"name": "Mikan", "species": "cat", "personality": "sunny"}
        for headers in ({}, {"x-csrf-token": "no"}, {"x-csrf-token": bob.http.cookies["pawsona_csrf"]}):
            assert (await ann.http.post("/api/v1/pets", json=form, headers=headers)).status_code == 403
        assert (await ann.http.post("/v1/chat/completions", json={})).status_code == 403
        assert (await ann.ask("POST", "/pets", json=form, headers={"origin": "http://evil.example"})).status_code == 403
        token = await ann.token("manage")
        assert (await it.guest(token).http.post("/api/v1/pets", json=form)).status_code == 201

    city(body)


@pytest.mark.parametrize("operator", [False, True])
def test_a_session_ends_when_it_is_left_and_at_the_latest_after_its_time(city: City, operator: bool) -> None:
    async def body(it: Town) -> None:
        ann = await it.operator() if operator else await it.citizen("ann")
        step, steps = (timedelta(minutes=50), 15) if operator else (timedelta(days=20), 9)
        for _ in range(steps - 1):
            it.clock.moment += step
            assert (await ann.ask("GET", "/account")).status_code == 200
        it.clock.moment += step
        answer = await ann.ask("GET", "/account")
        assert answer.status_code == 401 and "ended" in answer.json()["detail"]
        assert answer.headers["www-authenticate"].startswith("Bearer")
        await ann.sign_in("warden" if operator else "ann")
        it.clock.moment += timedelta(hours=1, minutes=1) if operator else timedelta(days=31)
        assert (await ann.ask("GET", "/account")).status_code == 401

    city(body)


def test_forged_and_replayed_secrets_are_nobodys(city: City) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        mine, theirs = (guest.http.cookies["pawsona_session"] for guest in (ann, bob))
        token = await ann.token("talk")
        person, id_, secret = mine.split(".")
        await ann.ask("POST", "/account/sign-out")
        forged = [
            "x",
            "..",
            mine,
            f"{theirs.rpartition('.')[0]}.{secret}",
            f"{person}.{id_}.",
            token.removeprefix("pawsona_"),
            "\x00",
            "9" * 9999,
            token,
        ]
        for value in forged:
            answer = await it.guest().ask("GET", "/account", headers={"cookie": f"pawsona_session={value}"})
            assert answer.status_code == 401, value
        for value in [one for one in forged if one != token and "\x00" not in one] + [theirs, "pawsona_" + theirs]:
            answer = await it.guest(value).ask("GET", "/pets/x/now")
            assert answer.status_code == 401 and "token" in answer.json()["detail"], value
        for line in ("Bearer", "Bearer ", "Basic YTpi", "Bearer a b"):
            assert (await it.guest().ask("GET", "/account", headers={"authorization": line})).status_code == 401

    city(body)


def test_of_secrets_only_hashes_are_stored_and_none_is_exported(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        token = await ann.token("talk")
        secrets = [ann.http.cookies["pawsona_session"], token, PASSWORD]
        data = b"".join(path.read_bytes() for path in it.folder.glob("pawsona.db*"))
        assert b"ann" in data and not [one for one in secrets if one.encode() in data]
        exported = (await ann.ask("GET", "/export")).text
        assert (
            "credentials" in exported and "argon2" not in exported and not [one for one in secrets if one in exported]
        )

    city(body)


def test_sessions_are_listed_and_ended_there_and_everywhere(city: City) -> None:
    async def body(it: Town) -> None:
        ann, phone, tablet = await it.citizen("ann"), it.guest(), it.guest()
        bob = await it.citizen("bob")
        for guest in (phone, tablet):
            it.clock.moment += timedelta(minutes=1)
            await guest.ask(
                "POST",
                "/account/sign-in",
                json={"login": "ann", "password": PASSWORD},
                headers={"user-agent": "iPhone"},
            )
        listed = (await ann.ask("GET", "/account/sessions")).json()
        assert [(one["name"], one["here"]) for one in listed] == [
            ("Browser", True),
            ("iPhone", False),
            ("iPhone", False),
        ]
        assert (await bob.ask("DELETE", f"/account/sessions/{listed[1]['id']}")).status_code == 404
        assert (await ann.ask("DELETE", f"/account/sessions/{listed[1]['id']}")).status_code == 204
        assert [(await guest.ask("GET", "/account")).status_code for guest in (ann, phone, tablet)] == [200, 401, 200]
        assert (await ann.ask("DELETE", "/account/sessions")).status_code == 204
        assert [(await guest.ask("GET", "/account")).status_code for guest in (ann, tablet, bob)] == [200, 401, 200]

    city(body)


def test_another_password_ends_other_sessions_and_needs_the_old_one(city: City) -> None:
    async def body(it: Town) -> None:
        ann, phone = await it.citizen("ann"), it.guest()
        await phone.sign_in("ann")
        assert (await ann.ask("PUT", "/account/password", json={"old": LAMP, "new": LAMP})).status_code == 403
        assert (await ann.ask("PUT", "/account/password", json={"old": PASSWORD, "new": "short"})).status_code == 422
        assert (await ann.ask("PUT", "/account/password", json={"old": PASSWORD, "new": LAMP})).status_code == 204
        assert [(await guest.ask("GET", "/account")).status_code for guest in (ann, phone)] == [200, 401]
        assert [(await it.guest().sign_in("ann", one)).status_code for one in (PASSWORD, LAMP)] == [401, 200]

    city(body)


def test_deleting_an_account_erases_everything_and_nobody_else(tmp_path: Path) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        pets = [await guest.adopt() for guest in (ann, bob)]
        token = await ann.token("talk", "manage")
        await ann.ask("POST", f"{pets[0]}/notes", json={"text": "quixotberry"})
        await bob.ask("POST", f"{pets[1]}/notes", json={"text": "snozzcumber"})
        assert (await ann.ask("POST", "/account/delete", json={"password": LAMP})).status_code == 403
        assert (await it.guest(token).http.delete("/api/v1/person?confirm=Ann")).status_code == 403
        assert (await ann.ask("GET", f"{pets[0]}/notes")).json()
        assert (await ann.ask("POST", "/account/delete", json={"password": PASSWORD})).status_code == 204
        assert (await ann.ask("GET", "/account")).status_code == 401
        assert (await it.guest(token).ask("GET", f"{pets[0]}/now")).status_code == 401
        data = b"".join(path.read_bytes() for path in it.folder.glob("pawsona.db*"))
        assert b"snozzcumber" in data and b"quixotberry" not in data
        assert (await bob.ask("GET", f"{pets[1]}/notes")).json()[0]["text"] == "snozzcumber"
        assert (await ann.sign_up("ann")).status_code == 201

    living(tmp_path, body)


def test_a_locked_account_is_out_at_once_and_in_again_later(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        token = await ann.token("talk")
        await it.accounts.lock("ann")
        assert (await ann.ask("GET", "/account")).status_code == 401
        assert (await it.guest(token).ask("GET", "/pets/x/now")).status_code == 401
        assert [(await it.guest().sign_in("ann", one)).status_code for one in (PASSWORD, LAMP)] == [403, 401]
        await it.accounts.lock("ann", locked=False)
        assert (await ann.sign_in("ann")).status_code == 200

    city(body)
