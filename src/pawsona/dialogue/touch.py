"""A pat on the head: the pet says a few words, and nothing of it is kept."""

from dataclasses import dataclass

from pawsona.care.ready import Care
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.speech import checked
from pawsona.domain.day import Day
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.skills import IPET, Mind
from pawsona.skills.routine import ROUTINE_FEEDBACK, FeedbackInput


@dataclass
class Touch:
    """Lets a pet answer to being touched."""

    mind: Mind
    contexts: Contexts
    care: Care

    async def pat(self, person: Person, pet: Pet, today: Day) -> str:
        """Its words; none while it sleeps, and it sleeps on.

        A pat is meant for the pet and not for what it does: tastes stay as they are, unlike with feedback.
        """
        context = await self.contexts.of(person, pet)
        item = today.now(context.now.time())
        if item is None or item.kind == "sleep":
            return ""
        given = FeedbackInput(context=context, item=item, reaction="pat")
        said = (await self.mind.perform(ROUTINE_FEEDBACK, given, IPET)).text
        return checked(said, person.language, self.care.scene(person))
