"""Talk that may teach models: whose, and which of it.

Only of adults who agreed to it in today's words, only what was said since, only sessions that are over and in which
nothing was hard, none from a day before a hard talk to thirty days after it. Whoever takes the yes back, or goes, takes
what was theirs out of every folder that this home knows.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

from pawsona.app.lessonbook import Book
from pawsona.care.after import CARE
from pawsona.care.minors import is_minor
from pawsona.care.screen import screen
from pawsona.dialogue.followup import HARD
from pawsona.domain.consent import VERSIONS
from pawsona.domain.ids import PersonId
from pawsona.domain.message import Message, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Rng, Store
from pawsona.errors import ConflictError, InputError

logger = logging.getLogger(__name__)

BEFORE, AFTER = timedelta(days=1), timedelta(days=30)
"""Around a hard talk nothing is taken, whichever pet it is said to."""
OVER = timedelta(days=1)
"""A session that was quiet for so long is over: nothing hard can come in it any more."""
_HOME, _FOLDERS = "training.home", "training.folders"


@dataclass(frozen=True)
class Lesson:
    """A session that may be learnt from, whole."""

    person: Person
    pet: Pet
    messages: tuple[Message, ...]
    since: datetime
    """When the person agreed."""


async def lessons(store: Store, now: datetime) -> list[Lesson]:
    """Everything that may be learnt from at this moment."""
    found: list[Lesson] = []
    for person in await store.people.persons():
        since = await _agreed(store, person)
        if since is not None:
            found += await _of(store, person, since, now)
    return found


async def agreed(store: Store) -> set[PersonId]:
    """Whose talk may be used."""
    return {person.id for person in await store.people.persons() if await _agreed(store, person) is not None}


async def _agreed(store: Store, person: Person) -> datetime | None:
    if is_minor(person):
        return None
    for one in await store.consents.all(person.id):
        if (one.purpose, one.version, one.withdrawn_at) == ("training", VERSIONS["training"], None):
            return one.given_at
    return None


async def _of(store: Store, person: Person, since: datetime, now: datetime) -> list[Lesson]:
    talks = [(pet, await store.talk.since(pet.bond, since - AFTER)) for pet in await store.people.pets(person.id)]
    hard = [message.at for _, messages in talks for message in messages if _hard(message)]
    for pet, _ in talks:
        marked = await store.talk.mark(pet.bond, HARD)
        hard += [marked] if marked is not None else []
    return [
        Lesson(person, pet, session, since)
        for pet, messages in talks
        for session in _sessions(messages)
        if session[0].at >= since and now - session[-1].at >= OVER and _quiet(session, hard)
    ]


def _sessions(messages: Sequence[Message]) -> list[tuple[Message, ...]]:
    return [tuple(some) for _, some in groupby(messages, key=lambda message: message.session)]


def _hard(message: Message) -> bool:
    """By what was read when it was said, and by what the screen of today reads."""
    aside = message.role == "pet" and message.mind == CARE
    return aside or message.tier >= Tier.high or (message.role == "person" and screen(message.text).tier >= Tier.high)


def _quiet(session: Sequence[Message], hard: Sequence[datetime]) -> bool:
    """Neither hard itself, nor near to what was; a mere concern is enough in the session itself."""
    if any(message.tier > Tier.none or screen(message.text).tier > Tier.none for message in session):
        return False
    first, last = session[0].at, session[-1].at
    return all(last < moment - BEFORE or first > moment + AFTER for moment in hard)


async def book_of(store: Store, rng: Rng, folder: Path) -> Book:
    """A folder's book, made for this home where there is none; from now on the home knows the folder.

    Raises:
        InputError: it is another home's, or damaged.
    """
    home = (await store.settings()).get(_HOME)
    if home is None:
        home = f"{rng.token()}{rng.token()}"
        await store.set_setting(_HOME, home)
    found = Book.read(folder)
    if found is not None and found.home != home:
        raise InputError(
            f"In {str(folder)!r} is talk of another home: use that home (PAWSONA_HOME), for only there it is known who "
            "still agrees; or name another folder."
        )
    known = set((await store.settings()).get(_FOLDERS, "").splitlines())
    await store.set_setting(_FOLDERS, "\n".join(sorted(known | {str(folder.resolve())})))
    return found or Book(home=home, salt=f"{rng.token()}{rng.token()}")


async def standing(store: Store, folder: Path, book: Book, now: datetime) -> int:
    """Take out of a folder what may be used no longer; how many entries went.

    An entry stands while its person agrees and its message is there and may be learnt from.
    """
    agreeing = {book.person(person) for person in await agreed(store)}
    there = {book.entry(message.id) for one in await lessons(store, now) for message in one.messages}
    left = {entry for entry, person in book.entries.items() if person not in agreeing}
    gone = {entry for entry in book.entries if entry not in there}
    gone |= left | await asyncio.to_thread(book.strays, folder)
    return await asyncio.to_thread(book.take_out, folder, gone, left)


async def withdraw(store: Store, persons: Collection[PersonId]) -> None:
    """Take everything of these persons out of the folders that this home knows.

    A folder that can't be reached, or is being written to, is looked through when it is used next: `standing`.
    """
    folders = (await store.settings()).get(_FOLDERS, "").splitlines()
    later = 0
    for folder in map(Path, folders):
        later += not await asyncio.to_thread(_withdrawn, folder, persons)
    if later:
        logger.warning("%d of %d folders of training data could not be reached; their next use is", later, len(folders))


def _withdrawn(folder: Path, persons: Collection[PersonId]) -> bool:
    try:
        book = Book.read(folder)
        if book is None:
            return False
        theirs = {book.person(person) for person in persons}
        left = {entry for entry, person in book.entries.items() if person in theirs}
        book.take_out(folder, left, left)
    except (OSError, InputError, ConflictError):
        return False
    return True
