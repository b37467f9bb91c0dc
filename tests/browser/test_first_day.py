"""A person adopts a pet in a real browser, talks, sleeps, and finds tomorrow. Screenshots go to build/screenshots."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import (
    adopt,
    at_home,
    bring_home,
    find,
    quiet,
    say,
    shoot,
    sleep,
    until_gone,
    until_says,
    write,
)


def first_day(page: Page, house: House, shots: str, pet: str, you: str, told: tuple[str, str]) -> None:
    adopt(page, house, pet, you)
    shoot(page, f"{shots}-adopt")
    bring_home(page)
    until_says(page, you)
    shoot(page, f"{shots}-home")
    say(page, told[0])
    until_says(page, "AI")
    say(page, told[1])
    shoot(page, f"{shots}-talk")
    page.goto(f"{house.url}/diary")
    today = find(page, ".page h1").inner_text()
    find(page, ".entry p")
    shoot(page, f"{shots}-diary")

    sleep(house)
    page.goto(house.url)
    find(page, ".timeline .is-now")
    shoot(page, f"{shots}-tomorrow")
    page.goto(f"{house.url}/diary")
    assert find(page, ".page h1").inner_text() != today
    page.goto(f"{house.url}/memories")
    find(page, ".mem")
    shoot(page, f"{shots}-memories")
    quiet(page)


def test_the_first_day_and_the_next_in_english(house: House, desktop: Page) -> None:
    first_day(desktop, house, "en-desktop", "Mikan", "Lin", ("My sister is called Mei.", "what are you up to today?"))
    until_says(desktop, "Mei")


def test_the_first_day_and_the_next_in_chinese_on_a_phone(casa: House, phone: Page) -> None:
    first_day(phone, casa, "zh-phone", "团团", "小林", ("我妹妹叫小美", "你今天在干嘛"))
    until_says(phone, "小美")


def test_what_is_wrong_with_a_name_is_said_at_its_field(casa: House, phone: Page) -> None:
    adopt(phone, casa, "团" * 42, " ")
    button = find(phone, "form button[type=submit]")
    button.click()
    for name, words in (("name", "多了 2 个字，最多 40 个。"), ("you", "告诉它怎么叫你。")):
        field = phone.locator(f"input[name={name}]")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(words)
    expect(phone.locator("input[name=name]")).to_be_focused()
    shoot(phone, "zh-phone-adopt-wrong")
    find(phone, "input[name=name]").fill("团" * 40)
    expect(phone.locator("input[name=name]")).to_have_attribute("aria-invalid", "false")
    button.click()
    expect(phone.locator("input[name=you]")).to_be_focused()
    find(phone, "input[name=you]").fill("小林")
    bring_home(phone)
    quiet(phone)


def test_help_comes_instead_of_the_pet(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    write(phone, "I want to kill myself")
    until_says(phone, "findahelpline.com")
    shoot(phone, "en-phone-crisis")
    assert phone.locator("svg.pet").filter(visible=True).count() == 0
    quiet(phone)


def test_what_was_typed_survives_a_reload(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    find(desktop, "#say").fill("half a thou")
    desktop.reload()
    expect(find(desktop, "#say")).to_have_value("half a thou")


def test_a_reaction_is_answered_and_taken_back(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/diary")
    find(desktop, "[data-reaction=pat]").click()
    find(desktop, ".answer")
    shoot(desktop, "en-desktop-reaction")
    find(desktop, ".answer button").click()
    until_gone(desktop, ".answer")
    quiet(desktop)


@pytest.mark.parametrize(
    ("home", "window", "date", "told"),
    [("house", "phone", "Monday 23 November", "begins in the morning"), ("casa", "desktop", "11月23日", "从早上开始")],
)
def test_who_adopts_after_midnight_is_told_when_the_first_day_begins(
    home: str, window: str, date: str, told: str, request: pytest.FixtureRequest
) -> None:
    house, page = request.getfixturevalue(home), request.getfixturevalue(window)
    house.clock.moment = datetime(2026, 11, 23, 1, 50, tzinfo=UTC)
    adopt(page, house, "Mikan", "Lin")
    find(page, "form button[type=submit]").click()
    until_says(page, told)
    for path in ("", "/diary"):
        page.goto(f"{house.url}{path}")
        until_says(page, told)
        until_says(page, date)
        assert page.locator(".timeline, .entry").count() == 0
        assert "22" not in find(page, "main").inner_text()
        shoot(page, f"{window}-after-midnight{path.replace('/', '-')}")
    house.clock.moment = house.clock.moment.replace(hour=8)
    house.do(house.home.tick())
    page.goto(house.url)
    find(page, ".timeline .is-now")
    quiet(page)
