"""Everybody of a town goes to bed: persons in bulk with an evening's talk each, and a mind that answers at once.

A pet-night is one session of 20 turns, of which three memories are made, and a day of seven items. The answers are the
same for everybody and pass every check; what is measured is all that Pawsona does around them. Homes are opened by
functions of this module, so that the processes of a cluster can open them too.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from lives import Life, lives
from sqlalchemy import insert

from pawsona.app.home import Home
from pawsona.app.opening import assemble
from pawsona.app.time import SimulatedClock, SystemClock, SystemRng
from pawsona.config.settings import load
from pawsona.domain.day import Item
from pawsona.domain.ids import MessageId, PersonId, PetId, SessionId
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Clock
from pawsona.embed import open_embedder
from pawsona.errors import InvalidOutputError, MindError
from pawsona.minds.checked import Checked
from pawsona.night.pace import Pace, Paced
from pawsona.skills import Profile, Skill
from pawsona.skills.acts import Details
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.memory import Draft, Rewrite, Summary
from pawsona.skills.routine import Detail, Outline, Schedule
from pawsona.storage import open_store
from pawsona.storage.rows.people import friend_row, person_row, pet_row
from pawsona.storage.rows.talk import message_row, session_row
from pawsona.storage.schema import friends, messages, persons, pets, sessions

In = TypeVar("In")
Out = TypeVar("Out")

MORNING = datetime(2026, 4, 13, 3, 5, tzinfo=UTC)
"""The small hours have just struck for those who live in UTC."""
ITEMS = 7
SAID = (
    "I'm back from the library.",
    "Statistics, sadly. The exam is on the 22nd and I've only done half the sheets.",
    "Regression. I joined a study group for it, they meet on Tuesdays.",
    "Ha. And Tom gets his cast off on Friday, finally.",
    "I had soup for lunch, with far too much pepper in it.",
    "The rain won't stop, and the tram was late again.",
    "My sister found a flat in Leeds at last.",
    "I think I'll bake on Sunday, a rye loaf this time.",
    "The neighbours had a party until three.",
    "Good night, sleep well.",
)
ANSWERED = (
    "Your shoes sound like books. What did you find?", "Half is a place to stand on.", "I'd sit on the sheet.",
    "Then he has two arms again.", "Pepper makes one brave.", "I listened to it on the roof.", "A flat with a window?",
    "Save me a crumb.", "I counted the songs.", "I'll keep the pillow warm.",
)  # fmt: skip
KEPT = (
    ("{0} joined a study group for statistics that meets on Tuesdays.", "academic", 4),
    ("{0}'s friend Tom gets his cast off on 17 April 2026.", "relatives_and_friends", 6),
    ("{0}'s sister found a flat in Leeds.", "relatives_and_friends", 12),
)
VOICES = (
    "On Tuesdays others learn too. I'd bring a biscuit and sit on the hardest sheet.",
    "Tom's arm comes out of its shell. I want to see if it has grown fur.",
    "There is a flat in Leeds now with a sister in it. I wonder what the stairs sound like.",
)


@cache
def _told() -> Life:
    """A day of seven items, as a model told it."""
    return next(one for one in lives() if one.language == "en" and len(one.told) == ITEMS)


@dataclass
class Answering:
    """Answers every question of a night, at once or after some seconds, as a model server would."""

    seconds: float = 0.0
    name: str = "scripted"
    poisoned: str = ""
    """The pet whose day can never be made."""

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if skill.name == "routine.outline" and cast(Any, given).context.pet.id == self.poisoned:
            raise MindError("there is no answer for this pet")
        return cast(Out, ANSWERS[skill.name](given))

    def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        raise MindError("nobody talks at night")


def _summary(given: Any) -> Summary:
    name = given.context.person.name
    said = [message.id for message in given.dialogue]
    return Summary(
        drafts=tuple(
            Draft(text=text.format(name), topic=cast(Any, topic), importance=1, sources=(said[turn],), compared=True)
            for text, topic, turn in KEPT
        )
    )


def _items(given: Any) -> Schedule:
    told = (Item(at=time.fromisoformat(at), label=label, kind=kind) for at, label, kind, _ in _told().told)
    return Schedule(items=tuple(told))


def _details(given: Any) -> Details:
    texts = (detail.replace("{pet}", given.day.context.pet.name) for *_, detail in _told().told)
    return Details(details=tuple(Detail(text=text) for text in texts))


ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "memory.summarise": _summary,
    "memory.rewrite": lambda given: Rewrite(texts=VOICES[: len(given.memories)]),
    "routine.outline": lambda given: Outline(
        text=str(_told().row["outline"]).replace(_told().pet, given.context.pet.name)
    ),
    "routine.schedule": _items,
    "routine.details": _details,
}


async def open_folk(
    url: str,
    folder: Path,
    embedder: str = "hashing",
    *,
    seconds: float = 0.0,
    calls: int = 20,
    poisoned: str = "",
    real_time: bool = False,
) -> Home:
    """A home of the town: its services over a database, with the mind that answers.

    Args:
        url: the database.
        folder: where MiniLM is looked for.
        embedder: `hashing` or `minilm`.
        seconds: how long an answer takes.
        calls: questions in flight.
        poisoned: the pet whose night always fails.
        real_time: leases run by the machine's clock, for processes that share nothing else.
    """
    settings = load(home=folder, database_url=url, embedder=embedder)
    store, vectors = await open_store(url), open_embedder(embedder, folder, settings.spoken)
    mind = Checked(Paced(Answering(seconds, poisoned=poisoned), Pace(calls)))
    clock: Clock = SinceMorning() if real_time else SimulatedClock(MORNING)
    return assemble(settings, store, mind, "it is measured", vectors, clock, SystemRng())


class SinceMorning:
    """The machine's clock, moved to the morning: processes of a run agree on it, and leases run out."""

    def now(self) -> datetime:
        real = SystemClock().now()
        return MORNING.replace(minute=0) + (real - real.replace(hour=0, minute=0, second=0, microsecond=0))


