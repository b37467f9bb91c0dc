"""Nobody meets another's rows: living beside others changes nothing, and every single filter is needed for that.

One life is lived by three bonds (two of one person, two whose pets share an id) with the same ids everywhere. Beside the
others it must give what it gives alone, and what one does must leave the others' rows as they were. Then each use of a
filter in the room is weakened in turn, and the difference must show.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import ColumnElement, Table, bindparam, event, true
from sqlalchemy.engine import Engine

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Store
from pawsona.domain.tenant import DEFAULT
from pawsona.errors import PawsonaError
from pawsona.storage import open_store, scope
from pawsona.storage.prepared import Prepared
from pawsona.storage.schema import OWNED
from pawsona.storage.store import SqlStore

if TYPE_CHECKING:
    from tests.storage.life import Life

NewAddress = Callable[[], str]
FOLDER = Path(scope.__file__).parent


async def witness(store: Store, three: list[Life], expected: list[list[Any]]) -> None:
    """The first one changes; the others' rows must lie as they lay, and each must see what it sees alone."""
    first, second, stranger = three
    before = await first.others(store)
    await first.change(store)
    assert await first.others(store) == before
    await second.finish(store)
    for life, alone in zip(three, expected, strict=True):
        await sees(store, life, alone)
    await store.people.erase_person(first.bond.person)
    assert await stranger.others(store) == dict.fromkeys(before, [])
    await sees(store, stranger, expected[2])


async def sees(store: Store, life: Life, alone: list[Any]) -> None:
    """Stops at the first difference."""
    n = 0
    async for seen in life.look(store):
        assert seen == alone[n], f"{life.word} differs at look {n}"
        n += 1


class Undo(Exception):
    """Ends a transaction without keeping it."""


async def undone(store: Store, work: Callable[[], Awaitable[None]]) -> None:
    """Do something and take it back, so that the next one finds the same store."""
    try:
        async with store.transaction():
            await work()
            raise Undo
    except Undo:
        pass


async def seen_alone(address: str, life: Life) -> list[Any]:
    store = await open_store(address)
    async with store.transaction():
        await life.samples.settle(store)
        await life.begin(store)
        if life.number == 1:
            await life.change(store)
        await life.finish(store)
        seen = [piece async for piece in life.look(store)]
    await store.close()
    return seen


async def together(new: NewAddress, three: list[Life]) -> tuple[Store, list[list[Any]]]:
    """A store in which all three live, and what each of them sees when it lives alone."""
    expected = [await seen_alone(new(), life) for life in three]
    store = await open_store(new())
    async with store.transaction():
        await three[0].samples.settle(store)
        for life in three:
            await life.begin(store)
    return store, expected


@dataclass(frozen=True)
class Site:
    """One call of a filter in the room's source."""

    path: str
    helper: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{Path(self.path).name}:{self.first} {self.helper}"


def sites() -> list[Site]:
    """Every place in the room where a filter is called."""
    found = []
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in WEAK:
                    found.append(Site(str(path), name, node.lineno, node.end_lineno or node.lineno))
    return found


def nothing(*_: object) -> ColumnElement[bool]:
    return true()


def person_only(table: Table, bond: Bond) -> ColumnElement[bool]:
    return PLAIN["of_person"](table, bond.person)  # type: ignore[no-any-return]


def same_person(one: Table, other: Table) -> ColumnElement[bool]:
    return one.c.person_id == other.c.person_id


def person_bound(table: Table) -> ColumnElement[bool]:
    return table.c.person_id == bindparam("person")


PLAIN: dict[str, Callable[..., Any]] = {
    name: getattr(scope, name) for name in ("owned", "theirs", "of_them", "of_person", "same_owner")
}
WEAK: dict[str, list[Callable[..., Any]]] = {
    "owned": [nothing, person_only],
    "theirs": [nothing, person_bound],
    "of_them": [nothing],
    "of_person": [nothing],
    "same_owner": [nothing, same_person],
}


@contextmanager
def weakened(site: Site | None, weak: Callable[..., Any], called: set[tuple[str, str, int]]) -> Iterator[None]:
    """Replace a filter where it is called from one site; every call is noted."""

    def replacement(name: str) -> Callable[..., Any]:
        def stand_in(*given: Any) -> Any:
            frame = sys._getframe(1)
            path, line = frame.f_code.co_filename, frame.f_lineno
            called.add((name, path, line))
            here = site and (site.path, site.helper) == (path, name) and site.first <= line <= site.last
            return weak(*given) if here else PLAIN[name](*given)

        return stand_in

    with pytest.MonkeyPatch.context() as patch:
        for name in PLAIN:
            patch.setattr(scope, name, replacement(name))
        unprepared(site)
        yield
    unprepared(site)


def unprepared(site: Site | None) -> None:
    """Let the statements that a site stands in be put together anew; all of them where it stands in a helper."""
    modules = [module for name, module in sys.modules.items() if name.startswith("pawsona.storage.")]
    known = [value for module in modules for value in vars(module).values() if isinstance(value, Prepared)]
    mine = [statement for statement in known if site and stands_in(site, statement)]
    for statement in mine if mine or (site and site.helper not in {"theirs", "of_them"}) else known:
        statement.forget()


