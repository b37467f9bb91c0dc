from dataclasses import replace
from datetime import date, time

import pytest

from pawsona.domain.day import Change, Item
from pawsona.domain.pet import Friend
from pawsona.skills import PROFILES, SKILLS
from pawsona.skills.context import Context
from pawsona.skills.routine import DayInput, Outline, Schedule, ScheduleInput

GOOD = (
    Item(at=time(7, 10), label="Stretch in the sun", kind="watch"),
    Item(at=time(9), label="Count sparrows", kind="watch"),
    Item(at=time(11, 30), label="Market with Bo", kind="market"),
    Item(at=time(18, 30), label="Soup, close up", kind="supper"),
    Item(at=time(22, 30), label="Sleep at last", kind="sleep"),
)


def problems(context: Context, items: tuple[Item, ...], profile: str = "ipet", **day: object) -> list[str]:
    given = DayInput(context=context, mode="normal", season="spring", weather="sun")
    given = replace(given, **day)  # type: ignore[arg-type]
    schedule = ScheduleInput(day=given, outline=Outline(text="A day."))
    return SKILLS["routine.schedule"].problems(schedule, Schedule(items=items), PROFILES[profile])


def test_a_good_schedule_keeps_every_profile(english: Context) -> None:
    for profile in PROFILES:
        assert problems(english, GOOD, profile) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_times_ascend_and_sleep_closes_in_every_profile(english: Context, profile: str) -> None:
    swapped = (GOOD[1], GOOD[0], *GOOD[2:])
    assert "07:10 does not come after 09:00" in problems(english, swapped, profile)
    assert any("not sleep" in p for p in problems(english, GOOD[:-1], profile))
    assert problems(english, (), profile) == ["the schedule has no items"]


def test_ipet_has_five_to_eight_items_of_two_to_five_words(english: Context) -> None:
    assert "the schedule has 4 items, not 5 to 8" in problems(english, GOOD[1:])
    long = replace(GOOD[0], label="Stretch for a very long time indeed")
    assert "07:10: the label has 7 words, not 2 to 5" in problems(english, (long, *GOOD[1:]))


def test_petbench_takes_the_count_as_soft(english: Context) -> None:
    eight = (*GOOD[:4], *(replace(GOOD[0], at=time(19, n), label=f"Thing number {n}") for n in range(3)), GOOD[4])
    assert problems(english, eight, "petbench") == []


def test_sleep_before_eight_in_the_evening_is_too_early(english: Context) -> None:
    early = (*GOOD[:4], replace(GOOD[4], at=time(19, 30)))
    assert "sleep at 19:30 is before 20:00" in problems(english, early)
    assert problems(english, early, "open") == []


def test_names_may_be_in_another_language_and_are_short_where_labels_are_counted(chinese: Context) -> None:
    """Whose language changes, keeps the friends whom the pet has."""
    friend = Friend(name="Bramble Thornfield", species="otter", trait="kind", hobby="tea")
    items = tuple(replace(item, label="在窗台上晒太阳") for item in GOOD[:-1])
    told = (*items[:2], replace(items[2], label="学给Bramble Thornfield听"), items[3], replace(GOOD[4], label="睡了"))
    assert problems(replace(chinese, friends=(friend,)), told) == []
    assert "11:30: the label is not in Chinese" in problems(chinese, told)


def test_what_the_person_asked_for_must_be_there(english: Context) -> None:
    sea = Change(on=date(2026, 4, 12), at=None, label="Trip to the sea", kind="sea", said="let's go to the sea")
    assert "the person asked for 'Trip to the sea' and it is missing" in problems(english, GOOD, changes=(sea,))


def test_a_name_of_forty_characters_makes_nothing_too_long(chinese: Context) -> None:
    context = replace(chinese, pet=replace(chinese.pet, name="团" * 40))
    text = f"{context.pet.name}推开门，{context.pet.name}闻了闻雨，{context.pet.name}决定今天哪儿也不去。"
    given = DayInput(context=context, mode="normal", season="spring", weather="rain")
    assert SKILLS["routine.outline"].problems(given, Outline(text=f"{text}{text}"), PROFILES["ipet"]) == []
    assert SKILLS["routine.outline"].problems(given, Outline(text="雨" * 161), PROFILES["ipet"])
