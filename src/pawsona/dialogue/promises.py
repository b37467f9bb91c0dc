"""The ledger of promises: found in talk, due at a moment, asked once at a decent hour, closed.

Birthdays and anniversaries are promises that nobody had to ask for: on their day they are due, and a row is made when
they were said. A promise closes when the person says how it went or that it need not be, with the first thing they
say after it was asked, or by the night.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pawsona.care.initiative import may_speak
from pawsona.care.minors import is_minor
from pawsona.domain.ids import Bond, PromiseId, new_id
from pawsona.domain.language import Language
from pawsona.domain.message import Message, Tier
from pawsona.domain.occasion import Occasion
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.domain.promise import Promise, PromiseKind
from pawsona.domain.usage import UseDay
from pawsona.errors import ConflictError, InputError, InvalidOutputError, NotFoundError
from pawsona.memory.occasions import occasions
from pawsona.skills import IPET, Mind
from pawsona.skills.acts import PROMISE_FIND, PromiseDraft, PromiseInput
from pawsona.skills.context import Context

logger = logging.getLogger(__name__)

MORNING = time(8)
"""When birthdays and anniversaries begin to be due."""
WANTED: frozenset[PromiseKind] = frozenset({"remind", "ask"})
"""What the person asked for; the rest the pet brings up by itself."""
LAPSES = timedelta(days=14)
"""After so long nobody wants to be asked any more: a machine that was off for a week asks late, not for a month."""
_OVER: Mapping[Language, str] = {
    "en": "{day} is over. Choose today or a later day.",
    "zh": "{day} 已经过了，请选今天或以后的日子。",
}
SPEAKING = timedelta(minutes=2)
"""How long a promise is in somebody's mouth at most, if nobody says that it was said or dropped."""


@dataclass(frozen=True)
class Found:
    """What a message did to the ledger."""

    promised: Promise | None = None
    settled: frozenset[PromiseId] = frozenset()


