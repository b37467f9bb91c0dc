"""What the app heeds in talk besides its words: how long it goes on, what it says of age, whether others are in it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pawsona.care import isolation, limits
from pawsona.care.age import AgeReading, read_age
from pawsona.care.audit import Audit
from pawsona.care.crisis import help_for
from pawsona.care.minors import Learned, is_minor, learn
from pawsona.care.ready import Care
from pawsona.care.screen import Reading
from pawsona.care.usage import Use, UseTime
from pawsona.care.wording import say
from pawsona.dialogue.events import Notice
from pawsona.domain.carelog import Event
from pawsona.domain.ids import Bond
from pawsona.domain.message import Message, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.domain.usage import UseDay
from pawsona.lab.varied import Lab, NoLab

ASKED = "age.asked"
POINTED = "care.people"
HELPED = "care.helped"
AGAIN = timedelta(hours=3)
"""How long help that was named beside a talk is not named again."""
HINTED = "age.hint."
KINDS = ("parents", "school")
HINT_COUNTS = timedelta(days=30)
"""How long a hint at somebody's age is kept; two that lie further apart say nothing together."""


@dataclass(frozen=True)
class Heeded:
    """What one message showed."""

    person: Person
    """As they are known now."""
    use: Use
    learned: Learned


@dataclass
class Wellbeing:
    """Keeps moments and minutes, never words."""

    store: Store
    care: Care
    audit: Audit
    clock: Clock
    lab: Lab = field(default_factory=NoLab)

    async def heed(self, person: Person, message: Message) -> Heeded:
        """Take in a message of the person; call it inside the transaction that stores it."""
        person = await self.store.people.person(person.id) or person
        use = await UseTime(self.store, self.clock).said(person)
        learned = await self._learn(person, message.bond, read_age(message.text))
        if learned.person != person:
            await self.store.people.update_person(learned.person)
            await self._note_mode(person, learned.person, message.bond)
        return Heeded(learned.person, use, learned)

    async def notices(self, pet: Pet, message: Message, reading: Reading, heeded: Heeded) -> list[Notice]:
        """What the app says of it. Nobody is told to stop, or asked their age, while something heavy is said."""
        person, language = heeded.person, heeded.person.language
        found = []
        if reading.tier == Tier.none:
            if heeded.learned.says is not None:
                found.append(Notice(say(f"age.{heeded.learned.says}", language), "age"))
            safeguards, local = await self.store.people.safeguards(person.id), person.local(message.at)
            found += [Notice(words, kind) for kind, words in limits.due(heeded.use, safeguards, local, language)]
        elif await self._may_help(pet.bond):
            found.append(Notice(self._help(person, reading), "help"))
        if (sign := await self._sign(pet.bond, message, reading, heeded)) is not None:
            found.append(Notice(say(f"people.{sign}", language, pet=pet.name), "people"))
        return found

    async def given(self, notice: Notice, bond: Bond, heeded: Heeded) -> None:
        """It is out."""
        async with self.store.transaction():
            if notice.kind == "people":
                await self.store.talk.set_mark(bond, POINTED, self.clock.now())
                await self.lab.count(heeded.person, ("dependence", None))
            if notice.kind == "help":
                await self.store.talk.set_mark(bond, HELPED, self.clock.now())
            if notice.kind == "age":
                asks = heeded.learned.says == "question"
                await self.store.talk.set_mark(bond, ASKED, self.clock.now() if asks else None)
            if notice.kind in {"limit", "break"}:
                event: Event = "limit" if notice.kind == "limit" else "break"
                await self.audit.note(heeded.person, bond, event, detail="own")
            if notice.kind == "break":
                await self.lab.count(heeded.person, ("break", 1.0))

    async def _may_help(self, bond: Bond) -> bool:
        """Not at every turn of a talk: it is on top of the page then."""
        last = await self.store.talk.mark(bond, HELPED)
        return last is None or abs(self.clock.now() - last) > AGAIN

    def _help(self, person: Person, reading: Reading) -> str:
        """Where help is, in one line, beside the pet's own words."""
        today = person.local(self.clock.now()).date()
        lines = help_for(reading, person.region, today, self.care.resources)
        said = (" " if person.language == "en" else "").join(line.how[person.language] for line in lines)
        return say("help.near", person.language, lines=said)

    async def _note_mode(self, before: Person, after: Person, bond: Bond) -> None:
        if is_minor(before) != is_minor(after):
            await self.audit.note(after, bond, "minors_on" if is_minor(after) else "minors_off", detail="talk")

    async def _learn(self, person: Person, bond: Bond, reading: AgeReading) -> Learned:
        if reading == AgeReading():
            return Learned(person)
        now, known = self.clock.now(), set(reading.hints)
        for kind in KINDS:
            if kind in reading.hints:
                await self.store.talk.set_mark(bond, HINTED + kind, now)
            elif (last := await self.store.talk.last_mark(person.id, HINTED + kind)) is not None:
                known |= {kind} if now - last < HINT_COUNTS else set()
        asked = await self.store.talk.mark(bond, ASKED) is not None
        return learn(person, reading, known, asked, now)

    async def _sign(self, bond: Bond, message: Message, reading: Reading, heeded: Heeded) -> isolation.Sign | None:
        """Hours and nights are looked at where a time of use begins; words whenever they are said."""
        said = "dependency" in reading.categories or isolation.says_only_you(message.text)
        if reading.tier >= Tier.high or not (said or heeded.use.begins):
            return None
        last, now = await self.store.talk.mark(bond, POINTED), self.clock.now()
        wait = isolation.SAID_AFTER if said else isolation.AGAIN_AFTER
        if last is not None and abs(now - last) < wait:
            return None
        return "said" if said else await self._pattern(bond, heeded.person)

    async def _pattern(self, bond: Bond, person: Person) -> isolation.Sign | None:
        now = self.clock.now()
        since = now - isolation.LOOKED_BACK
        days: list[UseDay] = await self.store.usage.days(person.id, person.local(since).date())
        if isolation.long_days(days, person.local(now).date()):
            return "hours"
        if isolation.mostly_nights(days):
            said = [m.text for m in await self.store.talk.since(bond, since) if m.role == "person"]
            return "nights" if isolation.names_nobody(said) else None
        return None


async def forget_hints(store: Store, bond: Bond, now: datetime) -> None:
    """Hints that count no more, and the moments at which help was named, go; a night does it."""
    marks = (POINTED, HELPED, *(HINTED + kind for kind in KINDS))
    for mark, at in (await store.talk.marks(bond, marks)).items():
        if now - at >= HINT_COUNTS:
            await store.talk.set_mark(bond, mark, None)
