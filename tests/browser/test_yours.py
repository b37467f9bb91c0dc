"""What is the person's own: how they have been, what was promised, what is stored."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import (
    ANSWER,
    at_home,
    find,
    press_words,
    quiet,
    say,
    shoot,
    show,
    until_gone,
    until_says,
    wide,
)


def test_how_one_has_been_is_a_line_and_a_table_and_can_be_switched_off(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    phone.goto(f"{house.url}/talk")
    say(phone, "I am so sad today")
    house.clock.moment += timedelta(days=1)
    say(phone, "I am so happy, I got the job!")
    phone.goto(f"{house.url}/you")
    expect(phone.locator(".chart .day")).to_have_count(2)
    first, second = (float(dot.get_attribute("cx") or 0) for dot in phone.locator(".chart .day").all())
    monday = float(phone.locator(".chart text", has_text="6 Apr").get_attribute("x") or 0)
    assert (first - monday) / (second - first) == pytest.approx(5, abs=0.1)  # Saturday 11 April
    assert "low" in find(phone, "tbody").inner_text() or "even" in find(phone, "tbody").inner_text()
    assert wide(phone) <= 0
    shoot(phone, "en-phone-you")
    press_words(phone, "Switch it off")
    until_says(phone, "Switched off")
    phone.goto(f"{house.url}/talk")
    say(phone, "I am so sad again")
    phone.goto(f"{house.url}/you")
    expect(phone.locator(".chart .day")).to_have_count(2)
    press_words(phone, "Delete these weeks")
    until_says(phone, "It can't be brought back")
    press_words(phone, "It can't be brought back")
    until_says(phone, "Nothing is kept")
    press_words(phone, "Switch it on")
    until_says(phone, "Guessed from your words")
    quiet(phone)


def test_a_promise_is_settled_undone_moved_and_forgotten(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/talk")
    say(desktop, "Remind me tomorrow at nine to call my mother.")
    desktop.goto(f"{house.url}/promises")
    until_says(desktop, "Remind me tomorrow at nine")
    press_words(desktop, "That's done")
    until_says(desktop, "No promises open")
    press_words(desktop, "Undo")
    until_says(desktop, "To come")
    press_words(desktop, "Another day")
    find(desktop, "input[type=date]").fill("2026-04-20")
    press_words(desktop, "Save")
    until_says(desktop, "Monday 20 April, 09:00")
    letter = desktop.locator(".row-item p").first.evaluate("p => getComputedStyle(p, '::first-letter').textTransform")
    assert letter == "uppercase"
    shoot(desktop, "en-desktop-promises")
    press_words(desktop, "Forget it")
    press_words(desktop, "Press once more")
    until_gone(desktop, ".row-item")
    quiet(desktop)


def test_a_note_without_a_title_shows_its_words_once(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    phone.goto(f"{house.url}/notes")
    for title, text in (("", "The key is under the basil."), ("Boiler", "Call Rudi when it hums.")):
        find(phone, "#note-title").fill(title)
        find(phone, "#note-text").fill(text)
        press_words(phone, "Keep this note")
        until_says(phone, text)
    assert phone.locator(".row-item", has_text="basil").inner_text().count("basil") == 1
    assert phone.locator(".row-item strong").all_inner_texts() == ["Boiler"]
    quiet(phone)


def test_a_double_click_says_and_keeps_once(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/notes")
    find(desktop, "#note-text").fill("The key is under the basil.")
    find(desktop, "main form button[type=submit]").dblclick()
    expect(desktop.locator(".row-item")).to_have_count(1)
    desktop.goto(f"{house.url}/talk")
    find(desktop, "#say").fill("I had soup")
    find(desktop, ".write button").dblclick()
    expect(desktop.locator(ANSWER)).to_have_count(1)
    expect(desktop.locator("body")).not_to_contain_text("You stopped it here")
    desktop.goto(f"{house.url}/notes")
    expect(desktop.locator(".row-item")).to_have_count(1)
    quiet(desktop)


def test_what_a_reply_rests_on_is_told_apart(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/talk")
    memories = [
        {"id": name, "version": "1", "text": text, "said_at": None, "source": None, "quote": None}
        for name, text in (("one", "Lin's sister plays the cello"), ("two", "Lin grows basil"))
    ]
    message = {"id": "x", "role": "pet", "text": "Hm.", "at": "2026-04-11T16:20:00Z", "memories": memories}
    answer = {
        "messages": [{**message, "crisis": False, "after": None, "resources": None, "failed": False}],
        "more": False,
        "sent": {},
    }
    desktop.route("**/messages?*", lambda route: route.fulfill(json=answer))
    desktop.reload()
    expect(desktop.locator(".recall.apart")).to_have_text(
        [
            "It also had in mind: Lin's sister plays the cello",
            "It also had in mind: Lin grows basil",
        ]
    )


def test_what_is_stored_is_told_and_goes_in_two_steps(casa: House, desktop: Page) -> None:
    at_home(desktop, casa, "团团", "小林")
    desktop.goto(f"{casa.url}/care")
    until_says(desktop, "pawsona.db")
    assert desktop.locator(".stored").inner_text().startswith("日记天数")
    press_words(desktop, "全部删除")
    until_says(desktop, "这会删除团团")
    find(desktop, "#erase-name").fill("别人")
    desktop.locator(".erase [type=submit]").click()
    until_says(desktop, "名字对不上")
    find(desktop, "#erase-name").fill("小林")
    desktop.locator(".erase [type=submit]").click()
    find(desktop, "input[name=you]")
    quiet(desktop)


def test_who_writes_chinese_to_an_english_home_is_shown_the_way(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "小林")
    desktop.goto(f"{house.url}/talk")
    say(desktop, "今天好累，我想睡觉")
    press_words(desktop, "用中文聊")
    until_says(desktop, "记忆")
    assert desktop.locator("html").get_attribute("lang") == "zh-Hans"
    quiet(desktop)


def test_a_new_name_stands_all_over_the_page_and_only_what_was_chosen_is_worn(house: House, phone: Page) -> None:
    at_home(phone, house, "Biscuit", "Margaret")
    for hour in (8, 11, 15, 18):  # whatever it does just then
        house.clock.moment = house.clock.moment.replace(hour=hour)
        phone.reload()
        find(phone, "pawsona-pet svg")
        assert not phone.locator("pawsona-pet").first.get_attribute("outfit")
    phone.goto(f"{house.url}/settings")
    name = find(phone, "#set-name")
    name.fill("Crumpet")
    name.blur()
    until_says(phone, "About Crumpet")
    until_says(phone, "Saved")
    assert "Biscuit" not in find(phone, "main").inner_text()
    show(phone, "#set-name", "en-phone-renamed")
    quiet(phone)
