"""Over months and sessions: what is said again is renewed, what is no longer so is replaced, with the storybook."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from pawsona.domain.person import UNNAMED
from pawsona.memory.recall import Recall
from pawsona.minds.checked import Checked
from pawsona.minds.storybook.mind import Storybook

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage

BOTH = pytest.mark.parametrize("language", ["en", "zh"])


async def live(life: Life, *lines: str, days: int = 3) -> list[str]:
    """One session of the person's lines, collected an hour later; what is known then, and days that pass."""
    session = await life.session()
    for line in lines:
        await life.say(line, session)
    life.clock.move(hours=1)
    await life.collector(Checked(Storybook())).collect(life.person, life.pet, session)
    life.clock.move(days=days)
    return [memory.text for memory in await life.store.memories.all(life.bond)]


@BOTH
def test_a_move_replaces_the_old_home_in_any_words_that_the_known_has(stage: Stage, language: Any) -> None:
    known, said, gone = {
        "en": ("The person lives in Leeds.", "so we moved to York last weekend, finally", "Leeds"),
        "zh": ("这个人住在成都。", "我上周搬到重庆了 终于", "成都"),
    }[language]

    async def story(life: Life) -> None:
        await life.know(known, importance=2)
        (only,) = await live(life, said)
        assert gone not in only
        found = await Recall(life.store, life.embedder).find(life.bond, life.person, known, life.clock.now())
        assert all(gone not in one.text for one in found)

    stage.play(story, language=language)


@BOTH
def test_told_three_times_over_months_it_is_one_memory_and_the_last_time_counts(stage: Stage, language: Any) -> None:
    said = {
        "en": ("I'm allergic to peanuts", "you know i'm allergic to peanuts right", "still allergic to peanuts lol"),
        "zh": ("我对花生过敏", "我对花生过敏你知道的", "我还是对花生过敏"),
    }[language]

    async def story(life: Life) -> None:
        for line in said:
            known = await live(life, line, days=40)
        assert len(known) == 1
        [memory] = await life.store.memories.all(life.bond)
        assert len(memory.sources) == 3
        assert (life.clock.now() - memory.renewed_at).days == 40

    stage.play(story, language=language)


@BOTH
def test_a_life_that_changes_twice_ends_with_one_job_and_keeps_the_rest(stage: Stage, language: Any) -> None:
    first, second, third, sister = {
        "en": ("I work as a nurse", "I quit. I work as a baker now", "ok new job again: I work as a gardener", "Nora"),
        "zh": ("我是护士", "我辞职了 我现在是面包师", "又换工作了 我现在是导游", "小诺"),
    }[language]
    family = {"en": "My sister's name is Nora", "zh": "我妹妹叫小诺"}[language]

    async def story(life: Life) -> None:
        await live(life, first, family)
        await live(life, second)
        known = await live(life, third)
        jobs = [m for m in await life.store.memories.all(life.bond) if m.topic == "occupation"]
        assert len(jobs) == 1
        assert jobs[0].text in known
        assert any(sister in text for text in known)

    stage.play(story, language=language)


@BOTH
def test_what_merely_sounds_alike_replaces_nothing(stage: Stage, language: Any) -> None:
    known, said = {
        "en": ("The person's sister lives in Leeds.", "I live in York, by the river"),
        "zh": ("这个人的姐姐住在成都。", "我住在重庆，靠江边"),
    }[language]

    async def story(life: Life) -> None:
        old = await life.know(known, importance=2)
        await live(life, said)
        assert await life.store.memories.get(life.bond, old.id) == old

    stage.play(story, language=language)


@BOTH
def test_a_move_replaces_the_home_that_was_told_before_the_name_and_nothing_else(stage: Stage, language: Any) -> None:
    first, hello, second, gone = {
        "en": (["My name is Robin", "I live in Lyon"], "Hello, friend! Called it.", "I moved to Marseille", "Lyon"),
        "zh": (["我叫小林", "我住在成都"], "朋友你好！叫我好等。", "我搬到重庆了", "成都"),
    }[language]

    async def story(life: Life) -> None:
        life.person = replace(life.person, name=UNNAMED[life.person.language])
        before = await live(life, *first)
        assert any(gone in text for text in before)
        life.person = replace(life.person, name={"en": "Robin", "zh": "小林"}[language])
        session = await life.session()
        await life.say(hello, session, role="pet")
        await life.say(second, session)
        life.clock.move(hours=1)
        await life.collector(Checked(Storybook())).collect(life.person, life.pet, session)
        after = [memory.text for memory in await life.store.memories.all(life.bond)]
        assert {text for text in before if gone not in text} < set(after)
        assert not any(gone in text for text in after)

    stage.play(story, language=language)


@BOTH
def test_a_whole_telling_is_not_replaced_by_another(stage: Stage, language: Any) -> None:
    lines = {
        "en": (
            "I popped a finger pulley at the wall, left ring finger, felt it go like a guitar string",
            "I'm back on the wall now, not climbing hard any more, easy routes with my friend",
        ),
        "zh": ("我还在古城学了半天扎染，染了一块蓝布，准备当餐桌布", "我现在不去古城了，改成报了个陶艺课，周末去学"),
    }[language]

    async def story(life: Life) -> None:
        [first] = await live(life, lines[0])
        assert first in await live(life, lines[1])

    stage.play(story, language=language)
