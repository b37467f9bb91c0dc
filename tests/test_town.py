"""Nobody meets another in a town of thousands: talk, recall, prompts, edits, nights and exports, interleaved at will.

`town.py` makes everybody alike but for their secrets, so each text that comes out is judged on sight. Neighbours act in
an order that Hypothesis chooses, several at the same moment, in one process with all its caches.
`pytest --hypothesis-profile=long tests/test_town.py` takes minutes instead of seconds.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.neighbours import ACTS, Story, Town, live, living
from tests.town import PERSONS, bond_of, build, pets_of

from pawsona.app.undo import Undo
from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.memory import Memory
from pawsona.storage import prepared, scope
from pawsona.storage.sheets import Sheets

LONG = settings.get_current_profile_name() == "long"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The town as it is before anybody moves; each story gets a copy."""
    path = tmp_path_factory.mktemp("town") / "pawsona.db"
    asyncio.run(build(path, PERSONS))
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hamlet."""
    path = tmp_path_factory.mktemp("hamlet") / "pawsona.db"
    asyncio.run(build(path, 4))
    return path


persons = st.integers(0, PERSONS - 1)
bonds = persons.flatmap(lambda person: st.tuples(st.just(person), st.integers(0, pets_of(person) - 1)))


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A few neighbours, and what they do; some of them share a person, and all of them come back."""
    neighbours = draw(st.lists(bonds, min_size=3, max_size=6, unique=True))
    neighbours += [(person, 1 - pet) for person, pet in neighbours if pets_of(person) == 2]
    step = st.tuples(st.sampled_from(neighbours), st.sampled_from(sorted(ACTS)), st.integers(0, 9))
    return draw(st.lists(st.lists(step, min_size=1, max_size=3), min_size=10, max_size=16))


@pytest.mark.long
@settings(
    deadline=None,
    derandomize=not LONG,
    max_examples=200 if LONG else 3,
    phases=[Phase.generate],  # each try lives for a second: what failed is printed, not made smaller
    suppress_health_check=list(HealthCheck),
)
@given(story=stories())
def test_nobody_meets_another_in_any_order(built: Path, story: Story) -> None:
    async def whole() -> None:
        with TemporaryDirectory() as folder:
            async with living(Path(folder), built) as it:
                await live(it, story)

    asyncio.run(whole())


@pytest.mark.long
def test_everybody_asks_at_the_same_time_and_finds_only_their_own(tmp_path: Path, built: Path) -> None:
    """The whole town by turns, with room for few vectors, so that sheets come and go."""
    count = PERSONS if LONG else 120

    async def story() -> None:
        async with living(tmp_path, built) as it:
            it.home.store.index._sheets._limit = 2**14  # type: ignore[attr-defined]
            people = [(person * 7 % PERSONS, 0) for person in range(count)]
            for at in range(0, count, 20):
                await live(it, [[(who, "look", n)] for n, who in enumerate(people[at : at + 20])])
            assert it.judge.own > count

    asyncio.run(story())


def test_what_was_said_to_one_is_still_owed_to_the_other(tmp_path: Path, small: Path) -> None:
    """Promises of the same id: nobody's is taken for said because a neighbour's was."""

    async def story() -> None:
        async with living(tmp_path, small) as it:
            it.clock.move(days=1)
            for who in ((0, 0), (0, 1), (1, 0)):
                one = await it.companion(who)
                promise = await it.home.promises.take(await it.home.contexts.of(one.person, one.pet))
                assert promise is not None and promise.bond == one.pet.bond
                it.judge.see(who, "a promise", promise)
                await it.home.promises.asked(promise)

    asyncio.run(story())


def sheets_of_anybody(it: Town, patch: pytest.MonkeyPatch) -> None:
    get, keep, all_ = Sheets.get, Sheets.keep, bond_of(0)
    patch.setattr(Sheets, "get", lambda self, place: get(self, replace(place, bond=all_)))
    patch.setattr(Sheets, "keep", lambda self, place, sheet: keep(self, replace(place, bond=all_), sheet))


def filters_of_anybody(it: Town, patch: pytest.MonkeyPatch) -> None:
    owned, made = scope.owned, dict[Any, Any]()
    patch.setattr(scope, "owned", lambda table, bond: made.setdefault(table, owned(table, bond)))


def statements_of_anybody(it: Town, patch: pytest.MonkeyPatch) -> None:
    given, made = prepared._Compiled.given, dict[str, Bond]()

    def first(self: prepared._Compiled, bond: Bond, values: Mapping[str, Any]) -> list[Any]:
        return given(self, made.setdefault(self.sql, bond) if self.sql.startswith("SELECT") else bond, values)

    patch.setattr(prepared._Compiled, "given", first)


def greetings_of_anybody(it: Town, patch: pytest.MonkeyPatch) -> None:
    greeting, made = it.home.greeting, list[Any]()

    async def first(*given: Any) -> Any:
        made.append(await greeting(*given))
        return made[0]

    patch.setattr(it.home, "greeting", first)


def undo_of_anybody(it: Town, patch: pytest.MonkeyPatch) -> None:
    keep, take, forgotten = Undo.keep, Undo.take, dict[MemoryId, list[Bond]]()

    async def kept(self: Undo, memory: Memory) -> None:
        forgotten.setdefault(memory.id, []).append(memory.bond)
        await keep(self, memory)

    async def first(self: Undo, bond: Bond, memory: MemoryId) -> Memory:
        others = (whose for whose in forgotten.get(memory, ()) if whose != bond)
        return await take(self, next(others, bond), memory)

    patch.setattr(Undo, "keep", kept)

    patch.setattr(Undo, "take", first)


def context_of_anybody(it: Town, patch: pytest.MonkeyPatch) -> None:
    of, made = it.home.contexts.of, list[Any]()

    async def first(*given: Any) -> Any:
        made.append(await of(*given))
        return replace(made[-1], facts=made[0].facts)

    patch.setattr(it.home.contexts, "of", first)


def talkative_log(it: Town, patch: pytest.MonkeyPatch) -> None:
    say = it.home.dialogue.say

    def logged(person: Any, pet: Any, text: str, id_: Any = None) -> Any:
        logging.getLogger("pawsona.app").debug("said: %s", text)
        return say(person, pet, text, id_)

    patch.setattr(it.home.dialogue, "say", logged)


SABOTAGES = (
    None, sheets_of_anybody, filters_of_anybody, statements_of_anybody, greetings_of_anybody,
    undo_of_anybody, context_of_anybody, talkative_log,
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("sabotage", SABOTAGES)
def test_one_cache_or_filter_less_and_somebody_is_heard(
    tmp_path: Path,
    small: Path,
    sabotage: Callable[[Town, pytest.MonkeyPatch], None] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    neighbours = [(0, 0), (0, 1), (2, 0)]
    acts = ["look", "look", "greet", "forget", "restore", "tell", "look", "look", "ask", "export"]
    story = [[(who, act, n) for who in neighbours] for n, act in enumerate(acts)]

    async def whole() -> None:
        async with living(tmp_path, small) as it:
            if sabotage is not None:
                sabotage(it, monkeypatch)
            await live(it, story)

    heard = pytest.raises(AssertionError, match="came out of|tells what somebody said")
    with heard if sabotage is not None else nullcontext():
        asyncio.run(whole())
