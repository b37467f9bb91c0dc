"""Errors that a person understands: whatever goes away, nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import Connection
from tests.browser.conftest import WAIT, House
from tests.browser.hands import ANSWER, at_home, find, press_words, say, shoot, until_gone, until_says, write
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.app.switching import use_agreed
from pawsona.dialogue.hearing import LONGEST
from pawsona.errors import SetupError
from pawsona.server import door

SLOW = {"offline": False, "latency": 900, "downloadThroughput": 12_000, "uploadThroughput": 6_000}
"""A bad mobile network: nearly a second there and back, 12 kB a second."""

UNDERSTOOD = """async (sentence) => {
  const words = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/js/words.js")).name;
  return (await import(words)).understood(sentence);
}"""


def test_the_server_goes_and_comes_back(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/talk")
    find(desktop, "#say").fill("half a thou")
    house.stop()
    write(desktop, "My sister is called Mei.")
    until_says(desktop, "What you wrote is kept here.")
    expect(desktop.locator("#gone")).to_be_hidden()
    expect(desktop.get_by_role("button", name="Try again")).to_have_count(1)
    assert find(desktop, "body").inner_text().count("Pawsona is not answering. ") == 1
    find(desktop, "#say").fill("and one more thing")
    shoot(desktop, "en-desktop-server-gone")
    with house.again():
        desktop.reload()
        expect(find(desktop, "#say")).to_have_value("and one more thing")
        until_says(desktop, "My sister is called Mei.")
        find(desktop, ".unanswered button").click()
        find(desktop, ANSWER)
        until_gone(desktop, ".unanswered")
        desktop.reload()
        until_says(desktop, "My sister is called Mei.")
        assert desktop.locator(".you-say").count() == 1


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_message_whose_answer_was_cut_off_is_sent_again_and_heard_once(
    house: House, desktop: Page, reloaded: bool
) -> None:
    """The server had it and nobody learned of it: the same key tells that it is the same message."""
    at_home(desktop, house, "Mikan", "Lin")
    # Without news, from which the page would learn of the reply by itself.
    desktop.route("**/api/v1/events", lambda route: route.abort())
    desktop.goto(f"{house.url}/talk")
    keys: list[str | None] = []

    def heard_and_cut_off(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) > 1:
            return route.continue_()
        assert route.fetch().ok
        return route.abort()

    desktop.route("**/api/v1/pets/*/messages", heard_and_cut_off)
    write(desktop, "My sister is called Mei.")
    until_says(desktop, "What you wrote is kept here.")
    if reloaded:
        desktop.reload()  # and finds what was heard
    else:
        find(desktop, ".unanswered button").click()
        asked(desktop, keys, 2)
    until_gone(desktop, ".unanswered")
    find(desktop, ANSWER)
    write(desktop, "My sister is called Mei.")  # said once more, on purpose: that is another message
    asked(desktop, keys, 2 if reloaded else 3)
    assert keys[0] and keys[-2] == keys[0] and keys[-1] not in (None, keys[0])
    [person] = house.do(house.home.store.people.persons())
    stored = house.do(house.home.store.export(person.id))["messages"]
    said = [one["message_id"] for one in stored if one["role"] == "person"]
    assert len(said) == 2 and sorted(one["answers"] for one in stored if one["answers"]) == sorted(said)


def asked(page: Page, requests: list[str | None], times: int) -> None:
    """Until the page has asked so often, and has its answer: before it asks, the button says Send as well."""
    for _ in range(WAIT * 10):
        if len(requests) == times:
            break
        page.wait_for_timeout(100)
    assert len(requests) == times
    expect(page.locator("[aria-label=Send]")).to_be_visible()


def test_every_page_says_that_the_server_is_gone_and_comes_back_on_request(casa: House, phone: Page) -> None:
    at_home(phone, casa, "团团", "小林")
    casa.stop()
    for name in ("日记", "记忆"):
        press_words(phone, name)
        until_says(phone, "Pawsona 没有回应。")
    find(phone, ".state button")
    phone.evaluate("document.getElementById('gone').hidden = false")  # as the next look for the server does it
    expect(phone.locator("#gone")).to_be_hidden()
    expect(phone.get_by_role("button", name="重试")).to_have_count(1)
    shoot(phone, "zh-phone-server-gone")
    with casa.again():
        find(phone, ".state button").click()
        find(phone, ".about")
        expect(phone.locator("#gone")).to_be_hidden()


def test_a_slow_network_is_waited_for(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    press_words(phone, "Memories")
    find(phone, ".page-state.slow")
    until_says(phone, "Nothing yet.")
    press_words(phone, "Talk")
    find(phone, "#say").fill("good morning")
    phone.keyboard.press("Enter")
    phone.keyboard.press("Enter")  # twice, because nothing seems to happen
    find(phone, "[aria-label=Stop]")
    find(phone, "#say").fill("typed meanwhile")
    find(phone, ANSWER)
    expect(find(phone, "#say")).to_have_value("typed meanwhile")
    assert phone.locator(".you-say").count() == 1


def test_who_speaks_chinese_is_told_in_chinese_what_is_wrong(
    casa: House, desktop: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many sentences of the server's are English, as they are for its terminal."""

    def nowhere() -> str:
        raise SetupError("This computer is in no local network that a phone could use.")

    monkeypatch.setattr(door, "lan_address", nowhere)
    at_home(desktop, casa, "团团", "小林")
    desktop.goto(f"{casa.url}/diary/2031-01-01")
    until_says(desktop, "那天没有日记。")
    find(desktop, ".entry")
    desktop.goto(f"{casa.url}/settings")
    name = find(desktop, "#set-name")
    name.fill(" ")
    name.blur()
    until_says(desktop, "先给它起个名字。")
    expect(name).to_have_value("团团")
    name.fill("\u200b")  # what only the server sees
    name.blur()
    until_says(desktop, "这样用不了，改一改再试。")
    expect(name).to_have_value("团团")
    press_words(desktop, "配对一部手机")
    until_says(desktop, "这台电脑不在手机连得上的网络里。")
    name.fill("圆圆")
    desktop.route("**/api/v1/pets/*", lambda route: route.abort(), times=1)
    name.blur()
    until_says(desktop, "你写的都在")
    expect(name).to_have_value("圆圆")
    name.focus()
    name.blur()  # once more
    until_says(desktop, "已保存")
    expect(name).to_have_attribute("aria-invalid", "false")
    told = [
        desktop.evaluate(UNDERSTOOD, one)
        for one in ("2 phones are called '小米手机'.", "没有“kitchen-plans.md”这个文件。")
    ]
    assert told == [False, True]
    said = desktop.locator("main").inner_text()
    assert not re.search("[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", said), said


