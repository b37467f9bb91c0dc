"""A model's second look may only raise a tier, and nobody waits for a model that doesn't answer."""

import asyncio
from typing import Any

import pytest
from tests.dialogue.conftest import Play, Scene

from pawsona.app.companion import Companion
from pawsona.config.settings import load
from pawsona.dialogue import second
from pawsona.dialogue.second import SecondLook
from pawsona.domain.message import Tier
from pawsona.errors import MindError
from pawsona.skills.acts import CareReading

LIGHT = "The tide was very low and I walked far out."


def looked_at_twice(s: Scene, answer: Any) -> None:
    s.home.dialogue.second = SecondLook(s.store, s.mind, s.home.dialogue.understanding.contexts, s.home.care)
    s.mind.always("care.classify", answer)


@pytest.mark.parametrize("tier", [Tier.high, Tier.imminent])
def test_what_it_raises_steps_aside_and_is_stored_so(play: Play, tier: Tier) -> None:
    async def act(s: Scene) -> None:
        looked_at_twice(s, lambda given: CareReading(tier=tier))
        crisis = await s.cry(LIGHT)
        assert crisis.tier == tier
        stored = await s.store.talk.message(s.bond, s.heard.id)
        assert stored is not None and stored.tier == tier
        await s.sleep()
        assert not await s.store.memories.all(s.bond)

    play(act)


def test_it_lowers_nothing_and_is_not_asked_where_the_persona_steps_aside(play: Play) -> None:
    async def act(s: Scene) -> None:
        looked_at_twice(s, lambda given: CareReading(tier=Tier.none))
        assert (await s.cry("I'm going to kill myself tonight")).tier == Tier.imminent
        assert "care.classify" not in [name for name, _ in s.mind.asked]

    play(act)


def test_what_it_lets_pass_is_answered_as_ever(play: Play) -> None:
    async def act(s: Scene) -> None:
        looked_at_twice(s, lambda given: CareReading(tier=given.tier))
        assert (await s.say(LIGHT)).message.tier == Tier.none
        assert [given.message for name, given in s.mind.asked if name == "care.classify"] == [LIGHT]

    play(act)


def test_a_model_that_fails_or_hangs_holds_nobody(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "PATIENCE", 0.05)

    class Hangs:
        async def perform(self, *_: Any, **__: Any) -> Any:
            await asyncio.sleep(60)

    class Fails:
        async def perform(self, *_: Any, **__: Any) -> Any:
            raise MindError("the model is away")

    async def act(s: Scene) -> None:
        for mind in (Hangs(), Fails()):
            looked_at_twice(s, None)
            assert s.home.dialogue.second is not None
            s.home.dialogue.second.mind = mind  # type: ignore[assignment]
            assert (await s.say(LIGHT)).message.text

    play(act)


def test_it_is_off_unless_it_is_asked_for(tmp_path: Any) -> None:
    (tmp_path / "pawsona.toml").write_text('[care]\nclassify = "model"\n')

    async def second_of(home: Any) -> SecondLook | None:
        companion = await Companion.open(home=home)
        try:
            return companion.home.dialogue.second
        finally:
            await companion.close()

    assert load(home=tmp_path).care.classify == "model"
    assert asyncio.run(second_of(tmp_path)) is not None
    assert asyncio.run(second_of(tmp_path / "plain")) is None
