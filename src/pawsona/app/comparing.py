"""Two minds on a pet's own last conversations: is it still the same companion?"""

from collections.abc import Sequence
from typing import Any

from pawsona.app.companion import Companion
from pawsona.app.pinning import Pinning
from pawsona.domain.message import Message, Tier
from pawsona.errors import MindError, NotFoundError
from pawsona.minds.checked import closing
from pawsona.skills import IPET, Mind
from pawsona.skills.chat import CHAT_GENERAL, ChatInput
from pawsona.world.calendar import day_of

_BEFORE = 24
"""Messages of history that an answer is given."""


async def compare(pet: str | None, turns: int) -> list[dict[str, Any]]:
    """The last messages of a person, with the replies of the mind before and the mind now. Only what it cost is kept.

    Raises:
        NotFoundError: the pet has had one mind only, or nothing was said yet.
    """
    async with await Companion.open(pet=pet) as companion:
        pinning = companion.home.pinning
        assert pinning is not None  # only tests that bring a mind have none
        minds = await _two(companion, pinning)
        recent = await companion.home.store.talk.recent(companion.pet.bond, _BEFORE + 2 * turns)
        asked = [n for n, m in enumerate(recent) if m.role == "person" and m.tier == Tier.none][-turns:]
        if not asked:
            raise NotFoundError(f"Nothing has been said to {companion.pet.name} yet, so there is nothing to compare.")
        return [await _row(companion, minds, recent, n) for n in asked]


async def _two(companion: Companion, pinning: Pinning) -> dict[str, Mind]:
    pins = [await pinning.before(companion.pet), (await pinning.history(companion.pet))[-1]]
    workshop = companion.home.workshop
    return {f"{pin.mind} {pin.prompts}".strip(): workshop.mind(pinning.choice_of(pin)) for pin in pins}


async def _row(companion: Companion, minds: dict[str, Mind], recent: Sequence[Message], at: int) -> dict[str, Any]:
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
    reply = "".join(piece.text for piece in pieces)
    return f"(failed; the {stepped_in} says:) {reply}" if stepped_in else reply
