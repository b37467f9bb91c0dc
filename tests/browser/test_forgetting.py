"""The end of the memories page: what leaves this week with its words, and what has gone without them."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import House
from tests.browser.hands import find, quiet, show, until_says

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion


async def lived(house: House, says: tuple[str, str]) -> None:
    """One thing forgotten by hand, one that leaves in three days."""
    owner = PersonForm(name="Lin", language=house.home.settings.spoken, time_zone="UTC", age_band="adult")
    companion = Companion(house.home, *await house.home.adopt(PetForm(name="Mikan"), owner))
    for text in says:
        await companion.say(text)
        await companion.night()
        house.clock.moment += timedelta(hours=1)
    await companion.forget((await companion.memories())[-1].id, turns=True)
    house.clock.moment += timedelta(days=27)


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(
    ("home", "says", "stays", "went"),
    [
        ("house", ("My sister is called Mei.", "I have a headache today."), "headache", "1 memory you removed"),
        ("casa", ("我妹妹叫小梅。", "我今天头疼。"), "头疼", "你删掉的 1 条记忆"),
    ],
)
def test_what_leaves_and_what_went_is_shown(
    request: pytest.FixtureRequest, size: str, home: str, says: tuple[str, str], stays: str, went: str
) -> None:
    house: House = request.getfixturevalue(home)
    page: Page = request.getfixturevalue(size)
    house.do(lived(house, says))
    page.goto(f"{house.url}/memories")
    find(page, ".forgetting summary").click()
    until_says(page, went)
    fold = page.locator(".forgetting").inner_text()
    assert stays in fold
    assert "Mei" not in fold and "小梅" not in fold
    show(page, ".forgetting", f"forgetting-{home}-{size}")
    quiet(page)
