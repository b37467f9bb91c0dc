"""Storylines that the person bends: a choice opens one way and closes the other, a reaction moves what comes next."""

from datetime import date, timedelta

import pytest
from tests.minds.conftest import START, a_pet, given_for

from pawsona.domain.day import Reaction
from pawsona.domain.language import LANGUAGES, Language
from pawsona.minds.storybook import arcs
from pawsona.minds.storybook.festivals import festival_on
from pawsona.minds.storybook.history import history
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.life import Life
from pawsona.minds.storybook.stock import Episode, Festival, Story
from pawsona.minds.storybook.talk.asked import chosen


def _next(
    story: Story, told: int, language: Language, names: dict[str, str], felt: Reaction | None = None
) -> Episode | None:
    """What follows when so many episodes were told, the last one yesterday."""
    yesterday = START - timedelta(days=1)
    ledger = {episode.line: yesterday for episode in story.episodes[:told]}
    ledger |= {f"var:{story.id}:{name}={value}": yesterday for name, value in names.items()}
    reactions = {yesterday: frozenset({felt})} if felt else {}
    given = given_for(START, a_pet(), language, ledger=ledger, reactions=reactions)
    return arcs._following(story, given, history(given))


def _with_choice(language: Language) -> list[Story]:
    return [story for story in library(language).stories.values() if any(e.only for e in story.episodes)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_storylines_turn_on_a_choice_and_three_on_a_reaction(language: Language) -> None:
    stories = library(language).stories.values()
    assert len(_with_choice(language)) >= 3
    assert sum(any(e.react for e in story.episodes) for story in stories) >= 3
    assert sum(any(e.ask and e.ask.sets and not e.ask.options for e in s.episodes) for s in stories) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_opens_one_way_and_closes_the_other(language: Language) -> None:
    for story in _with_choice(language):
        first = next(n for n, episode in enumerate(story.episodes) if episode.only)
        [(name, _)] = story.episodes[first].only.items()
        for value in story.says[name]:
            follows = _next(story, first, language, {name: value})
            assert follows is not None
            assert follows.only.get(name, value) == value, story.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_leads_to_the_end(language: Language) -> None:
    for story in _with_choice(language):
        for name, values in story.says.items():
            for value in values:
                seen = [e for e in story.episodes if e.only.get(name, value) == value]
                assert len(seen) >= 4, (story.id, value)
                assert not story.episodes[-1].only


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reaction_moves_the_storyline(language: Language) -> None:
    moved = 0
    for story in library(language).stories.values():
        for number, episode in enumerate(story.episodes, 1):
            for feeling, target in episode.react.items():
                felt: Reaction = "pat" if feeling == "liked" else "dislike"
                assert _next(story, number, language, {}, felt) is story.episodes[target - 1]
                moved += target != number + 1
    assert moved >= 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the mill, please", "mill"),
        ("not the mill, the lake", "lake"),
        ("left!", "mill"),
        ("milling about", ""),
        ("hm", ""),
    ],
)
def test_an_answer_names_one_of_the_options(text: str, value: str) -> None:
    assert chosen(text, {"mill": ("mill", "left"), "lake": ("lake", "water")}) == value


def test_in_chinese_too_a_way_that_is_refused_is_not_taken() -> None:
    assert chosen("不做灯，做瓢", {"lamp": ("灯",), "ladle": ("瓢",)}) == "ladle"


FEASTS = [
    (Festival(id="a", name="a", on=(12, 31)), date(2026, 12, 31), date(2026, 12, 30)),
    (Festival(id="a", name="a", nth=(7, 2, 5)), date(2026, 7, 11), date(2026, 7, 4)),
    (Festival(id="a", name="a", nth=(9, -1, 5)), date(2026, 9, 26), date(2026, 9, 19)),
    (Festival(id="a", name="a", lunar=(8, 15)), date(2026, 9, 25), date(2026, 9, 26)),
    (Festival(id="a", name="a", lunar=(12, -1)), date(2026, 2, 16), date(2026, 2, 17)),
    (Festival(id="a", name="a", term="冬至"), date(2026, 12, 22), date(2026, 12, 21)),
]


@pytest.mark.parametrize(("feast", "on", "off"), FEASTS)
def test_a_feast_falls_on_its_day_by_its_calendar(feast: Festival, on: date, off: date) -> None:
    assert festival_on(on, [feast]) is feast
    assert festival_on(off, [feast]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feast_has_a_story_that_is_told_on_its_day_alone(language: Language) -> None:
    book = library(language)
    assert {story.festival for story in book.stories.values()} - {None} == {feast.id for feast in book.festivals}
    day = {"en": date(2026, 6, 21), "zh": date(2026, 9, 25)}[language]
    life = Life(language=language, species="bird", start=day - timedelta(days=2))
    told = [[line for line in lived.trace.lines if line.startswith("oneshot:")] for lived in life.days(4)]
    feasts = [bool(row) and book.stories[row[0].removeprefix("oneshot:")].festival is not None for row in told]
    assert feasts == [False, False, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_storyline_at_a_time_goes_on_when_it_said_it_would(language: Language) -> None:
    late = []
    for seed in range(4):
        days = Life(language=language, seed=seed, species="dog").days(40)
        told = {line: n for n, day in enumerate(days) for line in day.trace.lines if line.startswith("arc:")}
        for line, n in told.items():
            episode = library(language).episode[line]
            story = library(language).stories[episode.story]
            before = [told[e.line] for e in story.episodes if e.line in told and told[e.line] < n]
            if before:
                late.append(n - max(before) - max(1, episode.gap))
    assert late and min(late) >= 0
    assert sum(delay == 0 for delay in late) >= 0.8 * len(late)
