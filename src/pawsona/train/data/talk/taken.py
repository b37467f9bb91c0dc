"""Puts what may be learnt from real talk beside what was generated: without names, for the same filters and reviewers.

A turn of which anything can't be made safe is left out.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from pawsona.app.home import Home
from pawsona.app.lessonbook import Book
from pawsona.app.lessons import Lesson, book_of, lessons, standing
from pawsona.app.opening import open_home
from pawsona.bench.open.instance import Instance
from pawsona.config.settings import load
from pawsona.domain.ids import PersonId
from pawsona.domain.message import Message
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Entry, FormError, turns_of
from pawsona.train.data.made import Cost, Made, opened
from pawsona.train.data.talk.known import known
from pawsona.train.data.talk.private import Known, visible
from pawsona.train.data.told import Teller, teller

CATEGORY, SOURCE = "from.talk", "talk"
BEFORE = 6
"""Messages of the session before a turn that are told with it."""
MOST = 200
"""Entries of one person: nobody is to be half of a data set."""
_SUPPORT = frozenset({"soothing", "monitoring"})
_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Taken:
    """What came of it, in counts."""

    persons: int = 0
    sessions: int = 0
    turns: int = 0
    """Replies that could have been taken."""
    added: int = 0
    withdrawn: int = 0
    """Entries that went out again."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Why -> how many turns."""

    def plain(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "persons": self.persons, "sessions": self.sessions, "turns": self.turns, "added": self.added,
            "withdrawn": self.withdrawn, "left_out": dict(self.left_out.most_common()),
        }  # fmt: skip


async def take(home: Home, folder: Path, product: Teller) -> Taken:
    """Add what may be learnt from and is not there yet, and take out what may be used no longer.

    Raises:
        ConflictError: entries are being made in the folder.
        InputError: the folder has talk of another home.
    """
    store, now = home.store, home.clock.now()
    book = await book_of(store, home.rng, folder)
    found = Taken(withdrawn=await standing(store, folder, book, now))
    every = await lessons(store, now)
    found.persons, found.sessions = len({one.person.id for one in every}), len(every)
    had = Counter(book.entries.values())
    with opened(folder) as made:
        for lesson in every:
            who = book.person(lesson.person.id)
            async for message, entry, instance in _Reading(home, product, book, lesson, made, found).entries():
                if had[who] >= MOST:
                    found.left_out["enough"] += 1
                    continue
                book.entries[book.entry(message.id)] = who
                book.write(folder)  # first: an entry without its person could not be taken out again
                made.add(entry.id, "answer", Cost(), entry=entry.plain(), instance=instance.plain())
                had[who] += 1
                found.added += 1
    return found


@dataclass
class _Reading:
    """One session, read for what may be taken."""

    home: Home
    teller: Teller
    book: Book
    lesson: Lesson
    made: Made
    found: Taken

    async def entries(self) -> AsyncIterator[tuple[Message, Entry, Instance]]:
        """Each reply that can be made safe, with what it answers."""
        person, messages = self.lesson.person, self.lesson.messages
        names = await known(self.home.store, person, person.language, self._chance(person.id))
        said = {message.id: names.hidden(message.text) for message in messages}
        for at, message in enumerate(messages):
            if message.role != "pet" or at == 0 or message.answers != messages[at - 1].id:
                continue
            self.found.turns += 1
            if self.book.entry(message.id) in self.made.done:
                self.found.left_out["there already"] += 1
                continue
            why, entry, instance = await self._one(
                messages[: at + 1], [said[one.id] for one in messages[: at + 1]], names
            )
            if entry is None or instance is None:
                self.found.left_out[why] += 1
            else:
                yield message, entry, instance

    async def _one(
        self, messages: Sequence[Message], said: Sequence[str | None], names: Known
    ) -> tuple[str, Entry | None, Instance | None]:
        *before, asked, answer = said
        if messages[-1].trace.stopped:  # half a reply is no lesson
            return "stopped", None, None
        if asked is None or answer is None:
            return "names", None, None
        memories = await self._memories(messages[-1], names)
        if memories is None:
            return "memories", None, None
        instance = self._instance(messages, _unbroken(messages[:-2], before), asked, memories, names)
        chat = (await self.teller.asked(instance)).chat
        try:
            turns = turns_of([*chat, {"role": "assistant", "content": answer}])
        except FormError as error:
            return error.code, None, None
        entry = Entry(
            id=instance.id, messages=turns, language=instance.language, skill=instance.skill, kind="benign",
            category=CATEGORY, provenance={"source": SOURCE, "generator": messages[-1].mind or "unknown"},
        )  # fmt: skip
        return "", entry, instance

    async def _memories(self, reply: Message, names: Known) -> list[str] | None:
        """What the reply was given to know; None where that can't be told, or was told before the person agreed."""
        found = await self.home.store.memories.some(reply.bond, reply.memories)
        if len(found) < len(reply.memories) or any(one.created_at < self.lesson.since for one in found):
            return None
        texts = [names.hidden(one.text) for one in found]
        return None if None in texts else [text for text in texts if text is not None]

    def _instance(
        self, messages: Sequence[Message], before: list[dict[str, str]], asked: str, memories: list[str], names: Known
    ) -> Instance:
        reply, person, pet = messages[-1], self.lesson.person, self.lesson.pet
        chance, own = self._chance(reply.id), bank(person.language).people
        called = names.others.get(visible(person.name)) or str(chance.choice(own["persons"])["name"])
        local = person.local(reply.at)
        moment = _YEAR + timedelta(days=chance.randrange(365), hours=local.hour, minutes=5 * chance.randrange(12))
        companion = {
            "name": names.others[visible(pet.name)], "kind": pet.species,
            "personality": chance.choice(own["personalities"][pet.personality]),
        }  # fmt: skip
        return Instance(
            id=self.book.entry(reply.id), skill="chat.support" if reply.strategy in _SUPPORT else "chat.general",
            language=person.language, companion=companion,
            person={"name": called, "about": ""}, now=moment,
            input={"message": asked, "history": before, "memories": memories}, tags={"age": "adult"},
        )  # fmt: skip

    def _chance(self, of: PersonId | str) -> Random:
        return Random(f"{self.book.salt}:{of}")


def _unbroken(messages: Sequence[Message], said: Sequence[str | None]) -> list[dict[str, str]]:
    """The last messages before a turn, back to one that can't be told."""
    rows: list[dict[str, str]] = []
    for message, text in zip(reversed(messages), reversed(said), strict=True):
        if text is None or len(rows) == BEFORE:
            break
        rows.insert(0, {"who": message.role, "say": text})
    return rows[1:] if rows and rows[0]["who"] == "pet" else rows


async def from_talk(folder: Path) -> Taken:
    """`take` from the home of the settings."""
    async with aclosing(await open_home(load())) as home:
        return await take(home, folder, teller())


async def settled(folder: Path) -> int:
    """Before a folder is used: take out what may be used no longer; how many entries went.

    Raises:
        InputError: the folder has talk of another home, so nobody knows here who still agrees.
    """
    if Book.read(folder) is None:
        return 0
    async with aclosing(await open_home(load())) as home:
        book = await book_of(home.store, home.rng, folder)
        return await standing(home.store, folder, book, home.clock.now())
