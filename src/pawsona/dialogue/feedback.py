"""What the person thinks of the pet's day: stored, answered, and - through tastes - remembered by the world."""

from dataclasses import dataclass
from datetime import date

from pawsona.care.ready import Care
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.hearing import heard, read
from pawsona.dialogue.speech import checked
from pawsona.domain.day import REACTIONS, Feedback, Reaction
from pawsona.domain.ids import Bond, FeedbackId, new_id
from pawsona.domain.message import Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.errors import InputError, NotFoundError
from pawsona.skills import IPET, Mind
from pawsona.skills.routine import ROUTINE_FEEDBACK, FeedbackInput


@dataclass
class FeedbackDesk:
    """Takes feedback and takes it back."""

    store: Store
    mind: Mind
    contexts: Contexts
    clock: Clock
    rng: Rng
    care: Care

    async def give(
        self, person: Person, pet: Pet, on: date, index: int, reaction: Reaction | None, text: str = ""
    ) -> Feedback:
        """Store a reaction, free text or both, with the pet's answer.

        Raises:
            NotFoundError: no such day or item.
            InputError: neither a known reaction nor any text; or text that belongs into talk, where help is.
        """
        day = await self.store.days.day(pet.bond, on)
        if day is None or not 0 <= index < len(day.items):
            raise NotFoundError(f"there is no item {index} on {on}")
        if reaction is not None and reaction not in REACTIONS:
            raise InputError(f"{reaction!r} is no reaction; use one of {', '.join(REACTIONS)}")
        clean = heard(text, person.language) if text.strip() or reaction is None else ""
        if (await read((), clean, self.care.reader)).tier > Tier.none:
            raise InputError(_ELSEWHERE[person.language])
        item = day.items[index]
        context = await self.contexts.of(person, pet)
        given = FeedbackInput(context=context, item=item, reaction=reaction, text=clean)
        said = (await self.mind.perform(ROUTINE_FEEDBACK, given, IPET)).text
        reply = checked(said, person.language, self.care.scene(person))
        feedback = Feedback(
            id=FeedbackId(new_id(self.clock.now(), self.rng.token())),
            bond=pet.bond,
            on=on,
            item=index,
            kind=item.kind,
            reaction=reaction,
            text=clean,
            reply=reply,
            at=self.clock.now(),
        )
        await self.store.days.add_feedback(feedback)
        return feedback

    async def take_back(self, bond: Bond, feedback: FeedbackId) -> None:
        """Undo one reaction; tastes are summed anew without it.

        Raises:
            NotFoundError: it isn't there (any more).
        """
        if not await self.store.days.delete_feedback(bond, feedback):
            raise NotFoundError(f"there is no feedback {feedback!r}")


_ELSEWHERE = {
    "en": "That sounds like more than a word about its day. Please say it in Talk, or open Care: help is there.",
    "zh": "这听起来不只是对它这一天的感想。请到“聊天”里说，或者打开“关怀”：那里有帮助。",
}
