"""A tablet held upright: nothing is cut, nothing moves, nothing is squeezed."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import House, window
from tests.browser.hands import at_home, find, quiet, say, shoot, wide

UPRIGHT = (768, 1024)
SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (shifts += one.value)))
  .observe({type: "layout-shift", buffered: true});"""


@pytest.fixture
def tablet(chromium: Browser) -> Iterator[Page]:
    page = window(chromium, UPRIGHT)
    page.add_init_script(SHIFTS)
    yield page
    page.context.close()


def bottom(page: Page, css: str) -> float:
    found: float = page.locator(css).first.evaluate("element => element.getBoundingClientRect().bottom")
    return found


def test_two_promises_that_are_due_leave_the_writing_line_on_the_page(house: House, tablet: Page) -> None:
    at_home(tablet, house, "Mikan", "Lin")
    assert bottom(tablet, ".room .write") <= UPRIGHT[1]
    tablet.goto(f"{house.url}/talk")
    say(tablet, "Remind me in half an hour to call my mother.")
    say(tablet, "Remind me in half an hour to water the basil.")
    house.clock.moment += timedelta(minutes=31)
    house.do(house.home.tick())
    tablet.goto(house.url)
    find(tablet, ".due li >> nth=1")
    shoot(tablet, "en-tablet-home-due")
    assert bottom(tablet, ".room .write") <= UPRIGHT[1]
    window_ = find(tablet, ".room .moon-window").bounding_box()
    assert window_ and window_["height"] >= 230
    assert bottom(tablet, ".today") <= tablet.locator(".room .moon-window").evaluate(
        "e => e.getBoundingClientRect().top"
    )
    quiet(tablet)


def test_talk_stays_where_it_is_when_what_one_could_say_arrives(house: House, tablet: Page) -> None:
    at_home(tablet, house, "Mikan", "Lin")
    tablet.goto(f"{house.url}/talk")
    find(tablet, ".replies button")
    tablet.wait_for_timeout(500)
    assert tablet.evaluate("shifts") == 0
    quiet(tablet)


def test_care_has_room_to_be_read_with_help_first(house: House, tablet: Page) -> None:
    at_home(tablet, house, "Mikan", "Lin")
    tablet.goto(f"{house.url}/care")
    section = find(tablet, "main section").bounding_box()
    assert section and section["width"] > 500
    assert bottom(tablet, "main > .help") < section["y"]
    assert wide(tablet) <= 0
