"""The greeting on return: by the hour, by how long the person was away, by what is worth bringing up."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pawsona.care.crisis import follow_up
from pawsona.care.ready import Care
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.followup import FollowUp
from pawsona.dialogue.hearing import read
from pawsona.dialogue.promises import PromiseLedger
from pawsona.dialogue.sessions import SILENCE
from pawsona.dialogue.speech import checked
from pawsona.domain.day import Day
from pawsona.domain.ids import Bond, MessageId, new_id
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session, Tier
from pawsona.domain.note import Note, Passage
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.errors import InvalidOutputError
from pawsona.lab.varied import Lab, NoLab
from pawsona.skills import IPET, Mind
from pawsona.skills.context import Context
from pawsona.skills.memory import MEMORY_GREET, MemoryGreetInput
from pawsona.skills.note import NOTE_GREET, NoteGreetInput
from pawsona.skills.routine import ROUTINE_GREET, RoutineGreetInput

HELLO: dict[Language, dict[str, str]] = {
    "en": {
        "night": "It is late, {name}.",
        "morning": "Good morning, {name}.",
        "afternoon": "Good afternoon, {name}.",
        "evening": "Good evening, {name}.",
        "long": "Good to see you, {name}.",
    },
    "zh": {
        "night": "夜深了，{name}。",
        "morning": "早上好，{name}。",
        "afternoon": "下午好，{name}。",
        "evening": "晚上好，{name}。",
        "long": "见到你真好，{name}。",
    },
}
LONG_AWAY = timedelta(days=3)
MEMORY_AFTER = timedelta(hours=4)
"""Sooner than this, what was said is still in the air: the greeting then speaks of the pet's day."""
OFFERED = 4
"""Memories a greeting may choose from."""
NOTE_FRESH = timedelta(days=14)
"""How long a note is worth a greeting."""


@dataclass(frozen=True)
class Greeting:
    """`hello` is the app's line, `say` is the pet's."""

    hello: str
    say: str


@dataclass
class Greetings:
    """Makes the greeting for one moment."""

    store: Store
    mind: Mind
    contexts: Contexts
    promises: PromiseLedger
    follow_up: FollowUp
    clock: Clock
    care: Care
    lab: Lab = field(default_factory=NoLab)
    _asked: dict[Bond, tuple[datetime, str]] = field(default_factory=dict)
    """What was asked in greeting, and when: as long as nobody answers, it was only shown."""

    async def make(self, person: Person, pet: Pet, today: Day | None) -> Greeting:
        now = self.clock.now()
        context = await self.contexts.of(person, pet)
        last = await self.store.talk.last_of_person(pet.bond)
        # A clock that jumped back must not make a negative absence.
        away = max(timedelta(), now - last) if last else timedelta()
        hello = HELLO[person.language]["long" if away >= LONG_AWAY else _part(context.now)].format(name=person.name)
        hard = (last is None or away >= SILENCE) and await self.follow_up.put(person, pet.bond)
        if hard:
            return Greeting(hello, follow_up(person.language))
        plain = await self.lab.value(person, "greeting") == "plain"
        today = await self.lab.shown(person, today)
        try:
            said = await self._owed(context, away) or (
                await self._plain(context, away) if plain else await self._say(context, today, away, last is not None)
            )
        except InvalidOutputError:  # its day, or what it remembers, is told in a language that they speak no longer
            said = await self._plain(context, away)
        greeting = Greeting(hello, checked(said, person.language, self.care.scene(person)))
        if greeting.say.rstrip().endswith(("?", "？")):
            self._asked[pet.bond] = (now, greeting.say)
        return greeting

    async def answered(self, session: Session, rng: Rng) -> Message | None:
        """The question that a session begins with an answer to, stored as the pet's; inside a transaction."""
        at, question = self._asked.pop(session.bond, (session.started_at, ""))
        if not question or abs(session.started_at - at) >= SILENCE:
            return None
        message = Message(
            id=MessageId(new_id(at, rng.token())), bond=session.bond, session=session.id, role="pet", text=question,
            at=min(at, session.started_at),
        )  # fmt: skip
        await self.store.talk.add(message)
        return message

    def forget(self) -> None:
        """Keep no question in memory: it may quote what is gone."""
        self._asked.clear()

    async def _owed(self, context: Context, away: timedelta) -> str:
        """What is due is asked for as the person comes in; nothing while a talk goes on, or one was hard."""
        bond = context.pet.bond
        if away < SILENCE or await self.follow_up.waits(bond):
            return ""
        due = await self.promises.take(context)
        if due is None:
            return ""
        given = MemoryGreetInput(context=context, memories=(), away_hours=away.total_seconds() / 3600, due=due)
        try:
            said = (await self.mind.perform(MEMORY_GREET, given, IPET)).text
        except BaseException:
            self.promises.release(due)
            raise
        await self.promises.asked(due)
        return said

    async def _plain(self, context: Context, away: timedelta) -> str:
        """A greeting about nothing."""
        given = MemoryGreetInput(context=context, memories=(), away_hours=away.total_seconds() / 3600)
        return (await self.mind.perform(MEMORY_GREET, given, IPET)).text

    async def _say(self, context: Context, today: Day | None, away: timedelta, met: bool) -> str:
        bond, now = context.pet.bond, self.clock.now()
        if not met and (said := await self.store.cards.greeting(bond)):
            return said
        hours = away.total_seconds() / 3600
        if met and away >= MEMORY_AFTER:
            memories = await self._worth(bond, context.now)
            note = await self._note(bond, now)
            if note is not None and (not memories or note.at >= memories[0].renewed_at):
                said = await self._of_note(context, note)
                if said:
                    return said
            if memories:
                given = MemoryGreetInput(context=context, memories=tuple(memories), away_hours=hours)
                return (await self.mind.perform(MEMORY_GREET, given, IPET)).text
        item = today.now(context.now.time()) if today else None
        if item is None and today is not None:
            item = today.items[-1]  # before breakfast it still sleeps
        if item is None:
            given = MemoryGreetInput(context=context, memories=(), away_hours=hours)
            return (await self.mind.perform(MEMORY_GREET, given, IPET)).text
        routine = RoutineGreetInput(context=context, item=item, away_hours=hours)
        return (await self.mind.perform(ROUTINE_GREET, routine, IPET)).text

    async def _note(self, bond: Bond, now: datetime) -> Note | None:
        """The newest note, unless it is old or speaks of a risk."""
        newest = max(await self.store.notes.notes(bond), key=lambda note: note.at, default=None)
        if newest is None or now - newest.at > NOTE_FRESH:
            return None
        reading = await read((), newest.text, self.care.reader)
        return None if reading.tier > Tier.none or reading.careful else newest

    async def _of_note(self, context: Context, note: Note) -> str:
        """The note's greeting; none where the note speaks another language than the person, so that it is refused."""
        given = NoteGreetInput(context=context, passages=(Passage(note.source, note.text, 1.0),))
        try:
            return (await self.mind.perform(NOTE_GREET, given, IPET)).text
        except InvalidOutputError:
            return ""

    async def _worth(self, bond: Bond, local: datetime) -> list[Memory]:
        """Said things, the ones talked about last first; what is uncertain is not brought up unasked."""
        latest = await self.store.memories.latest(bond, local.date(), 4 * OFFERED)
        return [m for m in latest if m.origin == "said" and m.slots.get("you")][:OFFERED]


def _part(local: datetime) -> str:
    if 5 <= local.hour < 12:
        return "morning"
    if 12 <= local.hour < 17:
        return "afternoon"
    return "evening" if 17 <= local.hour < 23 else "night"
