"""One life that touches every part of a store; `test_isolation.py` lets three bonds live it side by side."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, text
from tests.storage import former, leased, once, tried
from tests.storage.once import ON, A, B

from pawsona.domain.affect import Affect
from pawsona.domain.call import Call
from pawsona.domain.card import Card
from pawsona.domain.carelog import Line
from pawsona.domain.day import Change, Feedback
from pawsona.domain.departure import Departure
from pawsona.domain.ids import Bond, DocumentId, FeedbackId, MemoryId, MessageId, NoteId, PromiseId, SessionId
from pawsona.domain.message import Tier, Trace
from pawsona.domain.note import Document, Note
from pawsona.domain.person import Fact
from pawsona.domain.pet import Friend
from pawsona.domain.pin import Pin
from pawsona.domain.ports import Entry, Kind, Store
from pawsona.domain.promise import Promise
from pawsona.domain.shared import Ticket
from pawsona.storage.schema import OWNED

if TYPE_CHECKING:
    from tests.storage.conftest import Samples

EVERY: tuple[Kind, ...] = ("memory", "turn", "note", "passage")
C = "c"
WORDS = ("amber", "琥珀", "cedar")


@dataclass(frozen=True)
class Life:
    """What one bond goes through; `word` and `number` are its own, ids are everybody's."""

    samples: Samples
    bond: Bond
    word: str
    number: int

    @property
    def whole(self) -> bool:
        """Whether what belongs to a person, whichever the pet, is told with this bond; with the other it is the same."""
        return self.number != 2

    async def begin(self, store: Store) -> None:
        s, bond, noon = self.samples, self.bond, self.samples.noon + timedelta(minutes=self.number)
        given = (MemoryId("given"),)
        message = {
            "bond": bond,
            "at": noon,
            "trace": Trace((f"line.{self.word}",)),
            "memories": given,
            "affect": Affect("joy", 1),
        }
        await store.people.add_friends(bond, [Friend(name=self.word, species="snail", trait="slow", hobby="rain")])
        await store.people.set_facts(bond, [Fact(MemoryId(A), self.word), Fact(MemoryId(B), self.word)])
        for name in (A, B):
            await store.talk.open_session(s.session(name, bond=bond, started_at=noon))
        for name in ("earlier", "before", "then")[: self.number]:
            await store.talk.add(s.message(name, self.word, session=B, **message))
        for name, answers in ((A, None), (B, None), (C, MessageId(B))):
            await store.talk.add(s.message(name, f"{self.word} {name}", session=A, answers=answers, **message))
        await store.talk.add_affect(bond, noon, Affect("joy", self.number))
        await store.talk.set_mark(bond, "greeted", noon)
        for name in (A, B, C):
            expires = ON if name == B else None
            sources = (MessageId(name),) if self.number == 1 else ()
            await store.memories.add(
                s.memory(name, self.word, bond=bond, expires_on=expires, sources=sources, slots={"on": f"{ON}"})
            )
        await store.days.put(s.day(ON, f"line.{self.word}", bond=bond, outline=self.word))
        await store.days.add_change(bond, Change(on=ON, at=time(9), label=self.word, kind="tea", said=self.word))
        for name in (A, B):
            await store.days.add_feedback(self.feedback(name))
            await store.notes.add_note(Note(id=NoteId(name), bond=bond, title=name, text=self.word, at=noon))
            document = Document(id=DocumentId(name), bond=bond, name=self.word, passages=self.number, at=noon)
            await store.notes.add_document(document, [self.word] * self.number)
        await store.cards.put(self.card())
        for _ in range(self.number):
            await store.calls.add(self.call())
            await store.pins.add(self.pin())
        await store.promises.add(self.promise())
        await store.promises.add(replace(self.promise(), id=PromiseId(B), source=MessageId(A)))
        await store.promises.add(replace(self.promise(), id=PromiseId(C), closed_at=noon))
        await self._counts(store)
        for process in ("one", "two", "three")[: self.number]:
            await store.tickets.draw(bond, process, noon + timedelta(minutes=self.number))
        await store.nights.record(bond, ON, f"stage {self.word}", noon)
        await store.nights.record(bond, ON, "outline", noon)
        await leased.begin(store, bond, self.number, s.noon)
        keys = [(kind, ref) for kind in EVERY for ref in (A, B, f"{A}:0", f"{A}:1", f"{B}:0")]
        await store.index.put(bond, [self.entry(kind, ref) for kind, ref in keys if (kind, ref) != ("turn", B)], "e")
        await store.index.put(bond, [replace(self.entry("turn", B), vector=None)], "e")
        for by in ("g", "f") if self.number > 1 else ("f",):  # the first one has no vector of "g"
            await store.index.put(bond, [self.entry("memory", B)], by)
        await former.begin(store, bond, self.entry("passage", f"{B}:0").vector or s.vector())

    async def _counts(self, store: Store) -> None:
        bond, noon = self.bond, self.samples.noon + timedelta(minutes=self.number)
        gone = [self.departure(ON), self.departure(ON - timedelta(days=9))]
        await store.departures.add(bond, gone * self.number)
        await store.days.add_change(bond, Change(on=ON - timedelta(days=9), at=None, label="x", kind="x", said="x"))
        for days in (0, 9):
            await store.carelog.add(self.audit(days), "2026-04")
        if self.whole:
            await once.begin(store, bond.person, self.word, self.number, noon)
            await tried.begin(self, store)

    async def change(self, store: Store) -> None:
        """Every call that replaces or deletes; only the first bond makes them, the others must not notice."""
        s, bond = self.samples, self.bond
        await store.people.update_person(replace(s.person(bond.person), name="Anna"))
        await store.people.add_friends(bond, [Friend(name="Pim", species="owl", trait="dry", hobby="maps")])
        await store.talk.add(s.message("new", self.word, bond=bond, trace=Trace(("line.said",))))
        await store.talk.add_affect(bond, s.noon, Affect("fear", 1))
        await store.days.add_change(bond, Change(on=ON, at=None, label="x", kind="x", said="x"))
        await store.people.update_pet(s.pet(bond, name=self.word * 2))
        await store.people.set_facts(bond, [Fact(MemoryId(A), self.word * 2), Fact(MemoryId(B), self.word)])
        await store.talk.prolong_session(s.session(B, bond=bond), s.noon + timedelta(days=9))
        await store.talk.touch_session(s.session(A, bond=bond, closed_at=s.noon))
        await store.talk.delete(bond, [MessageId(A)])
        await store.talk.raise_tier(bond, MessageId(B), Tier.high)
        await store.talk.set_mark(bond, "greeted", s.noon + timedelta(days=9))
        await store.talk.delete_affects(bond)
        await store.memories.update(s.memory(C, self.word * 2, bond=bond, sources=(MessageId(C),)))
        await store.days.put(s.day(ON, "line.new", bond=bond))
        await store.days.delete_feedback(bond, FeedbackId(A))
        await store.cards.put(replace(self.card(), greeting="new"))
        await store.calls.add(self.call())
        await store.pins.announce(bond)
        await store.promises.update(replace(self.promise(), asked_at=s.noon))
        await store.nights.record(bond, ON, "outline", s.noon + timedelta(days=9))
        renewed = [self.entry("turn", B, 5), self.entry("memory", B, 7)]
        await store.index.put(bond, [Entry("note", B, f"{self.word} new"), *renewed], "e")
        await former.change(store, bond)
        await store.notes.delete_note(bond, NoteId(A))
        await store.notes.delete_document(bond, DocumentId(A))
        await store.promises.add(replace(self.promise(), id=PromiseId("of the day"), source=MemoryId(A)))
        await store.memories.delete(bond, [MemoryId(A)])
        await store.promises.delete(bond, self.promise().id)
        await store.promises.drop_over(bond, s.noon + timedelta(days=1))
        await store.departures.add(bond, [self.departure(ON)])
        await store.departures.drop(bond, ON)
        await self._change_counts(store)
        for number in range(1, 41):  # the others' are among them
            for minutes in (2, 4, 6):  # as `begin` draws them
                await store.tickets.take_away(bond, Ticket(number, s.noon + timedelta(minutes=minutes)))
            await store.tickets.leave(bond, number)
        assert await store.tickets.first(bond) is None
        await leased.change(store, bond, s.noon)
        await store.days.drop_changes(bond, ON)
        assert not await store.index.lay_by(bond, "g")

    async def _change_counts(self, store: Store) -> None:
        s, bond = self.samples, self.bond
        await store.carelog.add(self.audit(0), "2026-04")
        await store.carelog.drop(bond, s.noon - timedelta(days=1))
        assert await store.carelog.tallies(2026)
        await once.change(store, bond.person, self.number, s.noon)
        await tried.change(self, store)

    async def finish(self, store: Store) -> None:
        """What comes after all changes: the second one's index grows last."""
        if self.number == 2:
            await store.index.put(self.bond, [self.entry("turn", "late")], "e")
            await store.index.lay_by(self.bond, "e")

    async def others(self, store: Store) -> dict[str, Any]:
        """Every row of the other bonds as it lies in the file, read past the store's own filters."""

        def read(connection: Connection) -> dict[str, Any]:
            query = "SELECT * FROM {0} WHERE NOT (person_id = :person AND pet_id = :pet) ORDER BY {1}"
            keys = {table.name: ", ".join(table.primary_key.columns.keys()) for table in OWNED if "pet_id" in table.c}
            key = {"person": self.bond.person, "pet": self.bond.pet}
            return {table: connection.execute(text(query.format(table, by)), key).all() for table, by in keys.items()}

        found: dict[str, Any] = await store.people._database.read(read)  # type: ignore[attr-defined]
        return found

    async def look(self, store: Store) -> AsyncIterator[Any]:
        """Everything that can be read of this bond, piece by piece."""
        s, bond = self.samples, self.bond
        person = await store.people.person(bond.person)
        assert person is not None and person.id == bond.person
        assert {pet.person for pet in await store.people.pets(bond.person)} == {bond.person}
        exported = await store.export(bond.person)
        assert {row["person_id"] for rows in exported.values() for row in rows} == {bond.person}
        assert await store.counts(bond.person) == {table: len(rows) for table, rows in exported.items()}
        yield [row for rows in exported.values() for row in rows if row.get("pet_id") == bond.pet]
        yield await store.people.pet(bond)
        yield await store.people.friends(bond)
        yield await store.people.facts(bond)
        yield [await store.talk.session(bond, SessionId(A)), await store.talk.last_session(bond)]
        yield [await store.talk.open_sessions(bond), await leased.asleep(store, bond, s.noon)]
        yield [await store.talk.message(bond, MessageId(name)) for name in (A, B, C)]
        yield await store.talk.messages(bond, [MessageId(B), MessageId(C)])
        yield [await store.talk.recent(bond, 9), await store.talk.reply(bond, MessageId(B))]
        yield await store.talk.recent(bond, 9, before=MessageId(C))
        yield await store.talk.of_session(s.session(A, bond=bond))
        yield await store.talk.since(bond, s.noon)
        yield await store.talk.last_of_person(bond)
        yield await store.talk.last_of_person(bond, s.noon + timedelta(minutes=self.number, seconds=1))
        yield await store.talk.given(bond, MemoryId("given"))
        yield await store.talk.forgettable(bond, s.noon + timedelta(days=1))
        yield await store.talk.affects(bond, s.noon)
        yield [await store.talk.mark(bond, "greeted"), await store.talk.marks(bond, ["greeted", "visited"])]
        yield await store.memories.all(bond)
        yield [await store.memories.get(bond, MemoryId(name)) for name in (A, B, C)]
        yield await store.memories.some(bond, [MemoryId(name) for name in (A, B, C)])
        yield await store.memories.latest(bond, ON, 9)
        yield await store.memories.expired(bond, ON)
        yield [await store.memories.voiceless(bond, ON), await store.memories.lasting(bond)]
        yield await store.memories.dated(bond, ON - timedelta(days=9))
        yield [await store.days.day(bond, ON), await store.days.before(bond, ON + timedelta(days=1), 9)]
        yield await store.days.dates(bond)
        yield [await store.days.telling(bond, f"line.{word}") for word in ("new", *WORDS)]
        yield await store.days.feedback(bond)
        yield [await store.days.changes(bond, on) for on in (ON, ON - timedelta(days=9))]
        yield dict(await store.days.ledger(bond))
        yield [await store.notes.note(bond, NoteId(name)) for name in (A, B)]
        yield await store.notes.notes(bond)
        yield [await store.notes.documents(bond), await store.tickets.first(bond) is None]
        yield await store.notes.passages(bond, [f"{name}:{n}" for name in (A, B) for n in range(4)])
        yield [await store.cards.card(bond), await store.cards.greeting(bond)]
        yield [await store.calls.since(bond, s.noon), await store.pins.all(bond)]
        yield [await store.promises.all(bond), await store.promises.due(bond, s.noon + timedelta(days=1))]
        yield [await store.departures.all(bond), await store.carelog.lines(bond), await store.nights.done(bond, ON)]
        if self.whole:
            yield await tried.seen(self, store)
            async for piece in once.look(store, bond.person):
                yield piece
        async for piece in self._found(store):
            yield piece

    async def _found(self, store: Store) -> AsyncIterator[Any]:
        """What is in the index."""
        s, bond = self.samples, self.bond
        yield await store.index.nearest(bond, s.vector(1), "f", EVERY, 99)
        hits = await store.index.nearest(bond, s.vector(1), "e", EVERY, 99)
        yield sorted((hit.kind, hit.ref, round(hit.score, 4)) for hit in hits)
        yield await store.index.texts(bond, sorted(hits, key=lambda hit: (hit.kind, hit.ref)))
        words = await store.index.match(bond, f"coffee 咖啡 {self.word}", EVERY, 99)
        beside = await store.index.beside(bond, [(f"coffee 咖啡 {self.word}", s.vector(1))], "e", EVERY, 99)
        assert beside == [(hits, words)]
        yield sorted((hit.kind, hit.ref) for hit in words)
        sheet = await store.index.sheet(bond, "e", len(s.vector(1)) // 4)
        yield sorted(zip(sheet.kinds.tolist(), sheet.refs, sheet.lengths.tolist(), strict=True)), len(sheet.terms)
        yield [await store.index.scattered(bond, "e", least) for least in (len(sheet), 0)]

    def entry(self, kind: Kind, ref: str, turn: int = 0) -> Entry:
        return Entry(kind, ref, f"coffee 咖啡 {self.word}", self.samples.vector(9, self.number, turn))

    def feedback(self, name: str) -> Feedback:
        return Feedback(
            id=FeedbackId(name), bond=self.bond, on=ON, item=0, kind="tea", reaction=None, text=self.word,
            reply=self.word, at=self.samples.noon,
        )  # fmt: skip

    def card(self) -> Card:
        return Card(
            bond=self.bond, document="{}", image=self.word.encode(), name=self.word, setting=self.word,
            greeting=self.word, at=self.samples.noon,
        )  # fmt: skip

    def call(self) -> Call:
        return Call(
            bond=self.bond, at=self.samples.noon, skill=self.word, prompt="1", model=self.word, tokens_in=self.number,
            tokens_cached=0, tokens_out=1, first_ms=1.5, ms=2.5, retries=0, outcome="ok",
        )  # fmt: skip

    def pin(self) -> Pin:
        return Pin(bond=self.bond, at=self.samples.noon, mind=self.word)

    def departure(self, on: date) -> Departure:
        return Departure(on=on, cause="expired", kind="memory", count=1, topic="food", retention="short_term")

    def audit(self, days: int) -> Line:
        at = self.samples.noon - timedelta(days=days)
        return Line(bond=self.bond, at=at, event="protocol", tier=Tier.high, group="suicide", detail=self.word)

    def promise(self) -> Promise:
        return Promise(
            id=PromiseId(A), bond=self.bond, text=self.word, due=self.samples.noon, source=MessageId(C),
            made_at=self.samples.noon,
        )  # fmt: skip


def lives(samples: Samples) -> list[Life]:
    """Two pets of one person, and a pet of another person with the same id as one of them."""
    bonds = zip((samples.bo, samples.mo, samples.li), WORDS, strict=True)
    return [Life(samples, bond, word, number) for number, (bond, word) in enumerate(bonds, 1)]
