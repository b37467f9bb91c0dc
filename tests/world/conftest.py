"""A pet with a store and a mind that answers by rule, for every test of the world."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Protocol

import pytest

from pawsona.domain.day import Feedback, Item, Reaction
from pawsona.domain.ids import FeedbackId, PersonId, PetId
from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Store
from pawsona.minds.scripted import Scripted
from pawsona.skills.acts import Details, DetailsInput, FriendInput, WholeDay
from pawsona.skills.routine import DayInput, Detail, DetailInput, Outline, Schedule, ScheduleInput
from pawsona.storage import open_store
from pawsona.world.change import Changes
from pawsona.world.day import World
from pawsona.world.friends import Friends

MADE = datetime(2026, 4, 12, 2, tzinfo=UTC)
ON = date(2026, 4, 13)


class Now(Protocol):
    """What tests do with the clock."""

    moment: datetime

    def now(self) -> datetime: ...


def item(at: str, label: str, kind: str, place: str = "home", detail: str | None = None) -> Item:
    return Item(at=time.fromisoformat(at), label=label, kind=kind, place=place, detail=detail)


PLAN = (
    item("07:30", "Breakfast by the window", "breakfast"),
    item("09:30", "Water the tomatoes", "garden", "garden"),
    item("12:30", "Nap on the sofa", "nap"),
    item("15:00", "Fishing at the lake", "fishing", "lake"),
    item("18:30", "Soup for supper", "supper"),
    item("21:30", "Curl up to sleep", "sleep"),
)


def told(of: Item, day: str) -> Detail:
    words = " ".join(f"{of.kind}{n}" for n in range(20))
    return Detail(text=f"On {day} there was {of.label.lower()}, and it went {words} well.", short=of.label)


def planned(given: DayInput) -> tuple[Item, ...]:
    """The plan, with what talk asked for in the place of fishing."""
    changed = [item("15:00", change.label, change.kind, change.kind) for change in given.changes[:1]]
    return tuple(changed[0] if changed and i.kind == "fishing" else i for i in PLAN)


def ruled() -> Scripted:
    """A mind that makes an ordinary day, and names the date in its texts so that no two days are alike."""
    mind = Scripted()

    def outline(given: DayInput) -> Outline:
        return Outline(text=f"{given.context.pet.name} has a calm day on {given.context.now:%d %B}, then fishes.")

    def details(given: DetailsInput) -> Details:
        return Details(details=tuple(told(i, f"{given.day.context.now:%d %B}") for i in given.schedule))

    def direct(given: DayInput) -> WholeDay:
        day = f"{given.context.now:%d %B}"
        items = (Item(at=i.at, label=i.label, kind=i.kind, detail=told(i, day).text) for i in PLAN)
        return WholeDay(outline=outline(given), items=tuple(items))

    def detail(given: DetailInput) -> Detail:
        return told(given.schedule[given.index], f"{given.day.context.now:%d %B}")

    def schedule(given: ScheduleInput) -> Schedule:
        return Schedule(items=planned(given.day))

    def friend(given: FriendInput) -> Friend:
        return Friend(name=f"Friend {len(given.known)}", species="snail", trait="slow", hobby="chess")

    mind.rule("routine.outline", outline)
    mind.rule("routine.schedule", schedule)
    mind.rule("routine.details", details)
    mind.rule("routine.detail", detail)
    mind.rule("day.direct", direct)
    mind.rule("friend.create", friend)
    return mind


@dataclass
class Life:
    """One pet's world."""

    store: Store
    mind: Scripted
    clock: Now
    person: Person
    pet: Pet
    world: World = field(init=False)
    changes: Changes = field(init=False)
    friends: Friends = field(init=False)

    def __post_init__(self) -> None:
        self.world = World(self.store, self.mind, self.clock)
        self.changes = Changes(self.store, self.mind, self.world, self.clock)
        self.friends = Friends(self.store, self.mind, self.clock)

    async def feel(self, kind: str, reaction: Reaction | None, text: str = "") -> FeedbackId:
        """The person reacts to an item."""
        known = await self.store.days.feedback(self.pet.bond)
        row = Feedback(
            id=FeedbackId(f"f{len(known)}-{kind}"), bond=self.pet.bond, on=ON, item=0, kind=kind, reaction=reaction,
            text=text, reply="", at=self.clock.now(),
        )  # fmt: skip
        await self.store.days.add_feedback(row)
        return row.id


Living = Callable[[Callable[[Life], Awaitable[None]]], None]


@pytest.fixture
def live(tmp_path: Path, clock: Now) -> Living:
    """Runs a story in a pet's world."""

    def run(story: Callable[[Life], Awaitable[None]]) -> None:
        async def telling() -> None:
            store = await open_store(tmp_path / "home.db")
            person = Person(
                id=PersonId("p1"), name="Ann", language="en", time_zone="Europe/Berlin", created_at=MADE, region="DE"
            )
            pet = Pet(
                id=PetId("m1"), person=person.id, name="Mikan", species="cat", personality="sunny", seed=7,
                adopted_at=MADE, hobbies=("fishing",),
            )  # fmt: skip
            await store.people.add_person(person)
            await store.people.add_pet(pet)
            try:
                await story(Life(store, ruled(), clock, person, pet))
            finally:
                await store.close()

        asyncio.run(telling())

    return run
