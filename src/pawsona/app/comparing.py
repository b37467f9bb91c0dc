"""Two minds on a pet's own last conversations: is it still the same companion?"""

from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from pawsona.app.companion import Companion
from pawsona.app.household import resident
from pawsona.app.opening import open_home
from pawsona.app.pinning import Pinning
from pawsona.config.settings import load
from pawsona.domain.message import Message, Tier
from pawsona.domain.pin import Pin
from pawsona.errors import MindError, NotFoundError
from pawsona.minds.checked import closing
from pawsona.skills import IPET, Mind
from pawsona.skills.chat import CHAT_GENERAL, ChatInput
from pawsona.skills.memory import MEMORY_SUMMARISE, SummariseInput
from pawsona.world.calendar import day_of

_BEFORE = 24
"""Messages of history that an answer is given."""
_TALK = 60
"""Messages of the last talk, at most, that a night is compared by."""
Row = dict[str, Any]
Side = tuple[tuple[str, str], Pin]
"""A mind's name and address, and the pin that it was taken from."""


async def compare(pet: str | None, turns: int) -> list[Row]:
    """What the minds before and now make of a person's last messages. Only what it cost is kept.

    Rows `said` have the replies to a message, where the talking mind or the prompts changed; a row `talk` has what the
    night would remember of the last talk, where the night's mind or the prompts did.

    Raises:
        NotFoundError: the pet has had one mind only, or nothing was said yet.
    """
    async with aclosing(await open_home(load())) as home:
        companion = Companion(home, *await resident(home, pet))
        pinning = companion.home.pinning
        assert pinning is not None  # only tests that bring a mind have none
        before, now = await pinning.before(companion.pet), (await pinning.history(companion.pet))[-1]
        recent = await companion.home.store.talk.recent(companion.pet.bond, _BEFORE + max(2 * turns, _TALK))
        asked = [n for n, m in enumerate(recent) if m.role == "person" and m.tier == Tier.none][-turns:]
        if not asked:
            raise NotFoundError(f"Nothing has been said to {companion.pet.name} yet, so there is nothing to compare.")
        other_prompts, rows = before.prompts != now.prompts, list[Row]()
        by_day = [(pin.talks, pin) for pin in (before, now)]
        by_night = [(pin.nights or pin.talks, pin) for pin in (before, now)]
        if other_prompts or by_day[0][0] != by_day[1][0]:
            minds = _minds(companion, pinning, by_day)
            rows += [await _row(companion, minds, recent, n) for n in asked]
        if other_prompts or by_night[0][0] != by_night[1][0]:
            rows.append(await _night(companion, _minds(companion, pinning, by_night), recent, asked[-1]))
        return rows


def _named(sides: Sequence[Side]) -> dict[str, Pin]:
    """Each by its mind and prompts; where these are the same, by its address too."""
    names = {f"{mind} {pin.prompts}".strip(): pin for (mind, _), pin in sides}
    if len(names) == len(sides):
        return names
    return {f"{mind} {pin.prompts}".strip() + f" at {address}": pin for (mind, address), pin in sides}


def _minds(companion: Companion, pinning: Pinning, sides: Sequence[Side]) -> dict[str, Mind]:
    return {name: companion.home.workshop.mind(pinning.choice_of(pin)) for name, pin in _named(sides).items()}


async def _row(companion: Companion, minds: dict[str, Mind], recent: Sequence[Message], at: int) -> Row:
    message = recent[at]
    context = await companion.home.contexts.of(companion.person, companion.pet)
    given = ChatInput(
        context=context,
        message=message.text,
        history=tuple(recent[max(0, at - _BEFORE) : at]),
        today=await companion.home.store.days.day(companion.pet.bond, day_of(companion.person, message.at)),
    )
    return {"said": message.text, "replies": {name: await _reply(mind, given) for name, mind in minds.items()}}


async def _reply(mind: Mind, given: ChatInput) -> str:
    try:
        async with closing(mind.stream(CHAT_GENERAL, given, IPET)) as parts:
            pieces = [piece async for piece in parts]
    except MindError as error:
        return f"({error})"
    stepped_in = next((piece.trace.fallback for piece in pieces if piece.trace and piece.trace.fallback), None)
    return _marked("".join(piece.text for piece in pieces), stepped_in)


async def _night(companion: Companion, minds: dict[str, Mind], recent: Sequence[Message], at: int) -> Row:
    session = recent[at].session
    talk = tuple(m for m in recent if m.session == session and m.tier == Tier.none)[-_TALK:]
    context = await companion.home.contexts.of(companion.person, companion.pet)
    given = SummariseInput(context=context, dialogue=talk)
    on = day_of(companion.person, talk[-1].at)
    return {"talk": on.isoformat(), "replies": {name: await _memories(mind, given) for name, mind in minds.items()}}


async def _memories(mind: Mind, given: SummariseInput) -> str:
    try:
        summary = await mind.perform(MEMORY_SUMMARISE, given, IPET)
    except MindError as error:
        return f"({error})"
    texts = "\n    ".join(f"{draft.text} ({draft.topic})" for draft in summary.drafts)
    return _marked(texts or "(nothing)", summary.trace.fallback)


def _marked(text: str, stepped_in: str | None) -> str:
    return f"(failed; the {stepped_in} says:) {text}" if stepped_in else text