async def settle(
    home: Home, count: int, *, first: int = 0, zones: tuple[str, ...] = ("UTC",), talk: bool = True
) -> None:
    """Let persons move in, each with a pet, its friends, and an evening's talk in an open session."""
    database: Any = home.store.people._database  # type: ignore[attr-defined]
    for begin in range(first, first + count, 500):
        rows = [_person(n, zones[n % len(zones)], talk) for n in range(begin, min(begin + 500, first + count))]

        def work(tx: Any, rows: list[tuple[Any, ...]] = rows) -> None:
            for number, table in enumerate((persons, pets, friends, sessions, messages)):
                found = [row for one in rows for row in one[number]]
                if found:
                    tx.run(insert(table), found)

        await database.write("folk.settle", work)


def _person(number: int, zone: str, talk: bool) -> tuple[Any, ...]:
    begun = MORNING - timedelta(hours=7)
    person = Person(
        id=PersonId(f"person-{number:07}"), name="Robin", language="en", time_zone=zone,
        created_at=begun - timedelta(days=3), age_band="adult",
    )  # fmt: skip
    pet = Pet(
        id=PetId(f"pet-{number:07}"), person=person.id, name="Mochi", species="cat", personality="curious",
        seed=number, adopted_at=begun - timedelta(days=3),
    )  # fmt: skip
    circle = [Friend(name=name, species="owl", trait="dry", hobby="maps") for name in ("Pim", "Ada", "Lou")]
    known = [friend_row(pet.bond, position, friend) for position, friend in enumerate(circle, 1)]
    if not talk:
        return [person_row(person)], [pet_row(pet)], known, [], []
    session = Session(id=SessionId("s"), bond=pet.bond, started_at=begun, last_at=begun + timedelta(minutes=20))
    said = []
    for n in range(2 * len(SAID)):
        mine, text = n % 2 == 0, (ANSWERED if n % 2 else SAID)[n // 2]
        message = Message(
            id=MessageId(f"m{n:02}"), bond=pet.bond, session=session.id, role="person" if mine else "pet", text=text,
            at=begun + timedelta(minutes=n), answers=None if mine else MessageId(f"m{n - 1:02}"),
        )  # fmt: skip
        said.append({**message_row(message), "position": n + 1})
    return [person_row(person)], [pet_row(pet)], known, [session_row(session)], said
