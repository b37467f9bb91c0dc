"""What is said again, corrected or contradicted."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest

from pawsona.memory.recall import Recall
from pawsona.skills.acts import Verdict

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


def test_what_is_only_half_understood_stays_a_season_and_overturns_nothing(stage: Stage) -> None:
    async def story(life: Life) -> None:
        known = await life.know("They live in Leeds, in a small flat.", importance=2)
        session = await life.session()
        told = await life.say("Leeds flat, hm, gone maybe.", session)
        mind = life.mind(life.draft("Something about the Leeds flat.", told, importance=2, confident=False))
        mind.rule("memory.reconcile", lambda given: Verdict(kind="replaces", index=0))
        done = await life.collector(mind).collect(life.person, life.pet, session)
        assert [(m.importance, m.retention) for m in done.added] == [(1, "long_term")]
        assert await life.store.memories.get(life.bond, known.id) == known

    stage.play(story)


def test_said_again_renews_and_gathers_sources(stage: Stage) -> None:
    async def story(life: Life) -> None:
        first = await life.say("I like green tea.")
        known = await life.know("They like green tea.", importance=0, sources=[first])
        life.clock.move(days=20)
        session = await life.session()
        told = await life.say("Green tea again, I really like it.", session)
        mind = life.mind(life.draft("They like green tea a lot.", told))
        mind.rule("memory.reconcile", lambda given: Verdict(kind="same", index=0))
        done = await life.collector(mind).collect(life.person, life.pet, session)
        [memory] = await life.store.memories.all(life.bond)
        assert done.renewed == (memory,)
        assert (memory.id, memory.text) == (known.id, known.text)
        assert memory.sources == (first.id, told.id)
        assert (memory.importance, memory.retention) == (1, "long_term")
        assert memory.renewed_at == told.at
        assert str(memory.expires_on) == "2026-08-02"

    stage.play(story)


def test_the_very_same_text_is_the_same_without_asking(stage: Stage) -> None:
    async def story(life: Life) -> None:
        known = await life.know("They like green tea.")
        session = await life.session()
        told = await life.say("I like green tea", session)
        mind = life.mind(life.draft("they like green tea", told))
        await life.collector(mind).collect(life.person, life.pet, session)
        assert [m.id for m in await life.store.memories.all(life.bond)] == [known.id]
        assert "memory.reconcile" not in {name for name, _ in mind.asked}

    stage.play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_contradiction_supersedes_and_the_old_word_is_not_found(stage: Stage, language: Any) -> None:
    said = {
        "en": (
            "I live in Leeds now.",
            "They live in Leeds.",
            "I moved, I live in York.",
            "They live in York.",
            "I live",
        ),
        "zh": ("我住在杭州。", "住在杭州", "我搬家了，现在住在苏州。", "住在苏州", "我现在住在哪个城市"),
    }[language]

    async def story(life: Life) -> None:
        first = await life.say(said[0])
        old = await life.know(said[1], importance=2, sources=[first])
        await life.store.memories.update(dataclasses.replace(old, pinned=True, expires_on=None))
        session = await life.session()
        told = await life.say(said[2], session)
        mind = life.mind(life.draft(said[3], told, importance=1))
        mind.rule("memory.reconcile", lambda given: Verdict(kind="replaces", index=0))
        done = await life.collector(mind).collect(life.person, life.pet, session)
        [memory] = await life.store.memories.all(life.bond)
        assert done.replaced == (old.id,)
        assert (memory.text, memory.sources) == (said[3], (told.id,))
        assert (memory.importance, memory.pinned) == (2, True)
        hits = await Recall(life.store, life.embedder).find(life.bond, life.person, said[0], life.clock.now())
        assert not {said[0], said[1]} & {hit.text for hit in hits}

    stage.play(story, language=language)


def test_a_correction_within_one_session_leaves_the_last_word(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        first = await life.say("The driving test is on Thursday.", session)
        last = await life.say("No, the driving test is on Friday.", session)
        mind = life.mind(life.draft("Driving test on Thursday.", first), life.draft("Driving test on Friday.", last))
        mind.rule("memory.reconcile", lambda given: Verdict(kind="replaces", index=0))
        done = await life.collector(mind).collect(life.person, life.pet, session)
        assert [(m.text, m.sources) for m in done.added] == [("Driving test on Friday.", (last.id,))]
        hits = await Recall(life.store, life.embedder).find(
            life.bond, life.person, "the driving test on Thursday", life.clock.now()
        )
        assert {hit.text for hit in hits} == {"Driving test on Friday."}

    stage.play(story)


def test_two_drafts_of_one_thing_become_one_memory(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        first = await life.say("I love green tea.", session)
        last = await life.say("Green tea, every day.", session)
        mind = life.mind(
            life.draft("Loves green tea.", first, importance=0), life.draft("Loves green tea!", last, importance=1)
        )
        await life.collector(mind).collect(life.person, life.pet, session)
        [memory] = await life.store.memories.all(life.bond)
        assert (memory.sources, memory.retention) == ((first.id, last.id), "long_term")

    stage.play(story)


def test_two_drafts_about_one_old_memory_both_find_it(stage: Stage) -> None:
    async def story(life: Life) -> None:
        known = await life.know("They love green tea.")
        session = await life.session()
        first = await life.say("I love green tea.", session)
        last = await life.say("Green tea it is.", session)
        mind = life.mind(life.draft("They love green tea", first), life.draft("They LOVE green tea", last))
        await life.collector(mind).collect(life.person, life.pet, session)
        [memory] = await life.store.memories.all(life.bond)
        assert (memory.id, memory.sources) == (known.id, (first.id, last.id))

    stage.play(story)


def test_a_memory_that_was_asked_about_is_renewed_and_one_that_was_only_near_is_not(stage: Stage) -> None:
    async def story(life: Life) -> None:
        cat = await life.know("Biscuit the cat sleeps in the sink.")
        far = await life.know("They dislike Mondays.")
        life.clock.move(days=10)
        session = await life.session()
        asked = await life.say("Does Biscuit the cat still sleep in the sink?", session)
        await life.say("Oh yes.", session, role="pet", answers=asked.id, memories=[cat.id, far.id])
        done = await life.collector(life.mind()).collect(life.person, life.pet, session)
        assert [m.id for m in done.renewed] == [cat.id]
        assert done.renewed[0].renewed_at == asked.at
        assert await life.store.memories.get(life.bond, far.id) == far

    stage.play(story)
