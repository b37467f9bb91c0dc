"""The one step that can't wait, by what is happening and in whose hands the danger is."""

import pytest

from pawsona.care.situation import situation


@pytest.mark.parametrize(
    ("said", "family", "step"),
    [
        ("i cut too deep and it won't stop bleeding", "suicide", "bleeding"),
        ("屋里烧炭了，门都关好了", "suicide", "fumes"),
        ("i'm driving and i keep thinking of letting go of the wheel", "common", "driving"),
        ("he choked me again last night", "violence", "choked"),
        ("他把门反锁了，手机也拿走了", "violence", "locked_in"),
        ("a man followed me from the bus", "violence", "followed_now"),
    ],
)
def test_the_step_that_can_not_wait_fits_what_is_happening(said: str, family: str, step: str) -> None:
    found = situation(said, family)
    assert step in (found.step, found.matter.name if found.matter else None)


def test_who_threatens_is_not_sent_where_the_threatened_are_sent() -> None:
    assert situation("I'm outside the house with a knife", "threat").step is None
    assert situation("i choked her last night", "violence").step is None


def test_nobody_is_sent_to_a_knife_that_may_be_somebody_elses() -> None:
    assert situation("there is a knife and I can't breathe", "suicide").step == "thing"
    assert situation("there is a knife and I can't breathe", "common").step is None
