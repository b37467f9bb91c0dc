"""A pet's life without a store: days in a row, each from the days before, as the night makes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, islice

from pawsona.domain.day import Day, Reaction, Tastes
from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.person import UNNAMED, Person
from pawsona.domain.pet import Friend, Personality, Pet, Species
from pawsona.minds.storybook import friends
from pawsona.minds.storybook.days import make_day
from pawsona.skills.acts import FriendInput
from pawsona.skills.context import Context
from pawsona.skills.profiles import IPET, Profile
from pawsona.skills.routine import DayInput
from pawsona.world.season import season_of
from pawsona.world.weather import weather_of

_CIRCLE = 4
_PAST = 7


@dataclass(frozen=True, kw_only=True)
class Life:
    """Who lives, from when, and what the person thinks of it."""

    language: Language = "en"
    species: Species = "cat"
    personality: Personality = "sunny"
    name: str = "Mikan"
    seed: int = 1
    start: date = date(2026, 3, 30)
    tastes: Tastes = field(default_factory=dict)
    reactions: Mapping[date, frozenset[Reaction]] = field(default_factory=dict)

    def days(self, many: int, profile: Profile = IPET) -> list[Day]:
        """The first so many days."""
        return list(islice(self._lived(profile), many))

    def _lived(self, profile: Profile) -> Iterator[Day]:
        born = datetime.combine(self.start, time(), UTC)
        person = Person(
            id=PersonId("person"), name=UNNAMED[self.language], language=self.language, time_zone="UTC", created_at=born
        )
        pet = Pet(
            id=PetId("pet"), person=person.id, name=self.name, species=self.species, personality=self.personality,
            seed=self.seed, adopted_at=born,
        )  # fmt: skip
        circle = self._circle(Context(pet=pet, person=person, now=born))
        past: list[Day] = []
        ledger: dict[str, date] = {}
        for n in count():
            now = born + timedelta(days=n, hours=7)
            day = self._day(
                Context(pet=pet, person=person, now=now, friends=circle, ledger=dict(ledger)), past, profile
            )
            past = [day, *past][:_PAST]
            ledger |= dict.fromkeys(day.lines, day.on)
            yield day

    def _circle(self, context: Context) -> tuple[Friend, ...]:
        known: tuple[Friend, ...] = ()
        for _ in range(_CIRCLE):
            known = (*known, friends.create(FriendInput(context=context, known=known), IPET))
        return known

    def _day(self, context: Context, past: list[Day], profile: Profile) -> Day:
        on = context.now.date()
        season = season_of(on, context.person.time_zone)
        given = DayInput(
            context=context,
            mode="normal",
            season=season,
            weather=weather_of(self.seed, on, season),
            past=tuple(past),
            tastes=self.tastes,
            reactions=self.reactions,
        )
        made = make_day(given, profile)
        return Day(
            bond=context.pet.bond, on=on, mode="normal", method="world", outline=made.outline.text, items=made.items,
            season=season, weather=given.weather, mind="storybook", made_at=context.now, trace=made.outline.trace,
        )  # fmt: skip
