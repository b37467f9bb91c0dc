"""The person's will over a memory, and where it came from."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ids import MemoryId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.domain.person import Fact
from pawsona.errors import ChangedError, InputError, NotFoundError
from pawsona.memory.edit import Editor, version
from pawsona.memory.provenance import Provenance
from pawsona.memory.recall import Recall

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


def editor(life: Life) -> Editor:
    return Editor(life.store, life.embedder, life.clock)


async def found(life: Life, query: str) -> list[str]:
    recall = Recall(life.store, life.embedder)
    return [hit.text for hit in await recall.find(life.bond, life.person, query, life.clock.now())]


async def kayak(life: Life) -> tuple[Message, Memory]:
    told = await life.say("I own a purple kayak called Daisy.")
    return told, await life.know("They own a purple kayak, Daisy.", sources=[told])


def test_a_memory_says_which_words_it_came_from(stage: Stage) -> None:
    async def story(life: Life) -> None:
        first = await life.say("I like tea.")
        last = await life.say("Green tea.")
        memory = await life.know("They like green tea.", sources=[last, first])
        why = Provenance(life.store)
        assert await why.why(life.bond, memory.id) == [first, last]
        await life.store.talk.delete(life.bond, [first.id])
        assert await why.why(life.bond, memory.id) == [last]
        with pytest.raises(NotFoundError, match="This memory is gone"):
            await why.why(life.bond, MemoryId("nothing"))

    stage.play(story)


def test_a_pin_is_kept_and_taken_out(stage: Stage) -> None:
    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        kept = await editor(life).pin(life.person, life.bond, memory.id, True)
        assert (kept.pinned, kept.expires_on) == (True, None)
        assert await life.store.memories.get(life.bond, memory.id) == kept
        life.clock.move(days=200)
        again = await editor(life).pin(life.person, life.bond, memory.id, True)
        assert again == kept
        free = await editor(life).pin(life.person, life.bond, memory.id, False)
        assert not free.pinned
        assert free.alive(life.person.local(life.clock.now()).date())

    stage.play(story)


def test_a_correction_replaces_every_trace_of_the_old_words(stage: Stage) -> None:
    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        await life.store.memories.update(replace(memory, voice="We own a kayak!", slots={"value": "kayak"}))
        await life.store.people.set_facts(life.bond, [Fact(memory.id, memory.text), Fact(MemoryId("x"), "Other.")])
        changed = await editor(life).edit(life.person, life.bond, memory.id, "  They own a yellow canoe. ")
        assert (changed.text, changed.voice, dict(changed.slots)) == ("They own a yellow canoe.", None, {})
        assert await life.store.memories.get(life.bond, memory.id) == changed
        assert await found(life, "a yellow canoe") == ["They own a yellow canoe."]
        assert await found(life, "the purple kayak called Daisy") == []
        facts = {fact.memory: fact.text for fact in await life.store.people.facts(life.bond)}
        assert facts[memory.id] == "They own a yellow canoe."

    stage.play(story)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 301])
def test_an_unusable_correction_changes_nothing(stage: Stage, text: str) -> None:
    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        with pytest.raises(InputError):
            await editor(life).edit(life.person, life.bond, memory.id, text)
        assert await life.store.memories.get(life.bond, memory.id) == memory

    stage.play(story)


def test_deleting_a_memory_takes_its_turn_out_of_recall_but_not_out_of_the_history(stage: Stage) -> None:
    async def story(life: Life) -> None:
        told, memory = await kayak(life)
        assert await editor(life).forget(life.person, life.bond, memory.id) == memory
        assert await found(life, "the purple kayak called Daisy") == []
        assert await life.store.talk.message(life.bond, told.id) == told

    stage.play(story)


def test_its_turns_and_the_replies_to_them_go_on_wish(stage: Stage) -> None:
    async def story(life: Life) -> None:
        session = await life.session()
        told = await life.say("I own a purple kayak called Daisy.", session)
        echo = await life.say("A purple kayak!", session, role="pet", answers=told.id)
        other = await life.say("It rained.", session)
        shared = await life.say("The kayak is in Priya's garden.", session)
        memory = await life.know("They own a purple kayak, Daisy.", sources=[told, shared])
        await life.know("Priya has a garden.", sources=[shared])
        await editor(life).forget(life.person, life.bond, memory.id, turns=True)
        left = await life.store.talk.messages(life.bond, [told.id, echo.id, other.id, shared.id])
        assert left == [other, shared]

    stage.play(story)


@pytest.mark.parametrize("turns", [False, True])
def test_a_slip_can_be_undone(stage: Stage, turns: bool) -> None:
    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        gone = await editor(life).forget(life.person, life.bond, memory.id, turns=turns)
        await editor(life).restore(life.person, gone)
        await editor(life).restore(life.person, gone)
        assert await life.store.memories.all(life.bond) == [memory]
        assert await found(life, "the purple kayak called Daisy") == [memory.text]

    stage.play(story)


def test_what_is_not_there_is_said_to_be_missing(stage: Stage) -> None:
    async def story(life: Life) -> None:
        nothing = MemoryId("nothing")
        for work in (
            editor(life).pin(life.person, life.bond, nothing, True),
            editor(life).edit(life.person, life.bond, nothing, "text"),
            editor(life).forget(life.person, life.bond, nothing),
        ):
            with pytest.raises(NotFoundError):
                await work

    stage.play(story)


def test_words_that_changed_elsewhere_meanwhile_are_not_overwritten_unseen(stage: Stage) -> None:
    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        edit, seen = editor(life), version(memory)
        phone = await edit.edit(life.person, life.bond, memory.id, "A green kayak.", seen=seen)
        with pytest.raises(ChangedError, match="changed elsewhere"):
            await edit.edit(life.person, life.bond, memory.id, "A red kayak.", seen=seen)
        with pytest.raises(ChangedError, match="changed elsewhere"):
            await edit.forget(life.person, life.bond, memory.id, seen=seen)
        assert await life.store.memories.get(life.bond, memory.id) == phone
        assert await found(life, "red kayak") == ["A green kayak."]
        # Sent again because the answer got lost; then by somebody who has seen it; then by one who doesn't care.
        assert (await edit.edit(life.person, life.bond, memory.id, "A green kayak.", seen=seen)).text == phone.text
        await edit.edit(life.person, life.bond, memory.id, "A red kayak.", seen=version(phone))
        assert (await edit.edit(life.person, life.bond, memory.id, "A blue kayak.")).text == "A blue kayak."

    stage.play(story)


def test_of_two_devices_that_edit_at_the_same_moment_one_is_told(stage: Stage) -> None:
    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        wishes = (
            editor(life).edit(life.person, life.bond, memory.id, text, seen=version(memory))
            for text in ("绿色的皮划艇", "红色的皮划艇")
        )
        done = await asyncio.gather(*wishes, return_exceptions=True)
        [refused] = [one for one in done if isinstance(one, ChangedError)]
        [stored] = [one for one in done if isinstance(one, Memory)]
        assert "刚在别处改过" in str(refused)
        assert await life.store.memories.get(life.bond, memory.id) == stored

    stage.play(story, language="zh")


def test_what_a_night_does_to_a_memory_stands_in_nobodys_way(stage: Stage) -> None:
    """Only its words count: a voice, a pin or a renewal loses nothing of what the person writes."""

    async def story(life: Life) -> None:
        _, memory = await kayak(life)
        await life.store.memories.update(replace(memory, voice="Daisy!", renewed_at=life.clock.now()))
        await editor(life).pin(life.person, life.bond, memory.id, True)
        changed = await editor(life).edit(life.person, life.bond, memory.id, "A red kayak.", seen=version(memory))
        assert (changed.text, changed.pinned) == ("A red kayak.", True)

    stage.play(story)
