"""What moves a storybook day: wishes, tastes, memories, profiles; and what can be told of it."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

import pytest
from tests.minds.conftest import START, a_pet, given_for, lived, simulate

from pawsona.domain.day import Change, Item, Tastes
from pawsona.domain.ids import MemoryId, MessageId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Memory, Topic
from pawsona.domain.pet import Friend
from pawsona.errors import MindError
from pawsona.minds.storybook.days import DAYS, make_day, make_details, make_schedule
from pawsona.minds.storybook.friends import create
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.story import story_of
from pawsona.skills import ACTS, SKILLS
from pawsona.skills.acts import DetailsInput, FriendInput
from pawsona.skills.profiles import H2HTALK, IPET, OPEN, PETBENCH, Profile
from pawsona.skills.routine import ScheduleInput

both_languages = pytest.mark.parametrize("language", LANGUAGES)


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


@pytest.mark.long
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
def test_memory_mode_remembers_at_most_two_light_things_and_lets_them_rest(language: Language) -> None:
    at = datetime(2026, 3, 29, 20, tzinfo=UTC)
    pet = a_pet(seed=4)
    memories = tuple(
        Memory(
            id=MemoryId(f"m{n}"), bond=pet.bond, text=text, topic=topic, importance=1, retention="long_term",
            origin="said", sources=(MessageId("x"),), created_at=at, renewed_at=at, expires_on=None,
        )
        for n, (topic, text) in enumerate(MEMORIES[language])
    )  # fmt: skip
    week = [
        {line for line in day.lines if line.startswith("mem=")}
        for day in simulate(7, pet, language, mode="memory", memories=memories)
    ]
    assert all(len(today) <= 2 for today in week)
    assert not any(today & yesterday for yesterday, today in pairwise(week))  # no thought comes every morning
    assert set().union(*week) == {"mem=m0", "mem=m1"}


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
    for _ in range(len(library(language).friends)):
        asked = FriendInput(context=context, known=tuple(known))
        known.append(ACTS["friend.create"].validate(asked, create(asked, IPET), IPET))
    with pytest.raises(MindError):
        create(FriendInput(context=context, known=tuple(known)), IPET)


def test_the_days_half_performs_skills_by_their_names() -> None:
    assert set(DAYS) <= {*SKILLS, *ACTS}
