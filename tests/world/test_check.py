"""The day checker says in words what is wrong with a day, and nothing about a day that is right."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from pawsona.domain.day import Day, Item, Season, Weather
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.message import Trace
from pawsona.world.check import day_problems, schedule_problems, text_problems


def item(at: str, label: str, kind: str, place: str = "home", detail: str | None = None) -> Item:
    return Item(at=time.fromisoformat(at), label=label, kind=kind, place=place, detail=detail)


GOOD = (
    item("07:30", "Breakfast by the window", "breakfast", detail="The porridge has a skin and a raisin on top of it."),
    item("09:30", "Water the tomatoes", "garden", "garden", "Nine of them, and one that thinks it is a plum."),
    item("15:00", "Fishing at the lake", "fishing", "lake", "Nothing bites, and that is the point of it."),
    item("18:30", "Soup for supper", "supper", detail="There is a carrot in it with two legs, politely ignored."),
    item("21:30", "Curl up to sleep", "sleep", detail="The blanket has a corner that is better than the others."),
)


def day(items: tuple[Item, ...] = GOOD, on: int = 13, weather: Weather = "cloud", lines: tuple[str, ...] = ()) -> Day:
    return Day(
        bond=Bond(PersonId("p"), PetId("m")), on=date(2026, 4, on), mode="normal", method="world",
        outline=f"A calm day, number {on}.", items=items, season="spring", weather=weather, mind="m",
        made_at=datetime(2026, 4, 12, tzinfo=UTC), trace=Trace(lines=lines),
    )  # fmt: skip


def with_item(n: int, changed: Item) -> tuple[Item, ...]:
    return (*GOOD[:n], changed, *GOOD[n + 1 :])


def test_a_good_day_has_no_problems() -> None:
    assert day_problems(day()) == []


@pytest.mark.parametrize(
    ("n", "changed", "word"),
    [
        (1, item("07:35", "Water the tomatoes", "garden"), "takes 15 minutes"),
        (1, item("07:50", "Fish at dawn", "fishing", "lake"), "no time to get"),
        (2, item("09:00", "Fishing at the lake", "fishing", "lake"), "does not come after"),
        (2, item("12:00", "Sleep in the sun", "sleep"), "begins at 12:00"),
        (2, item("15:00", "A late breakfast", "breakfast"), "breakfast is at 15:00"),
        (2, item("15:00", "water the tomatoes", "read"), "comes twice"),
        (3, item("13:00", "Soup for supper", "supper"), "supper is at 13:00"),
        (4, item("21:30", "Read in bed", "read"), "sleep does not close"),
    ],
)
def test_an_impossible_schedule_is_told(n: int, changed: Item, word: str) -> None:
    assert any(word in problem for problem in schedule_problems(with_item(n, changed)))


def test_strength_runs_out() -> None:
    hikes = tuple(item(f"{8 + 2 * n:02}:00", f"Hike number {n}", "hike", "hill") for n in range(4))
    assert any("strength" in p for p in schedule_problems((*hikes, item("21:00", "Sleep", "sleep"))))


@pytest.mark.parametrize(
    ("detail", "at", "season", "weather", "wrong"),
    [
        ("She sits in the rain and hums.", "10:00", "spring", "sun", True),
        ("She sits in the rain and hums.", "10:00", "spring", "rain", False),
        ("A snowflake lands on the nose.", "10:00", "summer", "cloud", True),
        ("Old snow under the hedge.", "10:00", "winter", "sun", False),
        ("The sunshine lies on the sill.", "10:00", "spring", "rain", True),
        ("She waits for the first stars.", "20:00", "spring", "sun", False),
        ("She counts the stars above the roof.", "12:00", "spring", "sun", True),
        ("The sunrise is pink.", "15:00", "spring", "sun", True),
        ("She paints the stars on a plate.", "12:00", "spring", "sun", False),
        ("外面在下雨，她听着雨声。", "10:00", "spring", "sun", True),
        ("没有下雨，路是干的。", "10:00", "spring", "sun", False),
        ("雪花落在鼻尖上。", "10:00", "autumn", "cloud", True),
        ("她在阳光里打滚。", "10:00", "spring", "rain", True),
        ("她数天上的星星。", "12:00", "spring", "sun", True),
        ("她梦见星星掉进碗里。", "12:00", "spring", "sun", False),
    ],
)
def test_texts_must_fit_weather_and_hour(detail: str, at: str, season: Season, weather: Weather, wrong: bool) -> None:
    assert bool(text_problems([item(at, "A thing", "read", detail=detail)], season, weather)) is wrong


def test_a_sentence_may_not_come_back() -> None:
    yesterday = day(on=12)
    problems = day_problems(replace(day(), outline="Another one."), [yesterday])
    assert sum("told before" in problem for problem in problems) == len(GOOD)


def test_a_sentence_may_not_come_twice_in_a_day() -> None:
    twice = with_item(2, replace(GOOD[2], detail=GOOD[0].detail))
    assert any("told before" in problem for problem in day_problems(day(twice)))


def test_what_happened_once_yesterday_does_not_happen_again() -> None:
    bare = tuple(replace(i, detail=None) for i in GOOD)
    problems = day_problems(day(bare, lines=("bean.1", "cast=Fitch")), [day(bare, 12, lines=("bean.1", "cast=Fitch"))])
    assert problems == ["'bean.1' happened yesterday already"]
