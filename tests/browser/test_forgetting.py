"""The end of the memories page: what leaves this week with its words, and what has gone without them."""

from datetime import timedelta

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from tests.browser.conftest import House, shoot
from tests.browser.test_first_day import find, quiet, until_says

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion

pytestmark = pytest.mark.browser


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
    driver: Chrome = request.getfixturevalue(size)
    house.do(lived(house, says))
    driver.get(f"{house.url}/memories")
    find(driver, ".forgetting summary").click()
    until_says(driver, went)
    fold = driver.find_element(By.CSS_SELECTOR, ".forgetting")
    assert stays in fold.text
    assert "Mei" not in fold.text and "小梅" not in fold.text
    driver.execute_script("arguments[0].scrollIntoView()", fold)
    shoot(driver, f"forgetting-{home}-{size}")
    quiet(driver)
