"""`pawsona account`."""

import asyncio
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from pawsona.app.accounts import accounts_of
from pawsona.app.opening import open_home
from pawsona.config.settings import load


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("PAWSONA_HOME", str(home))
    monkeypatch.setenv("PAWSONA_AUTH", "accounts")


def test_the_first_operator_is_made_on_the_machine_and_accounts_are_locked_and_reset(cli: Cli) -> None:
    assert "--operator" in cli("account", "list").out
    made = cli("account", "add", "Warden", "--operator", "--json", said="a lamp in the window\n")
    assert (made.lines[0]["login"], made.lines[0]["role"]) == ("warden", "operator")
    short = cli("account", "add", "lin@example.org", said="short\n")
    assert short.code == 1 and "10 to 200" in short.one_sentence()
    again = cli("account", "add", "WARDEN", said="a lamp in the window\n")
    assert again.code == 1 and "already" in again.one_sentence()
    assert cli("account", "lock", "warden").out == "warden cannot sign in.\n"
    assert cli("account", "list", "--json").lines[0][0]["locked"] is True
    assert cli("account", "unlock", "warden").out == "warden can sign in again.\n"
    link = cli("account", "reset", "warden", "--json").lines[0]["link"]
    assert link.startswith("http://127.0.0.1:8717/reset#")
    assert cli("account", "reset", "nobody").code == 1


def test_somebody_who_lived_here_before_gets_an_account(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setenv("PAWSONA_AUTH", "home")
        cli("adopt", "Mikan", "--person", "Lin")
    missing = cli("account", "add", "lin", "--person", "x", said="a lamp in the window\n")
    [person] = missing.one_sentence().partition("there is ")[2].split(" (Lin)")[:1]
    assert cli("account", "add", "lin", "--person", person, said="a lamp in the window\n").code == 0
    assert cli("account", "add", "ben", "--person", person, said="a lamp in the window\n").code == 1

    async def pets() -> int:
        home = await open_home(load())
        account = await accounts_of(home).named("lin")
        found = len(await home.store.people.pets(account.person))
        await home.aclose()
        return found

    assert asyncio.run(pets()) == 1


def test_the_terminal_is_nobody_of_the_many(cli: Cli) -> None:
    cli("account", "add", "lin", said="a lamp in the window\n")
    for command in (("chat",), ("adopt", "Momo")):
        refused = cli(*command, said="hello\n")
        assert refused.code == 1 and "Sign in" in refused.one_sentence()


def test_no_command_of_a_household_takes_in_the_many(cli: Cli, tmp_path: Path) -> None:
    cli("account", "add", "lin", said="a lamp in the window\n")
    copy = tmp_path / "all.json"
    for command, instead in (
        (("erase", "--yes"), "pawsona account erase NAME"),
        (("erase", "--yes", "--export", str(copy)), "pawsona account erase NAME"),
        (("export", "--out", str(copy)), "pawsona backup"),
        (("export", "--json"), "pawsona backup"),
        (("night",), "--runner asyncio"),
        (("night", "--days", "2"), "--runner asyncio"),
        (("pair", "--port", "1"), "signs in on the web page"),
    ):
        refused = cli(*command)
        assert refused.code == 1 and instead in refused.one_sentence()
    assert not copy.exists()
    assert [one["login"] for one in cli("account", "list", "--json").lines[0]] == ["lin"]


def test_somebody_is_erased_who_asked_for_it_by_letter(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PAWSONA_ACCOUNTS", '{"tenants": {"moss": "http://moss.localhost:8717"}}')
    for tenant in ("default", "moss"):
        cli("account", "add", "lin", "--tenant", tenant, said="a lamp in the window\n")
    assert cli("account", "erase", "lin", "--tenant", "moss", said="n\n").code == 1
    copy = tmp_path / "lin.json"
    assert "is erased" in cli("account", "erase", "lin", "--tenant", "moss", "--yes", "--export", str(copy)).out
    assert '"tenant": "moss"' in copy.read_text("utf-8")
    assert [one["tenant"] for one in cli("account", "list", "--json").lines[0]] == ["default"]
    assert "pawsona account list" in cli("account", "erase", "lin", "--tenant", "moss", "--yes").one_sentence()
    assert "pawsona account list" in cli("account", "erase", "lin", "--tenant", "moss", said="y\n").one_sentence()
    assert "default, moss" in cli("account", "erase", "lin", "--tenant", "fern", "--yes").one_sentence()
