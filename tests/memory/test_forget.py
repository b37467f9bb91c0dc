"""The night deletes what has run out, and nothing else."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from pawsona.domain.departure import Departure
from pawsona.domain.person import Fact
from pawsona.memory.forget import Forgetter, Forgotten
from pawsona.memory.recall import Recall
from pawsona.memory.retain import pinned as kept

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


async def indexed(life: Life, text: str) -> set[str]:
    return {hit.ref for hit in await life.store.index.match(life.bond, text, ("memory", "turn"), 20)}


def test_an_expired_memory_goes_with_row_words_vector_and_fact(stage: Stage) -> None:
    async def story(life: Life) -> None:
        told = await life.say("I lent Priya my purple umbrella.")
        memory = await life.know("Priya has the purple umbrella.", importance=0, sources=[told])
        await life.store.people.set_facts(life.bond, [Fact(memory.id, memory.text)])
        forgetter = Forgetter(life.store, life.clock)
        life.clock.move(days=29)
        assert await forgetter.forget(life.person, life.bond) == Forgotten()
        life.clock.move(days=1)  # 12 May: its day
        done = await forgetter.forget(life.person, life.bond)
        assert done.memories == 1
        assert await life.store.memories.all(life.bond) == []
        assert await life.store.people.facts(life.bond) == []
        assert memory.id not in await indexed(life, "purple umbrella")
        [vector] = await life.embedder.embed(["Priya has the purple umbrella."])
        near = await life.store.index.nearest(life.bond, vector, life.embedder.name, ("memory",), 5)
        assert near == []

    stage.play(story)


def test_pinned_permanent_and_renewed_ones_stay(stage: Stage) -> None:
    async def story(life: Life) -> None:
        pinned = await life.know("Pinned.", importance=0)
        await life.store.memories.update(kept(pinned))
        forever = await life.know("Permanent.", importance=2)
        life.clock.move(days=400)
        fresh = await life.know("Fresh.", importance=0)
        await Forgetter(life.store, life.clock).forget(life.person, life.bond)
        left = {m.id for m in await life.store.memories.all(life.bond)}
        assert left == {pinned.id, forever.id, fresh.id}

    stage.play(story)


def test_a_turn_lives_a_month_or_as_long_as_its_longest_memory(stage: Stage) -> None:
    async def story(life: Life) -> None:
        plain = await life.say("The purple soup was salty.")
        short = await life.say("The purple boiler broke.")
        long = await life.say("The purple allergy is to nuts.")
        await life.know("Boiler broke.", importance=0, sources=[short])
        await life.know("Said something.", importance=0, sources=[long])
        await life.know("Allergic to nuts.", importance=2, sources=[long])
        forgetter = Forgetter(life.store, life.clock)
        life.clock.move(days=29)
        await forgetter.forget(life.person, life.bond)
        assert await indexed(life, "purple") == {plain.id, short.id, long.id}
        life.clock.move(days=3)
        await forgetter.forget(life.person, life.bond)
        assert await indexed(life, "purple") == {long.id}
        assert await life.store.talk.message(life.bond, plain.id) == plain, "the history has its own setting"
        [found] = await Recall(life.store, life.embedder).find(
            life.bond, life.person, "the purple allergy to nuts", life.clock.now()
        )
        assert found.text == "Allergic to nuts."

    stage.play(story)


def test_the_history_goes_where_its_setting_says_so(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        old = await life.say("The soup was salty.", session)
        reply = await life.say("Salty soup!", session, role="pet", answers=old.id)
        kept = await life.say("I can't eat nuts.", session)
        await life.know("Allergic to nuts.", importance=2, sources=[kept])
        life.clock.move(days=70)
        new = await life.say("Hello again.")
        done = await Forgetter(life.store, life.clock, history_months=2).forget(life.person, life.bond)
        assert done.messages == 2
        left = await life.store.talk.messages(life.bond, [old.id, reply.id, kept.id, new.id])
        assert left == [kept, new]

    stage.play(story)


def test_a_second_night_finds_nothing_to_do(stage: Stage) -> None:
    async def story(life: Life) -> None:
        told = await life.say("Told.")
        await life.say("Nice.", role="pet", answers=told.id)
        await life.know("Short.", importance=0)
        life.clock.move(days=40)
        forgetter = Forgetter(life.store, life.clock)
        assert await forgetter.forget(life.person, life.bond) == Forgotten(memories=1, turns=1)
        assert await forgetter.forget(life.person, life.bond) == Forgotten()

    stage.play(story)


def test_what_has_run_out_leaves_recall_at_once_and_the_report_has_no_words(stage: Stage) -> None:
    async def story(life: Life) -> None:
        told = await life.say("I lent Priya my purple umbrella.")
        await life.know("Priya has the purple umbrella.", importance=0, sources=[told])
        recall = Recall(life.store, life.embedder)

        async def found() -> list[str]:
            now = life.clock.now()
            return [one.text for one in await recall.find(life.bond, life.person, "Priya's purple umbrella", now)]

        assert await found()
        life.clock.moment = datetime(2026, 5, 11, 22, 59, tzinfo=UTC)  # a minute before midnight in London
        assert await found()
        life.clock.move(minutes=2)
        assert await found() == [], "before any night"
        await Forgetter(life.store, life.clock).forget(life.person, life.bond)
        assert await found() == [], "nor does its turn come back when the memory no longer hides it"
        assert await life.store.departures.all(life.bond) == [
            Departure(on=date(2026, 5, 12), cause="expired", kind="memory", count=1, topic="other_events",
                      retention="short_term"),
            Departure(on=date(2026, 5, 12), cause="expired", kind="turn", count=1),
        ]  # fmt: skip
        life.clock.move(days=-1)
        assert await Forgetter(life.store, life.clock).forget(life.person, life.bond) == Forgotten()
        life.clock.move(days=400)
        await Forgetter(life.store, life.clock).forget(life.person, life.bond)
        assert await life.store.departures.all(life.bond) == [], "the report goes after a year"

    stage.play(story)
