"""What an operator, a letter or another browser does to an account while a password is being looked at."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from tests.server.guests import PASSWORD, City, Town

from pawsona.app.accounts import tries

LAMP, CANDLE = "another lamp, another door", "a candle under the stairs"
NEWER = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=8, parallelism=1),))


def meanwhile(patch: pytest.MonkeyPatch, on: object, name: str, work: Callable[[], Awaitable[object]]) -> None:
    """Let something happen once, right after a method has found its answer."""
    method = getattr(on, name)

    async def longer(*given: Any) -> Any:
        found = await method(*given)
        patch.setattr(on, name, method)
        await work()
        return found

    patch.setattr(on, name, longer)


async def reset(it: Town, login: str) -> None:
    """Somebody uses a link of a letter."""
    link = await it.accounts.recovery.link(await it.accounts.named(login), "")
    await it.accounts.recovery.use(link.partition("#")[2], LAMP)


def test_a_lock_stays_that_came_while_the_password_was_changed(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        with pytest.MonkeyPatch.context() as patch:
            meanwhile(patch, it.accounts.passwords, "hashed", lambda: it.accounts.lock("ann"))
            await ann.ask("PUT", "/account/password", json={"old": PASSWORD, "new": LAMP})
        assert (await it.accounts.named("ann")).locked

    city(body)


def test_a_password_of_a_letter_stays_that_came_while_the_old_one_was_changed(city: City) -> None:
    async def body(it: Town) -> None:
        ann = await it.citizen("ann")
        with pytest.MonkeyPatch.context() as patch:
            meanwhile(patch, it.accounts.passwords, "check", lambda: reset(it, "ann"))
            changed = await ann.ask("PUT", "/account/password", json={"old": PASSWORD, "new": CANDLE})
        assert changed.status_code == 403
        found = [(await it.guest().sign_in("ann", one)).status_code for one in (PASSWORD, CANDLE, LAMP)]
        assert found == [401, 401, 200]

    city(body)


@pytest.mark.parametrize("renewed", [False, True])
def test_the_old_password_lets_nobody_in_that_was_replaced_while_it_was_looked_at(city: City, renewed: bool) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        if renewed:
            it.accounts.passwords._hasher = NEWER
        with pytest.MonkeyPatch.context() as patch:
            meanwhile(patch, it.accounts.passwords, "check", lambda: reset(it, "ann"))
            assert (await it.guest().sign_in("ann")).status_code == 401
        assert [(await it.guest().sign_in("ann", one)).status_code for one in (PASSWORD, LAMP)] == [401, 200]

    city(body)


def test_a_lock_keeps_out_whoever_is_signing_in(city: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        it.accounts.passwords._hasher = NEWER
        with pytest.MonkeyPatch.context() as patch:
            meanwhile(patch, it.accounts.passwords, "check", lambda: it.accounts.lock("ann"))
            assert (await it.guest().sign_in("ann")).status_code == 403
        assert (await it.accounts.named("ann")).locked

    city(body)


def test_two_browsers_sign_in_at_once_where_the_hash_is_renewed(city: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        it.accounts.passwords._hasher = NEWER
        found = await asyncio.gather(*(it.guest().sign_in("ann") for _ in range(4)))
        assert [one.status_code for one in found] == [200] * 4

    city(body)


def test_a_lock_and_a_letter_do_not_undo_each_other(city: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        before = await it.accounts.named("ann")
        with pytest.MonkeyPatch.context() as patch:
            meanwhile(patch, it.accounts, "named", lambda: reset(it, "ann"))
            await it.accounts.lock("ann")
        await it.accounts.recovery.link(before, "")
        now = await it.accounts.named("ann")
        assert now.locked and now.password != before.password

    city(body)


def test_nobody_is_stopped_by_how_often_others_proved_who_they_are(city: City, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(it: Town) -> None:
        ann, bob = await it.citizen("ann"), await it.citizen("bob")
        monkeypatch.setattr(tries, "OF_AN_ADDRESS", 3)
        for _ in range(5):
            assert (await ann.ask("POST", "/account/delete", json={"password": LAMP})).status_code == 403
        assert (await bob.ask("PUT", "/account/password", json={"old": PASSWORD, "new": LAMP})).status_code == 204
        assert (await bob.ask("POST", "/account/delete", json={"password": LAMP})).status_code == 204

    city(body)


def test_of_many_tries_at_one_moment_only_so_many_are_looked_at(city: City) -> None:
    async def body(it: Town) -> None:
        await it.citizen("ann")
        looked, check = [], it.accounts.passwords.check

        async def counted(password: str, known: str | None) -> tuple[bool, str | None]:
            looked.append(password)
            return await check(password, known)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(it.accounts.passwords, "check", counted)
            guesses = [it.guest().sign_in("ann", f"a guess of mine {n}") for n in range(25)]
            statuses = [answer.status_code for answer in await asyncio.gather(*guesses)]
        assert len(looked) == tries.OF_A_NAME
        assert sorted(set(statuses)) == [401, 429]

    city(body)
