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
    find(desktop, "[aria-label=Stop]").click()
    until_says(desktop, "You stopped it here.")
    find(desktop, ".unanswered button").click()
    find(desktop, ANSWER)
    expect(desktop.locator(".unanswered")).to_have_count(0)
    quiet(desktop)


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