@dataclass
class PromiseLedger:
    """Keeps what the pet owes the person to bring up."""

    store: Store
    mind: Mind
    clock: Clock
    rng: Rng
    _speaking: dict[tuple[Bond, PromiseId], datetime] = field(default_factory=dict)
    _said: set[tuple[Bond, PromiseId]] = field(default_factory=set)
    """What this process asked: an older reading of the store may not know it yet."""

    async def find(self, context: Context, message: Message, before: tuple[Message, ...] = ()) -> Found:
        """Store what a message asks to be reminded of or asked about, and close what it settles.

        Of several promises the first one is what the reply says yes to. A message that is answered again (its first
        turn was cut off) promises nothing twice.
        """
        if message.tier > Tier.none:
            return Found()
        known = await self.store.promises.all(message.bond)
        made = [p for p in known if p.source == message.id]
        if made:
            return Found(made[0])
        owed = tuple(p for p in known if p.closed_at is None)
        given = PromiseInput(context=context, message=message.text, owed=owed, before=before)
        try:
            found = await self.mind.perform(PROMISE_FIND, given, IPET)
        except InvalidOutputError:  # then nothing is promised, and the reply says yes to nothing
            logger.warning("no promise was taken from message %s", message.id)
            return Found()
        answered = {p.id for p in owed if p.asked_at is not None and p.asked_at <= message.at}
        settled = answered.union(found.settled)
        promises = [self._promise(message, draft) for draft in found.drafts]
        if promises or settled:
            async with self.store.transaction():
                for promise in promises:
                    await self.store.promises.add(promise)
                await self._close(message.bond, settled)
        return Found(promises[0] if promises else None, frozenset(settled))

    def _promise(self, message: Message, draft: PromiseDraft) -> Promise:
        now = self.clock.now()
        return Promise(
            id=PromiseId(new_id(now, self.rng.token())), bond=message.bond, text=draft.text, due=draft.due,
            source=message.id, made_at=now, kind=draft.kind,
        )  # fmt: skip

    async def due_now(self, person: Person, bond: Bond) -> Promise | None:
        """What to bring up at this moment: due, never asked, not lapsed, where care lets the pet; own days first."""
        today = person.local(self.clock.now()).date()
        dated = await self.store.memories.dated(bond, today)
        return await self._due(person, bond, occasions(dated, person, today, 0))

    async def _due(self, person: Person, bond: Bond, days: Iterable[Occasion]) -> Promise | None:
        now = self.clock.now()
        waiting = [*await self._days(person, bond, days), *await self.store.promises.due(bond, now)]
        fresh = [p for p in waiting if now - p.due <= LAPSES and not self._is_spoken(p)]
        if not fresh:
            return None
        local, safeguards = person.local(now), await self.store.people.safeguards(person.id)
        spoken = sum(day.unasked for day in await self.store.usage.days(person.id, local.date()))
        minor = is_minor(person)
        for promise in fresh:
            if may_speak(local, safeguards, spoken, minor=minor, asked_for=promise.kind in WANTED):
                return promise
        return None

    async def take(self, context: Context) -> Promise | None:
        """What is due now, for whoever will say it: nobody else gets it until it is `asked` or `release`d."""
        bond = context.pet.bond
        due = await self._due(context.person, bond, context.occasions)
        if due is None or self._is_spoken(due):  # somebody took it while the store was being asked
            return None
        self._speaking[bond, due.id] = self.clock.now()
        return due

    @contextmanager
    def held(self, promise: Promise | None) -> Iterator[None]:
        """A promise that was taken, while its reply is prepared: stopped or failed, nobody will say it."""
        try:
            yield
        except BaseException:
            if promise is not None:
                self.release(promise)
            raise

    def release(self, promise: Promise) -> None:
        """It is in nobody's mouth any more."""
        self._speaking.pop((promise.bond, promise.id), None)

    async def asked(self, promise: Promise) -> None:
        """It was brought up just now. Read anew: the person may have closed it while the pet was speaking."""
        now = self.clock.now()
        self._said.add((promise.bond, promise.id))
        await self._count(promise)
        known = {p.id: p for p in await self.store.promises.all(promise.bond)}
        if promise.id in known:
            stored = known[promise.id]
            await self.store.promises.update(replace(stored, asked_at=stored.asked_at or now))
            return
        try:
            await self.store.promises.add(replace(promise, asked_at=now, closed_at=now))
        except ConflictError:  # another program of this home said it at the same moment
            logger.info("the day %s was spoken of twice", promise.id)

    async def _count(self, promise: Promise) -> None:
        """What nobody asked to be reminded of is the pet's own initiative, and care counts it."""
        person = await self.store.people.person(promise.bond.person)
        if person is not None and promise.kind not in WANTED:
            today = person.local(self.clock.now()).date()
            await self.store.usage.count(person.id, UseDay(on=today, unasked=1))

    async def shown(self, bond: Bond) -> list[Promise]:
        """For a page: what is due and not closed, asked or not."""
        now = self.clock.now()
        known = await self.store.promises.all(bond)
        return [p for p in known if p.closed_at is None and p.due <= now and now - p.due <= LAPSES]

    async def close(self, bond: Bond, promise: PromiseId) -> Promise:
        """Close one that is settled.

        Raises:
            NotFoundError: this bond has no such promise.
        """
        await self._known(bond, promise)
        [closed] = await self._close(bond, {promise})
        return closed

    async def move(self, person: Person, bond: Bond, promise: PromiseId, on: date) -> Promise:
        """Bring it up on another day, at the same time of day; one that was asked or closed is open again.

        Raises:
            NotFoundError: this bond has no such promise.
            InputError: the day is over.
        """
        async with self.store.transaction():
            known = await self._known(bond, promise)
            if on < person.local(self.clock.now()).date():
                raise InputError(_OVER[person.language].format(day=on))
            at = person.local(known.due).time()
            due = datetime.combine(on, at, ZoneInfo(person.time_zone)).astimezone(UTC)
            moved = replace(known, due=due, asked_at=None, closed_at=None)
            await self.store.promises.update(moved)
        self._said.discard((bond, promise))
        return moved

    async def reopen(self, bond: Bond, promise: PromiseId) -> Promise:
        """It was closed by mistake: it is as it was.

        Raises:
            NotFoundError: this bond has no such promise.
        """
        async with self.store.transaction():
            known = replace(await self._known(bond, promise), closed_at=None)
            await self.store.promises.update(known)
        return known

    async def _known(self, bond: Bond, promise: PromiseId) -> Promise:
        for known in await self.store.promises.all(bond):
            if known.id == promise:
                return known
        raise NotFoundError(f"there is no promise {promise!r}")

    async def tidy(self, bond: Bond) -> None:
        """The night's: close what was asked, and what lapsed before anybody could be asked."""
        now = self.clock.now()
        known = [p for p in await self.store.promises.all(bond) if p.closed_at is None]
        if over := {p.id for p in known if p.asked_at is not None or now - p.due > LAPSES}:
            await self._close(bond, over)

    async def _close(self, bond: Bond, ids: set[PromiseId]) -> list[Promise]:
        """Those of these ids as they are closed now, read anew."""
        closed = []
        for known in await self.store.promises.all(bond):
            if known.id in ids:
                closed.append(replace(known, closed_at=known.closed_at or self.clock.now()))
                await self.store.promises.update(closed[-1])
        return closed

    def _is_spoken(self, promise: Promise) -> bool:
        key = (promise.bond, promise.id)
        since = self._speaking.get(key)
        return key in self._said or (since is not None and abs(self.clock.now() - since) < SPEAKING)

    async def _days(self, person: Person, bond: Bond, days: Iterable[Occasion]) -> list[Promise]:
        """Today's birthdays and anniversaries that were not spoken of yet."""
        today = person.local(self.clock.now()).date()
        here = [self._day(person, bond, one) for one in days if one.on == today and one.kind != "day"]
        said = {p.id for p in await self.store.promises.all(bond)} if here else set()
        return [promise for promise in here if promise.id not in said]

    def _day(self, person: Person, bond: Bond, occasion: Occasion) -> Promise:
        """One id for one day of one memory: whoever says it first has said it."""
        begins = datetime.combine(occasion.on, MORNING, ZoneInfo(person.time_zone)).astimezone(UTC)
        return Promise(
            id=PromiseId(f"{occasion.memory}.{occasion.on}"), bond=bond, text=occasion.text, due=begins,
            source=occasion.memory, made_at=self.clock.now(), kind="congratulate" if occasion.own else "day",
        )  # fmt: skip
