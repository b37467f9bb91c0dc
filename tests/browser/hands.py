"""What a person does at a page, and what an onlooker asks of it."""

from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import WAIT, House

ANSWER = ".you-say ~ .pet-says[id]"
"""A whole answer. Before what was said stands what the pet asked in greeting, if by chance it asked."""
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"


def find(page: Page, css: str) -> Locator:
    """The first visible element, as soon as it is there."""
    found = page.locator(css).filter(visible=True).first
    found.wait_for()
    return found


def until_says(page: Page, words: str) -> None:
    expect(page.locator("body")).to_contain_text(words, use_inner_text=True)


def until(page: Page, question: str) -> None:
    """Until a function that may be asynchronous answers yes: `wait_for_function` takes its promise for one."""
    for _ in range(WAIT * 10):
        if page.evaluate(question):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never came true: {question}")


def until_gone(page: Page, css: str) -> None:
    expect(page.locator(css)).to_have_count(0)


def press_words(page: Page, words: str) -> None:
    """The first button, fold or link that says this, wherever it is on the page."""
    page.locator("button, summary, a").filter(has_text=words).filter(visible=True).first.click()


def quiet(page: Page, *, refused: int | None = None) -> None:
    """Nothing went wrong that only the console knows of, and nobody else was asked.

    Args:
        page: the page.
        refused: the status of an answer that was meant to be refused, which the browser itself logs.
    """
    said = [line.text for line in page.console_messages() if line.type == "error"]
    unforeseen = [text for text in said if refused is None or f"status of {refused}" not in text]
    assert not unforeseen, unforeseen
    assert page.page_errors() == []
    origin = page.evaluate("location.origin")
    asked = [request.url for request in page.requests() if not request.url.startswith(("data:", "blob:"))]
    assert [url for url in asked if not url.startswith(origin)] == []


def shoot(page: Page, name: str) -> None:
    """Keep a screenshot to look at."""
    page.screenshot(path=shot(name))


def shot(name: str) -> Path:
    """Where a screenshot is kept."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    return SHOTS / f"{name}.png"


def show(page: Page, css: str, name: str) -> None:
    """The same of one part."""
    page.locator(css).first.evaluate("part => part.scrollIntoView()")
    shoot(page, name)


def wide(page: Page) -> int:
    """By how much the page is wider than the window."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def adopt(page: Page, house: House, name: str, you: str) -> None:
    page.goto(house.url)
    find(page, "input[name=name]").fill(name)
    find(page, "input[name=you]").fill(you)


def bring_home(page: Page) -> None:
    find(page, "form button[type=submit]").click()
    find(page, ".timeline .is-now")


def at_home(page: Page, house: House, pet: str, you: str) -> None:
    adopt(page, house, pet, you)
    bring_home(page)


def say(page: Page, text: str) -> str:
    """Say something; the pet's whole answer."""
    find(page, "#say")  # what was said before is there as well
    answers = page.locator(ANSWER)
    before = answers.count()
    write(page, text)
    expect(answers).not_to_have_count(before)
    return answers.last.inner_text()


def write(page: Page, text: str) -> None:
    find(page, "#say").fill(text)
    page.keyboard.press("Enter")


def sleep(house: House) -> None:
    """Until a quarter past eight the next morning; the night runs at its hour, as the server's scheduler does it."""
    house.clock.moment = (house.clock.moment + timedelta(days=1)).replace(hour=3, minute=5)
    house.do(house.home.tick())
    house.clock.moment = house.clock.moment.replace(hour=8, minute=15)
