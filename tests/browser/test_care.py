"""Care in a real browser: what is settled survives a reload; the notice is on top; the named contact can be called."""

from datetime import timedelta

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait
from tests.browser.conftest import House, shoot
from tests.browser.test_first_day import adopt, bring_home, find, quiet, say, until_says

pytestmark = pytest.mark.browser


def settled(driver: Chrome) -> None:
    find(driver, "#toasts .toast")


def test_limits_are_kept(house: House, desktop: Chrome) -> None:
    adopt(desktop, house, "Mikan", "Lin")
    bring_home(desktop)
    desktop.get(f"{house.url}/care")
    Select(find(desktop, "#day-minutes")).select_by_value("45")
    settled(desktop)
    Select(find(desktop, "#help-region")).select_by_value("GB")
    until_says(desktop, "116 123")
    shoot(desktop, "en-desktop-care")
    desktop.refresh()
    assert Select(find(desktop, "#day-minutes")).first_selected_option.get_attribute("value") == "45"
    Select(find(desktop, "#day-minutes")).select_by_value("other")
    find(desktop, "input#day-minutes").send_keys("0" + Keys.TAB)
    until_says(desktop, "0 minutes a day can't be kept")
    quiet_but_refused(desktop)


def quiet_but_refused(driver: Chrome) -> None:
    """The browser itself logs the 422 that was asked for, and nothing else."""
    log = driver.execute("getLog", {"type": "browser"})["value"]
    assert [e["message"] for e in log if e["level"] == "SEVERE" and "422" not in e["message"]] == []


def test_the_named_contact_can_be_called_and_the_notice_stays_until_it_is_read(casa: House, phone: Chrome) -> None:
    adopt(phone, casa, "团团", "小林")
    bring_home(phone)
    phone.get(f"{casa.url}/care")
    find(phone, "#contact-name").send_keys("小美")
    find(phone, "#contact-reach").send_keys("010 1234 5678")
    find(phone, ".name-one button").click()
    until_says(phone, "小美：010 1234 5678")
    shoot(phone, "zh-phone-care")
    phone.get(f"{casa.url}/talk")
    say(phone, "你好")
    assert "AI" in find(phone, ".banner").text
    find(phone, ".banner button").click()
    WebDriverWait(phone, 10).until(lambda d: not d.find_elements(By.CSS_SELECTOR, ".banner"))
    find(phone, "#say").send_keys("今晚我就去死" + Keys.ENTER)
    assert find(phone, "main.crisis a[href='tel:01012345678']")
    quiet(phone)


def test_age_is_said_in_talk_and_put_right_in_care(house: House, phone: Chrome) -> None:
    adopt(phone, house, "Mikan", "Lin")
    Select(find(phone, "select[name=age]")).select_by_value("adult")
    bring_home(phone)
    phone.get(f"{house.url}/talk")
    say(phone, "I'm 14 and it is boring")
    until_says(phone, "are you 18 or over?")
    phone.get(f"{house.url}/care")
    until_says(phone, "sounded as if you were under 18")
    Select(find(phone, "#age-band")).select_by_value("adult")
    until_says(phone, "The rules for grown-ups hold.")
    house.clock.moment += timedelta(minutes=1)
    quiet(phone)


def test_a_heavy_note_is_kept_with_help_beside_it(house: House, desktop: Chrome) -> None:
    adopt(desktop, house, "Mikan", "Lin")
    bring_home(desktop)
    desktop.get(f"{house.url}/notes")
    find(desktop, "#note-text").send_keys("I am going to kill myself tonight")
    find(desktop, "form button[type=submit]").click()
    until_says(desktop, "This note is kept.")
    until_says(desktop, "findahelpline.com")
    quiet(desktop)


def test_after_a_crisis_the_words_stand_in_the_talk_and_the_question_comes_once(house: House, phone: Chrome) -> None:
    adopt(phone, house, "Mikan", "Lin")
    bring_home(phone)
    phone.get(f"{house.url}/talk")
    find(phone, "#say").send_keys("I want to kill myself" + Keys.ENTER)
    find(phone, "main.crisis .end button").click()
    words = say(phone, "lol I meant the game")
    assert not phone.find_elements(By.CSS_SELECTOR, "main.crisis")
    assert words in phone.find_element(By.CSS_SELECTOR, ".lines").text
    find(phone, ".help-words:last-child")
    shoot(phone, "en-phone-after-crisis")
    phone.find_elements(By.CSS_SELECTOR, ".help-words button")[-1].click()
    assert find(phone, "main.crisis h1").text == "Help is here, from people"
    find(phone, "main.crisis .end button").click()
    for _ in range(3):  # the page stays open until the next day
        house.clock.moment += timedelta(hours=8)
        look(phone)
    asked = [line.text for line in phone.find_elements(By.CSS_SELECTOR, ".pet-says:not([id])")]
    assert len(asked) == 1 and "How is it today?" in asked[0]
    quiet(phone)


def look(driver: Chrome) -> None:
    """What the open page does every minute."""
    driver.execute_async_script(
        "const [done] = arguments, app = document.querySelector('script[type=module]').src;"
        "import(app.replace('app.js', 'session.js')).then((s) => s.loadNow()).then(() => done())"
    )
