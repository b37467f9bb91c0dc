"""What is said of everybody: ranges, steps, cohorts, costs - and that nobody can be picked out."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.domain.census import Cohorts, Group, Mood, Spent, Stay, Steps
from pawsona.domain.document import Chart, Grid
from pawsona.domain.language import LANGUAGES, Language
from pawsona.lab import cells
from pawsona.lab.cohorts import WEEKS, cohorts, first_monday, retention
from pawsona.lab.page import Crowd, crowd_page
from pawsona.lab.spending import spending
from pawsona.lab.users import LOWEST, ranges, users
from pawsona.lab.words import Words

TODAY = date(2026, 11, 22)  # a Sunday
FIRST = first_monday(TODAY)
STEPS = Steps(100, 80, 40, 12, 3)
SPENT = Spent(TODAY, "small", 20, 40, 2, 1000, 100, 500)


def crowd(groups: list[Group], steps: Steps = STEPS, found: Cohorts | None = None, spent: Spent = SPENT) -> Crowd:
    all_of_them = users(groups, steps)
    fewest = cells.least(all_of_them.persons)
    rows = cohorts(found or Cohorts({}, (), ()), TODAY, fewest)
    money = spending([spent], spent.persons, lambda row: row.tokens_in / 1000, priced=True, fewest=fewest)
    return Crowd(datetime(2026, 11, 22, 12, tzinfo=UTC), all_of_them, rows, money, 14)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=9))
def test_what_is_hidden_of_a_sum_can_not_be_reckoned_back(counts: list[int]) -> None:
    parts = cells.parted(counts, cells.LEAST)
    hidden = [count for count, part in zip(counts, parts, strict=True) if part is None]
    assert all(part is None or part == count for count, part in zip(counts, parts, strict=True))
    assert not [part for part in parts if part is not None and 0 < part < cells.LEAST]
    nothing_left = all(part in (None, 0) for part in parts)
    assert not hidden or nothing_left or (len(hidden) > 1 and sum(hidden) >= cells.LEAST)


def test_who_is_alone_sees_everything_and_of_two_nothing_is_shown() -> None:
    one = users([Group(3, 1, 1)], Steps(1, 1, 0, 0, 0))
    assert one.turns[3] == 1 and one.steps == (1, 1, 0, 0, 0) and one.together is None
    two = users([Group(3, 1, 1), Group(0, 0, 1)], Steps(2, 1, 0, 0, 0))
    assert two.turns[3] is None and two.turns[0] is None and two.steps == (None, None, 0, 0, 0)


def test_persons_stand_in_their_ranges_and_more_talk_goes_with_more_memory() -> None:
    assert ranges()[:5] == ["0", "1", "2–4", "5–9", "10–19"] and ranges()[-1] == "500+"
    found = users([Group(0, 0, 30), Group(3, 2, 40), Group(6, 5, 30)], STEPS)
    assert found.persons == 100 and found.turns[3] == 40 and found.entries[5] == 30
    assert found.together == pytest.approx(1.0)
    assert users([Group(0, 3, 30), Group(3, 0, 30)], STEPS).together == pytest.approx(-1.0)
    assert users([Group(n, m, 20) for n in (0, 4) for m in (0, 4)], STEPS).together == pytest.approx(0.0)
    assert users([Group(2, 2, 50)], STEPS).together is None  # nothing to correlate


@pytest.mark.lab
def test_ranks_agree_with_those_of_persons_one_by_one() -> None:
    from scipy.stats import spearmanr

    groups = [Group(0, 1, 7), Group(1, 0, 4), Group(2, 3, 11), Group(4, 2, 9), Group(5, 5, 3)]
    each = [(group.turns, group.memories) for group in groups for _ in range(group.persons)]
    assert users(groups, STEPS).together == pytest.approx(spearmanr(*zip(*each, strict=True)).statistic)


def test_a_week_is_shown_once_it_is_over_for_everybody_in_it() -> None:
    found = Cohorts(
        {0: 40, 9: 30, 10: 25, 11: 12, 8: 4},
        (Stay(0, 0, 40, 200), Stay(0, 1, 20, 60), Stay(9, 0, 24, 99), Stay(9, 1, 5, 9), Stay(8, 0, 4, 8)),
        (Mood(0, 0, 11, 0.5), Mood(0, 1, 3, 0.1)),
    )
    rows = cohorts(found, TODAY, cells.LEAST)
    assert len(rows) == WEEKS and rows[0].monday == FIRST
    first, ninth, tenth, last = rows[0], rows[9], rows[10], rows[11]
    assert len(first.cells) == 10 and len(ninth.cells) == 1 and len(tenth.cells) == 0 and len(last.cells) == 0
    assert first.cells[0].share == 1.0 and first.cells[0].turns == 5.0 and first.cells[0].mood == 0.5
    assert first.cells[1].mood is None and first.cells[2].share == 0.0  # three persons' mood; nobody came
    assert rows[8].persons is None and rows[8].cells == ()  # four adopted: nothing is told of them
    assert retention(rows)[0] == pytest.approx((40 + 24) / (40 + 30))


def test_costs_are_of_a_day_and_of_a_person_who_caused_them() -> None:
    found = crowd([Group(3, 2, 40)]).spending
    assert (found.calls, found.tokens, found.money) == (2.0, 75.0, 0.05)
    few = crowd([Group(3, 2, 40)], spent=replace(SPENT, persons=9)).spending
    assert few.persons is None and few.money is None and few.days[0].calls is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_a_table_for_each_chart_and_its_own_words(language: Language) -> None:
    found = Cohorts({0: 40}, (Stay(0, 0, 40, 200),), ())
    page = crowd_page(crowd([Group(0, 0, 60), Group(3, 2, 40)], found=found), Words(language))
    assert [one.id for one in page.sections] == ["spread", "steps", "cohorts", "cost"]
    for section in page.sections:
        kinds = [type(block) for block in section.blocks]
        assert Grid in kinds and Chart in kinds
    assert [len({len(row) for row in (grid.head, *grid.rows)}) for grid in _grids(page.sections)] == [1] * 6
    assert "{" not in repr(page).replace("{}", "")


def test_nobody_and_no_model_make_a_page_too() -> None:
    assert "Nobody has adopted" in repr(crowd_page(crowd([]), Words("en")))
    assert all(value in (None, 0) for table, *_, value in crowd([]).figures() if table in ("turns", "entries"))
    assert len(list(crowd([]).figures())) > len(LOWEST)


def _grids(sections: object) -> list[Grid]:
    return [block for section in sections for block in section.blocks if isinstance(block, Grid)]  # type: ignore[attr-defined]
