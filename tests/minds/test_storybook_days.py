"""The storybook's days: a fortnight of whole lives, held against the skills' own rules and against themselves."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

import pytest
from tests.minds.conftest import START, a_pet, given_for, lived, simulate

from pawsona.domain.day import Day
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import Personality, Pet, Species
from pawsona.minds.storybook import lint
from pawsona.minds.storybook.days import make_detail, make_details, make_outline, make_schedule
from pawsona.minds.storybook.library import library
from pawsona.skills.acts import DetailsInput
from pawsona.skills.profiles import IPET
from pawsona.skills.routine import DetailInput, ScheduleInput
from pawsona.world.check import day_problems


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
    ledger = {line: day.on for day in life for line in day.lines}
    whole = life[-1]
    before = {line: day.on for day in life[:-1] for line in day.lines}
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


def _seeded(seed: int) -> Pet:
    return a_pet(seed=seed)


def test_a_name_that_the_person_gave_appears_in_the_days_after() -> None:
    pet = next(pet for pet in map(_seeded, range(1, 60)) if "arc:bean:1" in simulate(1, pet, "en")[0].trace.lines)
    plain = simulate(12, pet, "en")
    begun = next(day.on for day in plain if "arc:bean:1" in day.trace.lines)
    then = next(day for day in plain if "arc:bean:2" in day.trace.lines)
    life = [day for day in plain if day.on < then.on]
    ledger = {line: day.on for day in life for line in day.lines} | {"var:bean:bean=Sir Sprout": begun}
    day = lived(given_for(then.on, pet, "en", life[:-8:-1], ledger))
    assert "Sir Sprout" in day.outline
