"""The storybook's days: a fortnight of whole lives, held against the skills' own rules and against themselves."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from pawsona.domain.day import Change, Day, Item, Season, Tastes, Weather
from pawsona.domain.ids import MemoryId, MessageId, PersonId, PetId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Memory, Topic
from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Personality, Pet, Species
from pawsona.errors import MindError
from pawsona.minds.storybook import lint
from pawsona.minds.storybook.days import DAYS, make_day, make_detail, make_details, make_outline, make_schedule
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.friends import create
from pawsona.minds.storybook.history import lines_of
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.story import story_of
from pawsona.skills import ACTS, SKILLS
from pawsona.skills.acts import DetailsInput, FriendInput
from pawsona.skills.context import Context
from pawsona.skills.profiles import H2HTALK, IPET, OPEN, PETBENCH, Profile
from pawsona.skills.routine import DayInput, DetailInput, ScheduleInput
from pawsona.world.check import day_problems

START = date(2026, 3, 30)
SKIES: Mapping[Season, tuple[Weather, ...]] = {
    "spring": ("sun", "cloud", "rain", "wind", "fog", "sun", "cloud"),
    "summer": ("sun", "sun", "cloud", "rain", "wind", "sun", "cloud"),
    "autumn": ("sun", "cloud", "rain", "wind", "fog", "rain", "cloud"),
    "winter": ("sun", "cloud", "snow", "wind", "fog", "snow", "cloud"),
}
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")


def a_pet(species: Species = "cat", personality: Personality = "sunny", seed: int = 7) -> Pet:
    born = datetime(2026, 3, 29, tzinfo=UTC)
    return Pet(
        id=PetId("pet"), person=PersonId("lin"), name="Mochi", species=species, personality=personality, seed=seed,
        adopted_at=born,
    )  # fmt: skip


def a_person(language: Language) -> Person:
    name = "Lin" if language == "en" else "小林"
    born = datetime(2026, 3, 29, tzinfo=UTC)
    return Person(id=PersonId("lin"), name=name, language=language, time_zone="UTC", created_at=born)


def season_of(on: date) -> Season:
    return SEASONS[(on.month % 12 + 1) // 3 - 1] if on.month != 12 and on.month > 2 else "winter"


def given_for(
    on: date,
    pet: Pet,
    language: Language,
    past: Sequence[Day] = (),
    ledger: Mapping[str, date] | None = None,
    **more: Any,
) -> DayInput:
    season = season_of(on)
    weather = SKIES[season][roll(pet.seed, on, "sky") % 7]
    now = datetime.combine(on, time(6), UTC)
    context = Context(pet=pet, person=a_person(language), now=now, ledger=ledger or {})
    fields: dict[str, Any] = {"mode": "normal", "season": season, "weather": weather, **more}
    return DayInput(context=context, past=tuple(past), **fields)


def lived(given: DayInput, profile: Profile = IPET) -> Day:
    """One day, through the three stages, as the night does it."""
    outline = make_outline(given, profile)
    SKILLS["routine.outline"].validate(given, outline, profile)
    wanted = ScheduleInput(day=given, outline=outline)
    items = SKILLS["routine.schedule"].validate(wanted, make_schedule(wanted, profile), profile).items
    asked = DetailsInput(day=given, outline=outline, schedule=items)
    details = ACTS["routine.details"].validate(asked, make_details(asked, profile), profile).details
    told = (
        replace(item, detail=detail.text, short=detail.short, trace=detail.trace)
        for item, detail in zip(items, details, strict=True)
    )
    context = given.context
    return Day(
        bond=context.pet.bond, on=context.now.date(), mode=given.mode, method="world", outline=outline.text,
        items=tuple(told), season=given.season, weather=given.weather, mind="storybook", made_at=context.now,
        trace=outline.trace,
    )  # fmt: skip


def simulate(
    days: int, pet: Pet, language: Language, start: date = START, tastes: Tastes | None = None, **more: Any
) -> list[Day]:
    """Live some days in a row; what was used is known from the stored days alone."""
    life: list[Day] = []
    ledger: dict[str, date] = {}
    for n in range(days):
        given = given_for(start + timedelta(n), pet, language, life[:-8:-1], ledger, tastes=tastes or {}, **more)
        day = lived(given)
        life.append(day)
        ledger |= dict.fromkeys(lines_of(day), day.on)
    return life


def repeated(life: Iterable[Day], language: Language) -> list[str]:
    said = Counter(
        sentence for day in life for item in day.items for sentence in lint.sentences(item.detail or "", language)
    )
    return [sentence for sentence, times in said.items() if times > 1]


def starved(life: Iterable[Day]) -> list[str]:
    return [item.trace.state["starved"] for day in life for item in day.items if "starved" in item.trace.state]


everybody = pytest.mark.parametrize("personality", ["sunny", "gruff", "quiet"])
both_species = pytest.mark.parametrize("species", ["cat", "rabbit"])
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@both_languages
@both_species
@everybody
def test_a_fortnight_repeats_no_sentence_and_breaks_no_rule(
    language: Language, species: Species, personality: Personality
) -> None:
    for seed in (1, 20261121):
        life = simulate(14, a_pet(species, personality, seed), language)
        assert repeated(life, language) == []
        assert starved(life) == []


@both_languages
@pytest.mark.parametrize("month", [1, 4, 7, 10])
def test_every_season_has_enough_to_tell(language: Language, month: int) -> None:
    life = simulate(14, a_pet(seed=month), language, start=date(2027, month, 3))
    assert repeated(life, language) == []


@both_languages
def test_no_text_leaves_a_slot_open(language: Language) -> None:
    for day in simulate(14, a_pet(seed=5), language):
        texts = [day.outline, *(text for item in day.items for text in (item.label, item.detail, item.short) if text)]
        assert not [text for text in texts if "{" in text]


@both_languages
def test_no_text_contradicts_the_sky_or_the_hour(language: Language) -> None:
    from pawsona.minds.storybook.library import CONTENT
    from pawsona.minds.storybook.source import read

    raw = read(CONTENT / language / "guards.yaml", CONTENT)
    words = lint.compile_words({key: raw[key] for key in lint.DIMENSIONS}, [], language)
    for month in (1, 4, 7, 10):
        for day in simulate(10, a_pet(seed=month), language, start=date(2027, month, 3)):
            for item in day.items:
                for text in (item.label, item.detail or ""):
                    for allowed in words.found("weather", text).values():
                        assert day.weather in allowed, (day.on, day.weather, text)
                    for allowed in words.found("season", text).values():
                        assert day.season in allowed, (day.on, day.season, text)


@both_languages
def test_the_worlds_checker_finds_nothing_wrong_with_a_month(language: Language) -> None:
    for seed in (2, 3):
        life = simulate(30, a_pet("rabbit", "quiet", seed), language)
        for n, day in enumerate(life):
            assert day_problems(day, life[max(0, n - 7) : n][::-1]) == []


def test_a_day_begins_with_breakfast_and_leaves_time_for_the_way() -> None:
    for day in simulate(14, a_pet(seed=3), "en"):
        assert day.items[0].kind == "breakfast"
        assert 5 <= len(day.items) <= 8
        for before, after in zip(day.items, day.items[1:], strict=False):
            gap = (after.at.hour - before.at.hour) * 60 + after.at.minute - before.at.minute
            assert gap >= 30


def test_the_same_input_gives_the_same_day() -> None:
    assert simulate(14, a_pet(seed=9), "en") == simulate(14, a_pet(seed=9), "en")


def test_another_seed_gives_another_life() -> None:
    one, other = simulate(7, a_pet(seed=1), "en"), simulate(7, a_pet(seed=2), "en")
    assert [day.outline for day in one] != [day.outline for day in other]


def test_a_night_that_was_killed_and_runs_again_makes_the_same_day() -> None:
    pet = a_pet(seed=11)
    life = simulate(13, pet, "en")
    ledger = {line: day.on for day in life for line in lines_of(day)}
    whole = life[-1]
    before = {line: day.on for day in life[:-1] for line in lines_of(day)}
    clean = lived(given_for(whole.on, pet, "en", life[-2:-9:-1], before))
    after_kill = lived(given_for(whole.on, pet, "en", life[-2:-9:-1], ledger))
    assert clean == whole
    assert after_kill == whole


def test_one_detail_is_the_one_that_the_whole_day_would_have_had() -> None:
    pet = a_pet(seed=4)
    given = given_for(START, pet, "en")
    outline = make_outline(given, IPET)
    items = make_schedule(ScheduleInput(day=given, outline=outline), IPET).items
    whole = make_details(DetailsInput(day=given, outline=outline, schedule=items), IPET).details
    for index in range(len(items)):
        asked = DetailInput(day=given, outline=outline, schedule=items, index=index)
        assert make_detail(asked, IPET) == whole[index]


def test_something_happens_on_most_days_and_nothing_twice() -> None:
    life = simulate(14, a_pet(seed=6), "en")
    arcs = [line for day in life for line in day.trace.lines if line.startswith(("arc:", "oneshot:"))]
    assert len(arcs) >= 9
    assert len(set(arcs)) == len(arcs)
    assert len(arcs) < 14


def test_a_storyline_goes_on_in_order_with_the_same_friend() -> None:
    life = simulate(25, a_pet(seed=8), "en")
    for name, story in library("en").stories.items():
        told = [line for day in life for line in day.trace.lines if line.startswith(f"arc:{name}:")]
        assert told == [episode.line for episode in story.episodes][: len(told)]
        friends = {day.trace.state["slot.F"] for day in life for line in day.trace.lines
                   if line.startswith(f"arc:{name}:") and "slot.F" in day.trace.state}  # fmt: skip
        assert len(friends) <= 1


def test_a_name_that_the_person_gave_appears_in_the_days_after() -> None:
    pet = a_pet(seed=2)
    plain = simulate(20, pet, "en")
    begun = next(day.on for day in plain if "arc:bean:1" in day.trace.lines)
    then = next(day for day in plain if "arc:bean:2" in day.trace.lines)
    life = [day for day in plain if day.on < then.on]
    ledger = {line: day.on for day in life for line in lines_of(day)} | {"var:bean:bean=Sir Sprout": begun}
    day = lived(given_for(then.on, pet, "en", life[:-8:-1], ledger))
    assert "Sir Sprout" in day.outline


@both_languages
def test_what_the_person_asked_for_is_in_the_day(language: Language) -> None:
    label = "Look at the harbour" if language == "en" else "去看港口"
    wish = Change(on=START, at=time(15), label=label, kind="sea", said="")
    given = given_for(START, a_pet(seed=4), language, changes=(wish,))
    day = lived(given)
    item = next(item for item in day.items if item.kind == "sea")
    assert (item.at, item.label) == (time(15), label)
    assert label in (item.detail or "")


@pytest.mark.parametrize("hour", [5, 7, 12, 17, 21, 23])
def test_a_wish_fits_in_at_any_hour(hour: int) -> None:
    wish = Change(on=START, at=time(hour, 30), label="Call the grandmother", kind="call", said="")
    day = lived(given_for(START, a_pet(seed=hour), "en", changes=(wish,)))
    assert "call" in [item.kind for item in day.items]
    assert day.items[0].kind == "breakfast"


def test_many_wishes_still_make_a_valid_day() -> None:
    kinds = ("sea", "kite", "fishing", "bake", "music", "stargaze")
    wishes = tuple(Change(on=START, at=None, label="Something we agreed", kind=kind, said="") for kind in kinds)
    day = lived(given_for(START, a_pet(seed=4), "en", changes=wishes))
    assert set(kinds) <= {item.kind for item in day.items}


def _counts(tastes: Tastes) -> Counter[str]:
    total: Counter[str] = Counter()
    for seed in range(12):
        life = simulate(10, a_pet(seed=seed), "en", tastes=tastes)
        total.update(
            item.kind for day in life for item in day.items if not any("beat:" in line for line in item.trace.lines)
        )
    return total


def test_a_taste_moves_what_it_is_about_and_nothing_else() -> None:
    plain, averse, keen = _counts({}), _counts({"fishing": -1.0}), _counts({"fishing": 1.0})
    assert averse["fishing"] <= plain["fishing"] / 4 < plain["fishing"] < keen["fishing"]
    others = {kind for kind in plain | averse if kind != "fishing"}
    lost = plain["fishing"] - averse["fishing"]
    assert sum(abs(plain[kind] - averse[kind]) for kind in others) <= 2.5 * lost


@both_languages
def test_a_day_without_fishing_stays_as_it_was_when_fishing_is_disliked(language: Language) -> None:
    for seed in range(4):
        plain = simulate(10, a_pet(seed=seed), language)
        averse = simulate(10, a_pet(seed=seed), language, tastes={"fishing": -1.0})
        for day, other in zip(plain, averse, strict=True):
            if all(item.kind != "fishing" for item in day.items):
                assert [(item.at, item.kind) for item in day.items] == [(item.at, item.kind) for item in other.items]


@both_languages
def test_items_that_another_mind_planned_are_told_without_claiming_that_the_person_asked(language: Language) -> None:
    label = "Juggle three plates" if language == "en" else "抛三个盘子"
    items = tuple(Item(at=time(hour), label=label, kind="juggling") for hour in (8, 10, 12))
    asked = DetailsInput(day=given_for(START, a_pet(), language), outline=None, schedule=items)
    details = ACTS["routine.details"].validate(asked, make_details(asked, IPET), IPET).details
    assert all(label in detail.text for detail in details)
    assert len({detail.text for detail in details}) == 3
    assert not any("Lin" in detail.text or "小林" in detail.text for detail in details)


MEMORIES: Mapping[Language, tuple[tuple[Topic, str], ...]] = {
    "en": (("food", "Lin likes jasmine tea."), ("hobbies", "Lin paints boats."), ("mood", "Lin cried yesterday.")),
    "zh": (("food", "小林爱喝茉莉花茶。"), ("hobbies", "小林喜欢画船。"), ("mood", "小林昨天哭了。")),
}


@both_languages
def test_memory_mode_remembers_at_most_two_light_things(language: Language) -> None:
    at = datetime(2026, 3, 29, 20, tzinfo=UTC)
    pet = a_pet(seed=4)
    memories = tuple(
        Memory(
            id=MemoryId(f"m{n}"), bond=pet.bond, text=text, topic=topic, importance=1, retention="long_term",
            origin="said", sources=(MessageId("x"),), created_at=at, renewed_at=at, expires_on=None,
        )
        for n, (topic, text) in enumerate(MEMORIES[language])
    )  # fmt: skip
    used: set[str] = set()
    for day in simulate(7, pet, language, mode="memory", memories=memories):
        today = {line for line in lines_of(day) if line.startswith("mem=")}
        assert 1 <= len(today) <= 2
        used |= today
    assert used == {"mem=m0", "mem=m1"}


@pytest.mark.parametrize("profile", [PETBENCH, H2HTALK, OPEN])
@both_languages
def test_the_other_profiles_hard_rules_hold_as_well(language: Language, profile: Profile) -> None:
    for n in range(7):
        lived(given_for(START + timedelta(n), a_pet(seed=n), language), profile)


def test_the_whole_day_at_once_is_the_same_day() -> None:
    given = given_for(START, a_pet(seed=4), "en")
    whole = ACTS["day.direct"].validate(given, make_day(given, IPET), IPET)
    assert whole.items == lived(given).items


def test_without_an_outline_nothing_special_happens() -> None:
    given = given_for(START, a_pet(seed=4), "en")
    items = make_schedule(ScheduleInput(day=given, outline=None), IPET).items
    assert not any(line.startswith("beat:") for item in items for line in item.trace.lines)


@both_languages
def test_the_pet_can_tell_of_its_day(language: Language) -> None:
    day = simulate(1, a_pet(seed=4), language)[0]
    told = story_of(day, language, {"P": "Mochi"})
    assert told[0].story is not None
    assert told[0].items
    assert len(told[0].faq) >= 3
    assert all("{" not in one.tell for one in told)
    assert any(one.story is None for one in told)


@both_languages
def test_friends_are_met_once_each_until_the_book_is_empty(language: Language) -> None:
    context = given_for(START, a_pet(), language).context
    known: list[Friend] = []
    for _ in range(24):
        asked = FriendInput(context=context, known=tuple(known))
        known.append(ACTS["friend.create"].validate(asked, create(asked, IPET), IPET))
    with pytest.raises(MindError):
        create(FriendInput(context=context, known=tuple(known)), IPET)


def test_the_days_half_performs_skills_by_their_names() -> None:
    assert set(DAYS) <= {*SKILLS, *ACTS}
