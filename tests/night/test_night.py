"""One pet's night: its stages, that it can be run again and killed anywhere, and what it forgets for good."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.dialogue.conftest import Scene, scene

from pawsona.domain.ports import Entry
from pawsona.domain.sheet import ONE_BY_ONE
from pawsona.night.stages import MAKING, STAGES

Play = Callable[..., None]
SAID = {
    "en": ("I love persimmons", "My name is Linda", "I'm allergic to peanuts", "Let's go to the sea tomorrow"),
    "zh": ("我喜欢吃柿子", "我叫小林", "我对花生过敏", "明天去海边吧"),
}


class Killed(Exception):
    """The process ends here."""


async def kept(it: Scene) -> dict[str, Any]:
    """What a night leaves behind, without the ids that chance gave."""
    on = it.companion.present + timedelta(days=1)
    memories = await it.store.memories.all(it.bond)
    ledger = await it.store.days.ledger(it.bond)
    words = {m.text: len(await it.store.index.match(it.bond, m.text, ("memory", "turn"), 20)) for m in memories}
    return {
        "memories": sorted((m.text, m.voice or "", m.retention, m.sources, str(m.expires_on)) for m in memories),
        "facts": sorted(fact.text for fact in await it.store.people.facts(it.bond)),
        "open": await it.store.talk.open_sessions(it.bond),
        "done": await it.store.nights.done(it.bond, on),
        "index": words,
        "day": shown(await it.store.days.day(it.bond, on)),
        "ledger": {line: on for line, on in ledger.items() if not line.startswith("mem=")},
    }


def shown(day: Any) -> Any:
    return day and (day.outline, day.stopgap, day.mind, [(i.at, i.kind, i.label, i.detail, i.short) for i in day.items])


def test_what_recall_reads_is_laid_by(play: Play) -> None:
    async def story(it: Any) -> None:
        embedder = it.home.embedder.name
        [vector] = await it.home.embedder.embed(["acorn"])
        said = [Entry("context", f"c{n}", f"acorn {n}", vector) for n in range(ONE_BY_ONE + 1)]
        await it.store.index.put(it.bond, said, embedder)
        assert await it.store.index.scattered(it.bond, embedder)
        await it.home.night.live(it.companion.person, it.companion.pet, it.companion.present + timedelta(days=1))
        assert not await it.store.index.scattered(it.bond, embedder)

    play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_stages_come_in_order_and_a_second_run_changes_nothing(play: Play, language: str) -> None:
    async def story(it: Any) -> None:
        await it.say(*SAID[language])
        stages: list[str] = []
        on = it.companion.present + timedelta(days=1)
        await it.home.night.live(it.companion.person, it.companion.pet, on, stages.append)
        assert tuple(stages) == STAGES
        first = await it.store.export(it.companion.person.id)
        after = await kept(it)
        assert after["done"] == set(MAKING) and after["open"] == []
        assert len(after["memories"]) >= 2 and all(voice for _, voice, *_ in after["memories"])
        assert after["facts"] and "sea" in str(after["day"])
        it.mind.asked.clear()
        it.clock.move(minutes=5)
        await it.home.night.live(it.companion.person, it.companion.pet, on)
        assert it.mind.asked == []
        assert await it.store.export(it.companion.person.id) == first

    play(story, language=language)


def lived(folder: Path, language: Any, *, killed_at: int | None, by: str) -> tuple[dict[str, Any], int]:
    """A night that is killed at the nth write or the nth question to the mind, and run again; and how many there are."""
    count = 0
    armed = False

    def strike(*_: object) -> None:
        nonlocal count, armed
        if armed:
            count += 1
            if count == killed_at:
                armed = False
                raise Killed

    async def whole() -> dict[str, Any]:
        nonlocal armed
        async with scene(folder, language, fault=strike if by == "write" else lambda point: None) as it:
            await it.say(*SAID[language])
            ask = it.mind.perform

            async def perform(*given: Any, **more: Any) -> Any:
                strike()
                return await ask(*given, **more)

            if by == "question":
                it.mind.perform = perform  # type: ignore[method-assign]
            on = it.companion.present + timedelta(days=1)
            armed = True
            try:
                await it.home.night.live(it.companion.person, it.companion.pet, on)
            except Killed:
                await it.home.night.live(it.companion.person, it.companion.pet, on)
            armed = False
            return await kept(it)

    return asyncio.run(whole()), count


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "by", "step"), [("en", "question", 2), ("zh", "question", 3), ("en", "write", 31)]
)
def test_a_night_that_was_killed_ends_like_one_that_was_not(tmp_path: Path, language: str, by: str, step: int) -> None:
    undisturbed, points = lived(tmp_path / "whole", language, killed_at=None, by=by)
    assert points >= 5
    for point in range(1, points + 1, step):
        again, _ = lived(tmp_path / f"killed{point}", language, killed_at=point, by=by)
        assert again == undisturbed, f"killed at {by} {point} of {points}"


def test_what_has_run_out_is_really_deleted(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("I have a headache from persimmons today")
        await it.sleep()
        [memory] = await it.store.memories.all(it.bond)
        assert memory.expires_on is not None
        await it.store.memories.update(replace(memory, text="Linda loves zabaglione"))
        while it.clock.now().date() < memory.expires_on:
            it.clock.move(days=10)
        assert await it.companion.memories() == []
        it.clock.move(days=10)
        await it.companion.night()
        assert await it.store.memories.all(it.bond) == []
        assert await it.store.index.match(it.bond, "persimmons", ("memory", "turn"), 9) == []
        export = await it.store.export(it.companion.person.id)
        assert not any("zabaglione" in str(export[table]) for table in export if table != "days")

    play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_lasts_becomes_a_fact_and_goes_with_its_memory(play: Play, language: str) -> None:
    async def story(it: Any) -> None:
        await it.say(SAID[language][2])
        await it.sleep()
        [fact] = await it.store.people.facts(it.bond)
        memory = next(m for m in await it.companion.memories() if m.id == fact.memory)
        assert memory.retention == "permanent" and fact.text == memory.text
        it.clock.move(days=200)
        await it.companion.night()
        assert await it.store.people.facts(it.bond) == [fact]
        await it.companion.forget(memory.id)
        assert await it.store.people.facts(it.bond) == []
        await it.companion.night()
        assert await it.store.people.facts(it.bond) == []
        assert (await it.home.contexts.of(it.companion.person, it.companion.pet)).facts == ()

    play(story, language=language)


class Meanwhile:
    """A mind during whose work at one skill something else happens."""

    name = "storybook"

    def __init__(self, mind: Any, skill: str, happens: Callable[[], Any]) -> None:
        self._mind, self._skill, self._happens = mind, skill, happens
        self.stream = mind.stream

    async def perform(self, skill: Any, given: Any, profile: Any, *, broken: Any = None) -> Any:
        answer = await self._mind.perform(skill, given, profile, broken=broken)
        if skill.name == self._skill:
            await self._happens()
        return answer


def test_what_is_forgotten_while_the_night_writes_stays_forgotten(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("I'm allergic to peanuts")
        await it.say("My sister is called Mei")
        night = it.home.night

        async def forget_one() -> None:
            peanuts = next(m for m in await it.companion.memories() if "peanuts" in m.text)
            await it.companion.forget(peanuts.id)

        night.mind = Meanwhile(night.mind, "memory.rewrite", forget_one)
        await it.companion.night()
        [left] = await it.companion.memories()
        assert "Mei" in left.text and left.voice
        assert [fact.memory for fact in await it.store.people.facts(it.bond)] == [left.id]

    play(story)