def stands_in(site: Site, statement: Prepared) -> bool:
    code = statement.make.__code__
    return code.co_filename == site.path and site.first in {line for *_, line in code.co_lines()}


@pytest.mark.long
@pytest.mark.timeout(600)
def test_living_beside_others_changes_nothing_and_no_filter_can_go(new_address: NewAddress, three: list[Life]) -> None:
    async def story() -> list[str]:
        store, expected = await together(new_address, three)
        called: set[tuple[str, str, int]] = set()
        with weakened(None, nothing, called):
            await undone(store, lambda: witness(store, three, expected))
        survivors = []
        for site in sites():
            lines = {line for name, path, line in called if (name, path) == (site.helper, site.path)}
            assert any(site.first <= line <= site.last for line in lines), f"{site} is never called"
            for weak in WEAK[site.helper]:
                with weakened(site, weak, set()):
                    try:
                        await undone(store, lambda: witness(store, three, expected))
                    except (AssertionError, PawsonaError, ValueError, KeyError, TypeError):
                        continue
                survivors.append(f"{site} as {weak.__name__}")
        await store.close()
        return survivors

    assert len(sites()) > 60
    assert asyncio.run(story()) == []


CENSUS = ("persons", "pets", "active", "groups", "cohorts", "steps", "spent", "callers", "nights")
HOME = {"SqlPeople.persons", "SqlIndex.unembedded", *(f"SqlCensus.{name}" for name in CENSUS)}
HOME |= {"SqlAccounts.named", "SqlTrials.arms", "SqlTrials.page", "SqlLeads.lead", "SqlLeads.resign"}
HOME |= {"SqlTickets.keep", "SqlTickets.bury", "SqlBoard.since", "SqlBoard.drop", "SqlDue.silent"}
HOME |= {f"SqlLeases.{name}" for name in ("zones", "tally", "quarantined", "left", "drop", "bury")}
HOME |= {f"SqlWebhooks.{name}" for name in ("add", "all", "renew", "told", "remove")}
HOME |= {f"SqlOutbox.{name}" for name in ("due", "claim", "counts", "dead", "resend", "drop")}
"""The only questions that are the home's and not a person's: who lives here, what lacks a vector, how many they are, who met what, who signs in."""
DUE = ("ORDER BY leases.due", "NOT (EXISTS (SELECT leases.token", "NOT (EXISTS (SELECT marks.at")
"""How nights are claimed and planned, and who is asked to forget: that hands out ids of anybody, and nothing that was said."""


def test_the_lives_call_everything_and_fill_every_table(
    new_address: NewAddress, three: list[Life], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a new query could go without its filter, and no life would notice."""
    called: set[str] = set()
    none: Any = SimpleNamespace(at_once=True)
    parts = [part for name, part in vars(SqlStore(none, 0)).items() if not name.startswith("_")]
    known = {
        f"{type(part).__name__}.{name}": (type(part), call)
        for part in parts
        for name, call in vars(type(part)).items()
        if inspect.iscoroutinefunction(call) and not name.startswith("_")
    }

    def noted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def stand_in(*given: Any, **more: Any) -> Any:
            called.add(name)
            return call(*given, **more)

        return stand_in

    for name, (kind, call) in known.items():
        monkeypatch.setattr(kind, call.__name__, noted(name, call))

    async def story() -> None:
        store, expected = await together(new_address, three)
        for life in three:
            empty = [table for table, rows in (await life.others(store)).items() if not rows]
            assert empty == [], f"nobody but {life.word} has rows there"
        await undone(store, lambda: witness(store, three, expected))
        await store.close()

    asyncio.run(story())
    assert len(known) > 60
    assert known.keys() - called == HOME


@pytest.mark.parametrize("new_address", ["sqlite"], indirect=True)  # it tells statements as it runs them
def test_every_statement_on_a_persons_rows_names_the_person(new_address: NewAddress, three: list[Life]) -> None:
    names = "|".join(table.name for table in OWNED)
    touched = re.compile(rf"\b(?:FROM|JOIN|UPDATE) ({names})\b")
    unscoped: list[str] = []

    def note(statement: str) -> None:
        """As SQLite runs it, with its values."""
        if any(part in statement for part in DUE):
            return
        if touched.search(statement) and "person_id = '" not in statement and "PRAGMA" not in statement:
            unscoped.append(statement)

    def listen(connection: Any, _: object) -> None:
        connection.set_trace_callback(note)

    async def story() -> None:
        event.listen(Engine, "connect", listen)
        try:
            store, expected = await together(new_address, three)
            unscoped.clear()
            await undone(store, lambda: witness(store, three, expected))
            assert unscoped == []
            await store.people.persons()
            await store.index.unembedded("e", 9)
            assert await store.trials.arms("b") and await store.trials.page("b", None, 9)
            await store.accounts.named(DEFAULT, "ann")
        finally:
            event.remove(Engine, "connect", listen)
        await store.close()

    asyncio.run(story())
    # Only these are the home's: who lives here, what lacks a vector (two ranges), who met an experiment, who signs in.
    asked = "persons | entries | entries | exposures | exposures | happenings exposures | accounts"
    assert " | ".join(" ".join(touched.findall(statement)) for statement in unscoped) == asked
