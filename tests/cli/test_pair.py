"""Phones on the command line: listed and shut out, without a server."""

import asyncio
import contextlib

import pytest
from tests.cli.conftest import Cli

from pawsona.app.opening import open_home
from pawsona.app.pairing import pairing_of
from pawsona.cli import pair
from pawsona.config.settings import load
from pawsona.errors import SetupError


async def pair_two() -> None:
    async with contextlib.aclosing(await open_home(load())) as home:
        [person] = await home.store.people.persons()
        pairing = pairing_of(home)
        for name in ("Lin's phone", "旧手机"):
            await pairing.pair((await pairing.ticket(person.id))[0], name)


def test_phones_are_listed_and_shut_out_by_name_or_id(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("adopt", "Mikan", "--person", "Lin").code == 0
    assert "No phone is paired" in cli("pair", "--list").out
    asyncio.run(pair_two())
    [listed] = cli("pair", "--list", "--json").lines
    assert [one["name"] for one in listed] == ["Lin's phone", "旧手机"]
    assert "key" not in listed[0]
    assert "旧手机" in cli("pair", "--list").out
    assert "旧手机 can't come in any more." in cli("pair", "--revoke", "旧手机").out
    assert cli("pair", "--revoke", listed[0]["id"], "--json").lines == [{"revoked": listed[0]["id"]}]
    gone = cli("pair", "--revoke", "Lin's phone")
    assert gone.code == 1 and "pawsona pair --list" in gone.one_sentence()


def test_a_running_server_that_says_no_is_an_error(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(method: str, url: str, body: object = None) -> dict[str, str]:
        if method == "POST":
            raise SetupError("Nobody lives here yet.")
        return {"attachment": "secure"}

    monkeypatch.setattr(pair, "_ask", refused)
    done = cli("pair")
    assert done.code == 2 and "Nobody lives" in done.one_sentence()
