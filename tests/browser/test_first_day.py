"""A person adopts a pet in a real browser, talks, sleeps, and finds tomorrow. Screenshots go to build/screenshots."""

from datetime import timedelta

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from tests.browser.conftest import House, shoot

pytestmark = pytest.mark.browser


def find(driver: Chrome, css: str, seconds: int = 15) -> WebElement:
    """The first visible element, as soon as it is there."""

    def there(d: Chrome) -> WebElement | None:
        return next((e for e in d.find_elements(By.CSS_SELECTOR, css) if e.is_displayed()), None)

    return WebDriverWait(driver, seconds).until(there, f"{css!r} never appeared")  # type: ignore[return-value]


def until_says(driver: Chrome, words: str, seconds: int = 15) -> None:
    def said(d: Chrome) -> bool:
        return words in d.find_element(By.TAG_NAME, "body").text

    WebDriverWait(driver, seconds).until(said, f"{words!r} never appeared")


def quiet(driver: Chrome) -> None:
    """Nothing went wrong that only the console knows of, and nobody else was asked."""
    log = driver.execute("getLog", {"type": "browser"})["value"]
    assert [entry["message"] for entry in log if entry["level"] == "SEVERE"] == []
    asked = driver.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    origin = driver.execute_script("return location.origin")
    assert [name for name in asked if not name.startswith(origin)] == []


def adopt(driver: Chrome, house: House, name: str, you: str) -> None:
    driver.get(house.url)
    find(driver, "input[name=name]").send_keys(name)
    find(driver, "input[name=you]").send_keys(you)


def bring_home(driver: Chrome) -> None:
    find(driver, "form button[type=submit]").click()
    find(driver, ".timeline .is-now")


def say(driver: Chrome, text: str) -> str:
    """Say something; the pet's whole answer."""
    before = len(driver.find_elements(By.CSS_SELECTOR, ".pet-says[id]"))
    find(driver, "#say").send_keys(text + Keys.ENTER)
    WebDriverWait(driver, 15).until(lambda d: len(d.find_elements(By.CSS_SELECTOR, ".pet-says[id]")) > before)
    return driver.find_elements(By.CSS_SELECTOR, ".pet-says[id]")[-1].text


def sleep(house: House) -> None:
    """Until a quarter past eight the next morning; the night runs at its hour, as the server's scheduler does it."""
    house.clock.moment = (house.clock.moment + timedelta(days=1)).replace(hour=3, minute=5)
    house.do(house.home.tick())
    house.clock.moment = house.clock.moment.replace(hour=8, minute=15)


def first_day(driver: Chrome, house: House, shots: str, pet: str, you: str, told: tuple[str, str]) -> None:
    adopt(driver, house, pet, you)
    shoot(driver, f"{shots}-adopt")
    bring_home(driver)
    until_says(driver, you)
    shoot(driver, f"{shots}-home")
    say(driver, told[0])
    until_says(driver, "AI")
    say(driver, told[1])
    shoot(driver, f"{shots}-talk")
    driver.get(f"{house.url}/diary")
    today = find(driver, ".page h1").text
    find(driver, ".entry p")
    shoot(driver, f"{shots}-diary")

    sleep(house)
    driver.get(house.url)
    find(driver, ".timeline .is-now")
    shoot(driver, f"{shots}-tomorrow")
    driver.get(f"{house.url}/diary")
    assert find(driver, ".page h1").text != today
    driver.get(f"{house.url}/memories")
    find(driver, ".mem")
    shoot(driver, f"{shots}-memories")
    quiet(driver)


def test_the_first_day_and_the_next_in_english(house: House, desktop: Chrome) -> None:
    first_day(desktop, house, "en-desktop", "Mikan", "Lin", ("My sister is called Mei.", "what are you up to today?"))
    until_says(desktop, "Mei")


def test_the_first_day_and_the_next_in_chinese_on_a_phone(casa: House, phone: Chrome) -> None:
    first_day(phone, casa, "zh-phone", "团团", "小林", ("我妹妹叫小美", "你今天在干嘛"))
    until_says(phone, "小美")


def test_help_comes_instead_of_the_pet(house: House, phone: Chrome) -> None:
    adopt(phone, house, "Mikan", "Lin")
    bring_home(phone)
    find(phone, "#say").send_keys("I want to kill myself" + Keys.ENTER)
    until_says(phone, "findahelpline.com")
    shoot(phone, "en-phone-crisis")
    assert not [e for e in phone.find_elements(By.CSS_SELECTOR, "svg.pet") if e.is_displayed()]
    quiet(phone)


def test_what_was_typed_survives_a_reload(house: House, desktop: Chrome) -> None:
    adopt(desktop, house, "Mikan", "Lin")
    bring_home(desktop)
    find(desktop, "#say").send_keys("half a thou")
    desktop.refresh()
    assert find(desktop, "#say").get_attribute("value") == "half a thou"


def test_a_reaction_is_answered_and_taken_back(house: House, desktop: Chrome) -> None:
    adopt(desktop, house, "Mikan", "Lin")
    bring_home(desktop)
    desktop.get(f"{house.url}/diary")
    find(desktop, "[data-reaction=pat]").click()
    find(desktop, ".answer")
    shoot(desktop, "en-desktop-reaction")
    find(desktop, ".answer button").click()
    WebDriverWait(desktop, 10).until(lambda d: not d.find_elements(By.CSS_SELECTOR, ".answer"))
    quiet(desktop)
