"""What happens while a page is open is seen on it: a new day, a promise that falls due; a pat is answered."""

from datetime import timedelta

from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import at_home, find, press_words, quiet, say, shoot, until_says


def morning(house: House) -> None:
    """The next morning comes, and with it the night's work."""
    house.clock.moment = (house.clock.moment + timedelta(days=1)).replace(hour=8, minute=15)
    house.do(house.home.tick())


def marked(page: Page) -> None:
    """A page that was loaded anew has lost this."""
    page.evaluate("window.stayed = true")


def stayed(page: Page) -> None:
    assert page.evaluate("window.stayed") is True
    quiet(page)


def test_home_and_diary_turn_to_the_new_day_by_themselves(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    marked(desktop)
    morning(house)
    until_says(desktop, "Sunday 12 April")
    stayed(desktop)
    press_words(desktop, "Diary")
    expect(desktop.locator(".page h1")).to_contain_text("Sunday 12 April")
    marked(desktop)
    morning(house)
    expect(desktop.locator(".page h1")).to_contain_text("Monday 13 April")
    expect(desktop.locator("aside > div > .cal a")).to_have_count(3)
    stayed(desktop)


def test_memories_of_the_night_come_while_one_looks(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    press_words(desktop, "Talk")
    say(desktop, "My sister is called Mei.")
    press_words(desktop, "Memories")
    until_says(desktop, "Nothing yet")
    marked(desktop)
    morning(house)
    until_says(desktop, "Mei")
    stayed(desktop)


def test_a_promise_that_falls_due_shows_itself(casa: House, phone: Page) -> None:
    at_home(phone, casa, "团团", "小林")
    press_words(phone, "聊天")
    say(phone, "半小时后提醒我给妈妈打电话")
    phone.goto(f"{casa.url}/promises")
    until_says(phone, "还没到")
    marked(phone)
    casa.clock.moment += timedelta(minutes=31)
    casa.do(casa.home.tick())
    until_says(phone, "到时候了")
    shoot(phone, "zh-phone-promise-due")
    stayed(phone)


def test_the_pet_beside_a_page_follows_the_minute(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    for path in ("diary", "notes", "promises", "you"):
        house.clock.moment = house.clock.moment.replace(hour=16, minute=20)
        desktop.goto(f"{house.url}/{path}")
        pet = desktop.locator(".peek svg.pet")
        expect(pet).to_have_attribute("data-pose", "sit")
        marked(desktop)
        house.clock.moment = house.clock.moment.replace(hour=23, minute=30)
        desktop.evaluate(
            "document.dispatchEvent(new Event('visibilitychange'))"
        )  # looks at the clock as each minute does
        expect(pet).to_have_attribute("data-pose", "sleep")
        expect(desktop.locator("html")).to_have_attribute("data-tod", "night")
        stayed(desktop)


def test_nobody_is_said_to_listen_who_is_asleep(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    press_words(phone, "Talk")
    until_says(phone, "Mikan is listening.")
    house.clock.moment = house.clock.moment.replace(hour=23, minute=40)
    phone.reload()
    until_says(phone, "Mikan is asleep. It wakes when you talk to it.")
    quiet(phone)


def test_a_pat_is_answered_in_words(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    line = desktop.locator(".say")
    before = line.inner_text()
    desktop.get_by_role("button", name="Pat Mikan").click()
    expect(line).not_to_have_text(before)
    assert line.inner_text().strip()
    press_words(desktop, "Talk")
    desktop.get_by_role("button", name="Pat Mikan").press("Enter")
    assert find(desktop, ".patted").inner_text().startswith("Mikan")
    quiet(desktop)
