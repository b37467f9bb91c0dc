"""A home that is opened with a mind of the caller's own, as `benchmarks/scripted_server.py` does."""

import asyncio
from contextlib import aclosing
from pathlib import Path

from scripted_server import SAID, scripted

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.opening import open_home
from pawsona.app.switching import use_storybook
from pawsona.config.settings import load


def test_a_mind_that_is_brought_answers_all_that_a_turn_asks(tmp_path: Path) -> None:
    settings = load(home=tmp_path, language="en", embedder="hashing", mind="storybook")

    async def story() -> None:
        async with aclosing(await open_home(settings)) as home:
            await home.adopt(PetForm(name="Mo"), PersonForm(name="Lin", time_zone="UTC"))
        mind = scripted()
        async with aclosing(await open_home(settings, mind=mind)) as home:
            [(person, pet)] = await home.runner.pets()
            turn = await Companion(home, person, pet).say("I walked home along the river.")
        assert turn.message.mind == "scripted"
        assert turn.reply == SAID.text
        asked = {name for name, _ in mind.asked}  # since the reading of affect, with which it forgets the turn before
        assert asked == {"strategy.choose", "note.intent", "promise.find", "plan.change", "chat.general"}

    asyncio.run(story())


def test_a_mind_that_is_brought_stays_whatever_is_chosen_meanwhile(tmp_path: Path) -> None:
    settings = load(home=tmp_path, language="en", embedder="hashing", mind="storybook")

    async def story() -> None:
        async with aclosing(await open_home(settings, mind=scripted())) as home:
            await use_storybook(home)
            assert home.mind.name == "scripted"

    asyncio.run(story())
