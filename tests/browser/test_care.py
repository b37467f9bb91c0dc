"""Care in a real browser: what is settled survives a reload; the notice is on top; the named contact can be called."""

import re
from datetime import timedelta

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
    until_gone,
    until_says,
    write,
)  # fmt: skip


def test_care_in_chinese_is_set_as_chinese_is(casa: House, phone: Page) -> None:
    phone.goto(casa.url)
    find(phone, ".honest-words a")
    assert not re.search(r"[。，：] \S", phone.locator("main").inner_text())
    at_home(phone, casa, "团团", "小林")
    phone.goto(f"{casa.url}/care")
    until_says(phone, "pawsona.db")
    assert not re.search(r"[。，：] \S", phone.locator("main").inner_text())
    expect(find(phone, ".help a[href^=http]")).to_have_class("tel link")  # as small as in English
    quiet(phone)


def test_limits_are_kept(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/care")
    find(desktop, "#day-minutes").select_option("45")
    find(desktop, "#toasts .toast")
    find(desktop, "#help-region").select_option("GB")
    until_says(desktop, "116 123")
    shoot(desktop, "en-desktop-care")
    desktop.reload()
    expect(find(desktop, "#day-minutes")).to_have_value("45")
    find(desktop, "#day-minutes").select_option("other")
    find(desktop, "input#day-minutes").fill("0")
    desktop.keyboard.press("Tab")
    until_says(desktop, "0 minutes a day can't be kept")
    quiet(desktop, refused=422)


def test_the_named_contact_can_be_called_and_the_notice_stays_until_it_is_read(casa: House, phone: Page) -> None:
    at_home(phone, casa, "团团", "小林")
    phone.goto(f"{casa.url}/care")
    find(phone, "#contact-name").fill("小美")
    find(phone, "#contact-reach").fill("010 1234 5678")
    find(phone, ".name-one button").click()
    until_says(phone, "小美：010 1234 5678")
    shoot(phone, "zh-phone-care")
    phone.goto(f"{casa.url}/talk")
    say(phone, "你好")
    assert "AI" in find(phone, ".banner").inner_text()
    find(phone, ".banner button").click()
    until_gone(phone, ".banner")
    write(phone, "今晚我就去死")
    find(phone, "main.crisis a[href='tel:01012345678']")
    quiet(phone)


def test_age_is_said_in_talk_and_put_right_in_care(house: House, phone: Page) -> None:
    adopt(phone, house, "Mikan", "Lin")
    find(phone, "select[name=age]").select_option("adult")
    bring_home(phone)
    phone.goto(f"{house.url}/talk")
    say(phone, "I'm 14 and it is boring")
    until_says(phone, "are you 18 or over?")
    phone.goto(f"{house.url}/care")
    until_says(phone, "sounded as if you were under 18")
    find(phone, "#age-band").select_option("adult")
    until_says(phone, "The rules for grown-ups hold.")
    house.clock.moment += timedelta(minutes=1)
    quiet(phone)


def test_a_heavy_note_is_kept_with_help_beside_it(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/notes")
    find(desktop, "#note-text").fill("I am going to kill myself tonight")
    find(desktop, "form button[type=submit]").click()
    until_says(desktop, "This note is kept.")
    until_says(desktop, "findahelpline.com")
    quiet(desktop)


def test_after_a_crisis_the_words_stand_in_the_talk_and_the_question_comes_once(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    phone.goto(f"{house.url}/talk")
    write(phone, "I want to kill myself")
    find(phone, "main.crisis .end button").click()
    words = say(phone, "lol I meant the game")
    assert phone.locator("main.crisis").count() == 0
    assert words in phone.locator(".lines").inner_text()
    find(phone, ".help-words:last-child")
    shoot(phone, "en-phone-after-crisis")
    phone.locator(".help-words button").last.click()
    assert find(phone, "main.crisis h1").inner_text() == "Help is here, from people"
    find(phone, "main.crisis .end button").click()
    for _ in range(3):  # the page stays open until the next day
        house.clock.moment += timedelta(hours=8)
        look(phone)
    asked = phone.locator(".pet-says:not([id])").all_inner_texts()
    assert len(asked) == 1 and "How is it today?" in asked[0]
    quiet(phone)


def look(page: Page) -> None:
    """What the open page does every minute."""
    page.evaluate(
        "() => import(document.querySelector('script[type=module]').src.replace('app.js', 'session.js'))"
        ".then((session) => session.loadNow())"
    )