@pytest.mark.parametrize(
    ("home", "window", "told"), [("house", "desktop", "12 characters over"), ("casa", "phone", "超出 12 个字")]
)
def test_a_message_that_is_too_long_goes_back_to_the_line(
    home: str, window: str, told: str, request: pytest.FixtureRequest
) -> None:
    house, page = request.getfixturevalue(home), request.getfixturevalue(window)
    at_home(page, house, "Mikan", "Lin")
    page.goto(f"{house.url}/talk")
    text = "x" * (LONGEST + 12)
    write(page, text)
    until_says(page, told)
    expect(find(page, "#say")).to_have_value(text)
    page.reload()
    expect(find(page, "#say")).to_have_value(text)


def fill_the_disk(connection: Connection) -> None:
    """SQLite's own limit on pages says what a full disk says."""
    connection.exec_driver_sql("PRAGMA max_page_count = 1")


def free_the_disk(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")


def test_a_full_disk_keeps_what_was_typed(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/talk")
    database = house.home.store._database  # type: ignore[attr-defined]
    house.do(database.alone(fill_the_disk))
    last = "I saw a heron by the river. " * 60
    for _ in range(12):  # until the last free page is used
        write(desktop, last)
        desktop.locator("[aria-label=Send]").wait_for()
        if desktop.locator(".unanswered").count():
            break
    until_says(desktop, "The disk is full, so nothing new can be kept.")
    shoot(desktop, "en-desktop-disk-full")
    house.do(database.alone(free_the_disk))
    find(desktop, ".unanswered button").click()
    until_gone(desktop, ".unanswered")


def test_a_mind_that_is_gone_is_stood_in_for_and_the_page_says_so(
    casa: House, phone: Page, model_server: ModelServer
) -> None:
    at_home(phone, casa, "团团", "小林")
    casa.do(use_agreed(casa.home, model_server.base_url, "pet-model", ""))
    phone.goto(f"{casa.url}/talk")
    say(phone, "我今天散了步")
    assert phone.locator(".banner", has_text="没有回应").count() == 0
    model_server.always(status=500)
    say(phone, "今天过得怎么样")
    until_says(phone, "平时替它写话的程序没有回应，先说得简单些。")
    expect(phone.locator(".pet-says").last).to_be_in_viewport()
    shoot(phone, "zh-phone-mind-gone")
    phone.goto(f"{casa.url}/settings")
    until_says(phone, "现在由故事书代它说话。那边没有能用的回应。")
