"""A memory that goes takes the pet's words about it along; the rest of the day stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.day import Day, Item
from pawsona.domain.ids import MemoryId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Trace
from pawsona.domain.person import Fact
from pawsona.memory.derived import line, unquoted
from pawsona.memory.edit import Editor
from pawsona.memory.forget import Forgetter
from pawsona.skills.acts import Verdict

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage, Story

ON = date(2026, 4, 12)
PLANTED: dict[Language, str] = {"en": "They love Quillbrambles", "zh": "喜欢琉璃鹦鹉"}
WORDS: dict[Language, tuple[str, ...]] = {"en": ("uillbramble",), "zh": ("琉璃", "鹦鹉")}
LABELS: dict[Language, tuple[str, str]] = {
    "en": ("Tea by the window", "Nap on the sofa"),
    "zh": ("窗边喝茶", "沙发小睡"),
}


def a_day(life: Life, memory: Memory, on: date) -> Day:
    """Its outline and its first item tell the memory, the second doesn't."""
    told, plain = LABELS[life.person.language]
    lines = ("beat.1", line(memory.id))
    items = (
        Item(at=time(9), label=told, kind="tea", detail=f"A. {memory.text}.", short=memory.text, trace=Trace(lines)),
        Item(at=time(13), label=plain, kind="nap", detail="Soft.", short="Soft", trace=Trace(("nap.1",))),
    )
    return Day(
        bond=life.bond, on=on, mode="memory", method="world", outline=f"{plain}. {memory.text}.", items=items,
        season="spring", weather="sun", mind="storybook", made_at=life.clock.now(), trace=Trace(("open.1", *lines)),
    )  # fmt: skip


async def planted(life: Life) -> Memory:
    """A memory with its fact, told yesterday and tomorrow."""
    memory = await life.know(PLANTED[life.person.language], importance=0)
    await life.store.people.set_facts(life.bond, [Fact(memory.id, memory.text)])
    for days in (-1, 1):
        await life.store.days.put(a_day(life, memory, ON + timedelta(days=days)))
    return memory


async def left(stage: Stage, life: Life) -> list[str]:
    """The planted words that still stand in the files."""
    await life.store.compact()
    content = b"".join(path.read_bytes() for path in stage.folder.glob("*.db*"))
    return [word for word in WORDS[life.person.language] if word.encode() in content]


async def forgotten(life: Life, memory: Memory) -> None:
    await Editor(life.store, life.embedder, life.clock).forget(life.person, life.bond, memory.id)


async def edited(life: Life, memory: Memory) -> None:
    await Editor(life.store, life.embedder, life.clock).edit(life.person, life.bond, memory.id, "They like tea.")


async def expired(life: Life, memory: Memory) -> None:
    life.clock.move(days=40)
    await Forgetter(life.store, life.clock).forget(life.person, life.bond)


async def superseded(life: Life, memory: Memory) -> None:
    said = "They don't love them any more." if life.person.language == "en" else "早就不喜欢它了。"
    session = await life.session()
    told = await life.say(said, session)
    mind = life.mind(life.draft(f"{memory.text[:2]} {said}", told))
    mind.rule("memory.reconcile", lambda given: Verdict(kind="replaces", index=0))
    done = await life.collector(mind).collect(life.person, life.pet, session)
    assert done.replaced == (memory.id,)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("way", [forgotten, edited, expired, superseded])
def test_what_days_told_of_a_memory_goes_with_it(stage: Stage, language: Language, way: Story) -> None:
    async def story(life: Life) -> None:
        memory = await planted(life)
        assert await left(stage, life) == list(WORDS[language])
        await way(life, memory)  # type: ignore[call-arg]
        assert await left(stage, life) == []
        assert await life.store.days.telling(life.bond, line(memory.id)) == []
        for days in (-1, 1):
            day = await life.store.days.day(life.bond, ON + timedelta(days=days))
            assert day is not None
            before = a_day(life, memory, day.on)
            assert day.items[1] == before.items[1]
            told = day.items[0]
            assert told.label == told.short == LABELS[language][0] and told.detail and told.label in told.detail
            assert (told.trace.lines, day.trace.lines) == (("beat.1",), ("open.1", "beat.1"))
            assert all(label in day.outline for label in LABELS[language])

    stage.play(story, language=language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_day_that_is_only_begun_is_cleaned_too(stage: Stage, language: Language) -> None:
    async def story(life: Life) -> None:
        memory = await life.know(PLANTED[language])
        day = a_day(life, memory, ON)
        bare = replace(day.items[0], detail=None, short=None)
        await life.store.days.put(replace(day, outline=memory.text, items=()))
        await life.store.days.put(replace(day, on=ON + timedelta(days=1), items=(bare,)))
        await forgotten(life, memory)
        assert await left(stage, life) == []
        later = await life.store.days.day(life.bond, ON + timedelta(days=1))
        assert later is not None and later.items[0].detail is None

    stage.play(story, language=language)


def test_other_memories_and_days_stay_as_they_are(stage: Stage) -> None:
    async def story(life: Life) -> None:
        memory, other = await life.know("They love tea."), await life.know("They love rain.")
        day = a_day(life, other, ON)
        await life.store.days.put(day)
        await forgotten(life, memory)
        assert await life.store.days.day(life.bond, ON) == day
        assert await life.store.days.telling(life.bond, line(MemoryId(other.id[:-1]))) == []

    stage.play(story)


def test_a_day_that_is_stored_late_tells_only_what_is_still_known(stage: Stage) -> None:
    async def story(life: Life) -> None:
        memory, gone = await life.know("They love tea."), await life.know("They love rain.")
        await forgotten(life, gone)
        assert await unquoted(life.store, a_day(life, memory, ON)) == a_day(life, memory, ON)
        late = await unquoted(life.store, a_day(life, gone, ON))
        assert "rain" not in f"{late.outline} {late.items}"

    stage.play(story)
