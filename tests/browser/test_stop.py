"""Stop on the page ends the reply at the model; who only leaves the page finds all of it."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import ANSWER, at_home, find, quiet, until_says, write
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.app.switching import use_agreed

SAID = "今天河水很高。我看见两只白鹭。后来下起了雨。我马上跑回了家。真是好的一天。"


def streams(page: Page, server: ModelServer) -> list[str]:
    """How the replies ended that the model was asked for, once none is open."""
    for _ in range(100):
        found = [each["outcome"] for each in server.requests("/completions") if each["body"].get("stream")]
        if found and "open" not in found:
            break
        page.wait_for_timeout(100)
    return found


def until_asked(page: Page, server: ModelServer) -> None:
    """Until the model has the question: a script that waits for it would meet the next one."""
    while not any(each["body"].get("stream") for each in server.requests("/completions")):
        page.wait_for_timeout(50)


def test_what_was_shown_stays_also_after_a_reload(casa: House, desktop: Page, model_server: ModelServer) -> None:
    at_home(desktop, casa, "团团", "小林")
    casa.do(use_agreed(casa.home, model_server.base_url, "pet-model", ""))
    model_server.script({"match": '"stream":true', "text": SAID, "stall": "middle"})
    desktop.goto(f"{casa.url}/talk")
    write(desktop, "我沿着河走了走")
    until_says(desktop, "今天河水很高。")
    find(desktop, "[aria-label=停下]").click()
    until_says(desktop, "你让它停在了这里。")
    assert streams(desktop, model_server) == ["left"]
    desktop.reload()
    until_says(desktop, "你让它停在了这里。")
    reply = desktop.locator(ANSWER).last
    expect(reply).to_contain_text("今天河水很高。")
    expect(reply).not_to_contain_text("真是好的一天")
    expect(desktop.locator(".unanswered")).to_have_count(0)
    quiet(desktop)


def test_before_its_first_words_it_can_be_tried_again(house: House, desktop: Page, model_server: ModelServer) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    house.do(use_agreed(house.home, model_server.base_url, "pet-model", ""))
    model_server.script({"match": '"stream":true', "stall": "first"})
    desktop.goto(f"{house.url}/talk")
    write(desktop, "I walked along the river")
    until_asked(desktop, model_server)
    find(desktop, "[aria-label=Stop]").click()
    until_says(desktop, "You stopped it here.")
    find(desktop, ".unanswered button").click()
    find(desktop, ANSWER)
    expect(desktop.locator(".unanswered")).to_have_count(0)
    quiet(desktop)


def test_another_tab_shows_what_was_stopped_and_asks_for_nothing_by_itself(
    casa: House, desktop: Page, model_server: ModelServer
) -> None:
    at_home(desktop, casa, "团团", "小林")
    casa.do(use_agreed(casa.home, model_server.base_url, "pet-model", ""))
    model_server.script({"match": '"stream":true', "text": SAID, "stall": "first"})
    desktop.goto(f"{casa.url}/talk")
    write(desktop, "我沿着河走了走")
    until_asked(desktop, model_server)
    find(desktop, "[aria-label=停下]").click()
    until_says(desktop, "你让它停在了这里。")
    model_server.reset()
    model_server.always(text=SAID)
    other = desktop.context.new_page()
    other.goto(f"{casa.url}/talk")
    until_says(other, "你让它停在了这里。")
    expect(other.locator(".you-say")).to_have_count(1)
    assert not [each for each in model_server.requests("/completions") if each["body"].get("stream")]
    find(other, ".unanswered button").click()
    until_says(other, "今天河水很高。")
    expect(desktop.locator(ANSWER)).to_have_count(1)  # told of it, and there is nothing left to be tried
    expect(desktop.locator(".unanswered")).to_have_count(0)
    expect(desktop.locator(".you-say")).to_have_count(1)
    quiet(other)


def test_who_leaves_the_page_finds_the_whole_reply(house: House, desktop: Page, model_server: ModelServer) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    house.do(use_agreed(house.home, model_server.base_url, "pet-model", ""))
    said = "The river was high today. I saw two herons there. Then it rained."
    model_server.script({"match": '"stream":true', "text": said, "first_token_ms": 300, "token_ms": 60})
    desktop.goto(f"{house.url}/talk")
    write(desktop, "I walked along the river")
    until_says(desktop, "The river was high today.")
    desktop.get_by_role("link", name="Diary").first.click()
    assert streams(desktop, model_server) == ["answered"]
    desktop.get_by_role("link", name="Talk").first.click()
    until_says(desktop, "Then it rained.")
    expect(desktop.locator("body")).not_to_contain_text("You stopped it here")


def test_what_waits_in_line_behind_another_page_is_stopped_though_stop_is_pressed_twice(
    house: House, desktop: Page, model_server: ModelServer
) -> None:
    """The server says that it has heard the words only when their turn comes."""
    at_home(desktop, house, "Mikan", "Lin")
    house.do(use_agreed(house.home, model_server.base_url, "pet-model", ""))
    model_server.script({"match": '"stream":true', "stall": "first"}, {"match": '"stream":true', "stall": "first"})
    desktop.goto(f"{house.url}/talk")
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    find(other, "#say")
    write(desktop, "I walked along the river")
    until_asked(desktop, model_server)
    write(other, "I saw two herons")
    find(other, "[aria-label=Stop]").click()
    find(other, "[aria-label=Stop]").click()
    until_says(other, "You stopped it here.")
    find(desktop, "[aria-label=Stop]").click()
    expect(other.locator(".you-say[id]")).to_have_count(1)
    assert set(streams(desktop, model_server)) == {"left"}
    other.reload()
    until_says(other, "You stopped it here.")
    expect(other.locator(".you-say")).to_have_count(2)
    expect(other.locator(ANSWER)).to_have_count(0)
    quiet(other)


def test_who_loads_anew_in_the_middle_can_still_stop_it(casa: House, desktop: Page, model_server: ModelServer) -> None:
    at_home(desktop, casa, "团团", "小林")
    casa.do(use_agreed(casa.home, model_server.base_url, "pet-model", ""))
    model_server.script({"match": '"stream":true', "stall": "first"}, {"match": '"stream":true', "stall": "first"})
    desktop.goto(f"{casa.url}/talk")
    write(desktop, "我沿着河走了走")
    until_asked(desktop, model_server)
    desktop.reload()
    find(desktop, "[aria-label=停下]").click()
    until_says(desktop, "你让它停在了这里。")
    assert set(streams(desktop, model_server)) == {"left"}
    expect(desktop.locator(ANSWER)).to_have_count(0)
    find(desktop, ".unanswered button").click()
    find(desktop, ANSWER)
    quiet(desktop)
