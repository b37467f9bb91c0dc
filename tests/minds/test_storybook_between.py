"""What holds a month together: storylines seen between their episodes, things that travel, weather that stays wet."""

import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.minds.conftest import START, a_pet, given_for, lived, simulate

from pawsona.domain.day import Day, Weather
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import SPECIES, Species
from pawsona.errors import ContentError
from pawsona.minds.storybook.arcs import QUIET
from pawsona.minds.storybook.library import library, load
from pawsona.minds.storybook.stock import Story
from pawsona.minds.storybook.weathers import LOUD

pytestmark = pytest.mark.long

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def lines(day: Day, kind: str) -> list[str]:
    return [line for line in day.lines if line.startswith(kind)]


def storylines(language: Language) -> list[Story]:
    return [story for story in library(language).stories.values() if not story.oneshot]


def on(story: Story, language: Language, number: int, waited: int, species: Species = "cat") -> Day:
    """The day on which, so many days after its last episode, a storyline may go on."""
    day = START + timedelta(60)
    ledger: dict[str, date] = {episode.line: day - timedelta(waited) for episode in story.episodes[:number]}
    return lived(given_for(day, a_pet(species, seed=3), language, ledger=ledger))


@both_languages
def test_there_is_enough_of_it(language: Language) -> None:
    book = library(language)
    assert len(book.threads) >= 40
    assert sum(len(run.steps) for run in book.runs) >= 60
    for story in storylines(language):
        assert sum(len(episode.between) for episode in story.episodes) >= 3, story.id
        assert all(episode.recap for episode in story.episodes[1:]), story.id


@both_languages
def test_a_running_storyline_is_seen_on_most_days_on_which_it_sleeps(language: Language) -> None:
    slept = seen = 0
    for seed in range(4):
        running = ""
        for day in simulate(30, a_pet("dog", seed=seed), language):
            told = lines(day, "arc:")
            if running and not told:
                slept += 1
                seen += any(f":{running}:" in line for line in lines(day, "between:"))
            if told:
                _, story, number = told[0].split(":")
                running = story if int(number) < len(library(language).stories[story].episodes) else ""
    assert slept >= 8
    assert seen / slept >= 0.6


@both_languages
def test_a_storyline_that_comes_back_after_days_says_first_how_things_stand(language: Language) -> None:
    found = 0
    for story in storylines(language):
        for waited in (1, 9):
            day = on(story, language, 1, waited)
            episode = next((library(language).episode[line] for line in lines(day, f"arc:{story.id}:")), None)
            if episode is not None and "{" not in episode.recap:
                assert (episode.recap in (day.outline or "")) == (waited > 1)
                found += 1
    assert found


@both_languages
def test_something_travels_through_a_quiet_day(language: Language) -> None:
    quiet = [day for day in simulate(60, a_pet("rabbit", seed=5), language) if QUIET in day.trace.lines]
    threaded = [day for day in quiet if lines(day, "thread:")]
    assert len(threaded) >= 0.8 * len(quiet) > 0
    for day in threaded:
        [line] = [line for line in day.trace.lines if line.startswith("thread:")]
        thread = library(language).episode[line]
        told = [beat.line for beat in thread.beats if beat.line in day.lines]
        assert len(told) >= 3
        assert [line for line in day.lines if line in told] == told


@both_languages
@pytest.mark.parametrize("weather", sorted(LOUD))
def test_bad_weather_is_felt_more_than_once_in_a_day(language: Language, weather: Weather) -> None:
    start = date(2026, 1, 10) if weather == "snow" else START
    days = [_under(weather, start, species, seed, language) for species in SPECIES for seed in range(3)]
    felt = [sum(_is_felt(line, language) for item in day.items for line in item.trace.lines) for day in days]
    assert sum(count >= 2 for count in felt) / len(felt) >= 0.6


def _is_felt(line: str, language: Language) -> bool:
    scene = library(language).vignette.get(line)
    return line.startswith("run:") or (scene is not None and bool(scene.guard.weather))


def _under(weather: Weather, start: date, species: Species, seed: int, language: Language) -> Day:
    return lived(replace(given_for(start, a_pet(species, seed=seed), language), weather=weather))


def test_a_beat_bends_to_who_lives_it() -> None:
    story = library("en").stories["gazette"]
    told = {
        species: next(
            item.detail for item in on(story, "en", 3, 1, species).items if "beat:gazette-4b" in item.trace.lines
        )
        for species in ("bird", "dragon")
    }
    assert told["bird"] != told["dragon"]


FAULTS = [
    ("threads/threads.yaml", "act: breakfast, detail", "act: brunch, detail", "unknown act 'brunch'"),
    ("threads/threads.yaml", "when: morning", "when: evening", "when nobody does that"),
    ("weathers/rain.yaml", "at: out", "at: sea", "is at 'sea'"),
    ("weathers/rain.yaml", "guard: {weather: [rain]}", "guard: {season: [spring]}", "needs a guard for weather"),
    ("arcs/bean.yaml", "act: [breakfast, supper]", "act: [brunch]", "unknown act 'brunch'"),
    ("arcs/bean.yaml", 'recap: "', 'recap: "Rain. ', "says 'rain'"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_is_refused_with_its_file(copy: Path, file: str, old: str, new: str, said: str) -> None:
    path = copy / "en" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=re.escape(said)):
        load(copy, "en")
