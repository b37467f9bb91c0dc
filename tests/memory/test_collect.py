"""A session that ended becomes memories: once, from the person's own words, reconciled with what is known."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest

from pawsona.domain.message import Tier
from pawsona.errors import MindError
from pawsona.memory.collect import Collected
from pawsona.memory.edit import Editor
from pawsona.memory.recall import Recall
from pawsona.minds.scripted import Scripted
from pawsona.skills.acts import ReconcileInput, Verdict
from pawsona.skills.memory import SummariseInput

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


async def memories(life: Life) -> list[str]:
    return sorted(memory.text for memory in await life.store.memories.all(life.bond))


async def open_count(life: Life) -> int:
    return len(await life.store.talk.open_sessions(life.bond))


def test_what_was_said_is_kept_with_its_source_and_term(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        told = await life.say("My sister Nora is moving to Lisbon.", session)
        life.clock.move(hours=1)
        done = await life.collector(life.mind(life.draft("Their sister Nora moves to Lisbon.", told))).collect(
            life.person, life.pet, session
        )
        [memory] = await life.store.memories.all(life.bond)
        assert done.added == (memory,)
        assert (memory.sources, memory.origin, memory.retention) == ((told.id,), "said", "long_term")
        assert memory.created_at == memory.renewed_at == told.at
        assert await open_count(life) == 0
        [found] = await Recall(life.store, life.embedder).find(
            life.bond, life.person, "my sister Nora in Lisbon", life.clock.now()
        )
        assert found.memory == memory

    stage.play(story)


def test_a_second_run_adds_nothing(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        told = await life.say("I like tea.", session)
        work = life.collector(life.mind(life.draft("Likes tea.", told)))
        await work.collect(life.person, life.pet, session)
        assert await work.collect(life.person, life.pet, session) == Collected()
        assert await memories(life) == ["Likes tea."]

    stage.play(story)


def test_a_mind_that_fails_leaves_the_session_for_the_next_attempt(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        await life.say("I like tea.", session)
        with pytest.raises(MindError):
            await life.collector(Scripted()).collect(life.person, life.pet, session)
        assert await open_count(life) == 1
        assert await memories(life) == []

    stage.play(story)


class Broken(Exception):
    pass


def test_a_crash_while_writing_leaves_nothing_half_done(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        told = await life.say("I like tea.", session)
        work = life.collector(life.mind(life.draft("Likes tea.", told), life.draft("Drinks it at six.", told)))
        touch = life.store.talk.touch_session

        async def crash(_: object) -> None:
            raise Broken

        monkeypatch.setattr(life.store.talk, "touch_session", crash)
        with suppress(Broken):
            await work.collect(life.person, life.pet, session)
        assert await memories(life) == []
        assert await open_count(life) == 1
        monkeypatch.setattr(life.store.talk, "touch_session", touch)
        await work.collect(life.person, life.pet, session)
        assert await memories(life) == ["Drinks it at six.", "Likes tea."]

    stage.play(story)


def test_crisis_turns_and_the_pets_words_never_become_memories(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        crisis = await life.say("I can't go on.", session, tier=Tier.high)
        pet = await life.say("I caught a fish!", session, role="pet")
        told = await life.say("I like tea.", session)
        mind = life.mind(
            life.draft("Can't go on.", crisis), life.draft("Caught a fish.", pet), life.draft("Likes tea.", told),
            life.draft("Tea and fish.", told, pet), life.draft("Is probably British.", told, origin="inferred"),
        )  # fmt: skip
        await life.collector(mind).collect(life.person, life.pet, session)
        assert await memories(life) == ["Likes tea."]
        [(_, given)] = [asked for asked in mind.asked if asked[0] == "memory.summarise"]
        assert isinstance(given, SummariseInput)
        assert [m.text for m in given.dialogue] == ["I caught a fish!", "I like tea."]

    stage.play(story)


def test_a_session_of_crisis_alone_asks_no_mind_and_closes(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        await life.say("I can't go on.", session, tier=Tier.imminent)
        mind = Scripted()
        await life.collector(mind).collect(life.person, life.pet, session)
        assert mind.asked == []
        assert await open_count(life) == 0

    stage.play(story)


def test_what_the_person_deletes_while_the_mind_thinks_stays_deleted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(life: Life) -> None:
        known = await life.know("They live in Leeds.")
        session = await life.session()
        told = await life.say("I live in Leeds, you know.", session)
        gone = await life.say("Forget what I say here about Leeds.", session)
        mind = life.mind(life.draft("Lives in Leeds.", told), life.draft("Said something about Leeds.", gone))
        work = life.collector(mind)
        decide = iter([Verdict(kind="same", index=0), Verdict(kind="new")])
        mind.rule("memory.reconcile", lambda given: next(decide))
        asked = work._talked_about

        async def meanwhile(*given: Any) -> Any:
            await Editor(life.store, life.embedder, life.clock).forget(life.person, life.bond, known.id)
            await life.store.talk.delete(life.bond, [gone.id])
            return await asked(*given)

        monkeypatch.setattr(work, "_talked_about", meanwhile)
        assert await work.collect(life.person, life.pet, session) == Collected()
        assert await memories(life) == []

    stage.play(story)


@pytest.mark.parametrize("kind", ["replaces", "same"])
def test_what_the_person_corrects_while_the_mind_thinks_is_not_lost(
    stage: Stage, kind: Literal["replaces", "same"]
) -> None:
    async def story(life: Life) -> None:
        paris = await life.know("They live in Paris.")
        session = await life.session()
        told = await life.say("I live in Lyon now.", session)
        mind = life.mind(life.draft("They live in Lyon.", told))
        mind.rule("memory.reconcile", lambda given: Verdict(kind=kind, index=0))
        work: Any = life.collector(mind)
        decided = work._write

        async def meanwhile(*given: Any) -> Collected:
            await life.store.memories.update(replace(paris, text="They live in Lyon, near the river."))
            return await decided(*given)  # type: ignore[no-any-return]

        work._write = meanwhile
        await work.collect(life.person, life.pet, session)
        assert sorted(await memories(life)) == ["They live in Lyon, near the river.", "They live in Lyon."]

    stage.play(story)


def test_the_summary_is_told_what_is_known_and_reconciling_sees_neighbours_only(stage: Stage) -> None:
    async def story(life: Life) -> None:
        tea = await life.know("They like green tea.")
        await life.know("Their brother plays chess.")
        session = await life.session()
        told = await life.say("Green tea gives me hiccups.", session)
        mind = life.mind(life.draft("Green tea gives them hiccups.", told))
        await life.collector(mind).collect(life.person, life.pet, session)
        given = dict(mind.asked)
        assert isinstance(given["memory.summarise"], SummariseInput)
        assert len(given["memory.summarise"].known) == 2
        assert isinstance(given["memory.reconcile"], ReconcileInput)
        assert given["memory.reconcile"].near[0] == tea

    stage.play(story)


def test_a_turn_that_was_not_indexed_before_a_crash_is_indexed_now(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        told = await life.say("I own a purple kayak.", session)
        await life.store.index.drop(life.bond, "turn", [told.id])
        await life.collector(life.mind()).collect(life.person, life.pet, session)
        [found] = await Recall(life.store, life.embedder).find(
            life.bond, life.person, "my purple kayak", life.clock.now()
        )
        assert found.message == told.id

    stage.play(story)


def test_two_runs_at_once_add_it_once(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        told = await life.say("I like tea.", session)
        work = life.collector(life.mind(life.draft("Likes tea.", told)))
        both = await asyncio.gather(*(work.collect(life.person, life.pet, session) for _ in range(2)))
        assert sorted(len(done.added) for done in both) == [0, 1]
        assert await memories(life) == ["Likes tea."]

    stage.play(story)
