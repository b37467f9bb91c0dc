"""A first turn with nobody, in a thread: what a process reads and opens for one would stop everybody else's talk.

It takes more than a second and a hundred megabytes, so it waits until somebody comes who may talk.
"""

import asyncio
import gc
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from fastapi import Request

from pawsona.app.blunder import place
from pawsona.app.home import Home
from pawsona.care.reader import Reader
from pawsona.care.scene import Scene
from pawsona.care.screen import screen_turns
from pawsona.dialogue.speech import checked
from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook, warm
from pawsona.server.access import CompanionDep
from pawsona.skills import IPET, SKILLS, Mind
from pawsona.skills.acts import AFFECT_READ, STRATEGY_CHOOSE, AffectInput, StrategyInput
from pawsona.skills.chat import ChatInput
from pawsona.skills.context import Context
from pawsona.skills.note import NOTE_INTENT, IntentInput

logger = logging.getLogger(__name__)

SAID: Mapping[Language, str] = {
    "en": "I walked home along the river today, and then we had soup. What do you remember about my aunt?",
    "zh": "我今天沿着河走回家，然后我们一起喝了汤。你还记得我姑姑的事吗？",
}
_HELD: set[Language] = set()
"""What was read stays with the process, whichever of its homes it was read for."""


class Rehearsal:
    """One for each home that is served; what goes wrong in it goes wrong in the turn as well, and is told there."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._under_way: dict[Language, asyncio.Task[None]] = {}

    def begin(self, language: Language) -> None:
        """Begin with it, if nobody did; comes back at once."""
        if language not in _HELD and language not in self._under_way:
            self._under_way[language] = asyncio.create_task(self._hold(language))

    async def over(self, language: Language) -> None:
        """Wait until it was held, by whomever it was begun."""
        self.begin(language)
        if language in self._under_way:
            await asyncio.shield(self._under_way[language])

    async def _hold(self, language: Language) -> None:
        home = self._home
        asks = home.pinning is not None and bool(home.pinning.choice.models)
        try:
            mind = Storybook(themes=home.workshop.themes)
            with _nothing_collected():
                await asyncio.to_thread(hold, language, home.clock.now(), home.care.reader, mind, asks)
            _HELD.add(language)
        except Exception as error:  # noqa: BLE001 - a turn that meets the same says it to whom it concerns
            logger.warning("no first turn was rehearsed: %s", place(error))
        finally:
            self._under_way.pop(language)


def rehearsal_of(request: Request) -> Rehearsal:
    """That of the home which is served."""
    found: Rehearsal = request.app.state.rehearsal
    return found


async def rehearsed(request: Request, companion: CompanionDep) -> None:
    """A dependency for whatever takes a turn."""
    await rehearsal_of(request).over(companion.person.language)


def hold(language: Language, now: datetime, reader: Reader, mind: Mind, asks: bool) -> None:
    """All of a turn that stores nothing and asks no server.

    Args:
        language: in which.
        now: the moment.
        reader: what screens.
        mind: what is instant, and answers where no model does.
        asks: whether a model is asked, and so its client needed.
    """
    if asks:
        import openai  # noqa: F401 - more than a second where the disk is slow
    else:
        warm(language)
    said = SAID[language]
    screen_turns([said], said, reader)
    person = Person(id=PersonId("nobody"), name="Lin", language=language, time_zone="UTC", created_at=now)
    pet = Pet(
        id=PetId("none"), person=person.id, name="Mo", species="cat", personality="sunny", seed=7, adopted_at=now
    )  # fmt: skip
    with asyncio.Runner() as runner:
        reply = runner.run(_answered(mind, Context(pet=pet, person=person, now=now), said, asks))
    checked(reply, language, Scene())


async def _answered(mind: Mind, context: Context, said: str, asks: bool) -> str:
    felt = await mind.perform(AFFECT_READ, AffectInput(context=context, message=said), IPET)
    await mind.perform(STRATEGY_CHOOSE, StrategyInput(context=context, message=said, affect=felt), IPET)
    await mind.perform(NOTE_INTENT, IntentInput(context=context, message=said), IPET)
    if asks:
        return said
    given = ChatInput(context=context, message=said, affect=felt)
    return "".join([piece.text async for piece in mind.stream(SKILLS["chat.general"], given, IPET)])


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """All that is read now stays: looking through it for what could go would stop the loop for a third of a second."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
