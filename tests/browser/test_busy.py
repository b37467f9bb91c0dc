"""A server that is busy says when to come back; the page comes back then, with what does no harm twice."""

import pytest
from playwright.sync_api import Page, Route
from tests.browser.conftest import House
from tests.browser.hands import ANSWER, at_home, find, until, until_gone, write

API = """() => performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/js/api.js")).name"""
ASK = """async ([api, method, key]) => {
  const { call } = await import(api);
  window.outcome = "";
  const headers = key ? { "idempotency-key": key } : {};
  call(method, "/busy", method === "GET" ? undefined : {}, { headers }).then(
    (answer) => (window.outcome = `answered ${answer.status}`), (error) => (window.outcome = `refused ${error.status}`));
}"""


def busy(page: Page, path: str, seconds: str, times: int) -> list[str]:
    """So many requests to a path find the server busy; the methods of all that come."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        if len(asked) <= times:
            full = {"title": "Too much is going on", "detail": "Try again in a moment.", "status": 503}
            return route.fulfill(status=503, headers={"retry-after": seconds}, json=full)
        return route.continue_() if path != "busy" else route.fulfill(json={})

    page.route(f"**/api/v1/**/{path}" if path != "busy" else "**/api/v1/busy", answer)
    return asked


@pytest.mark.parametrize(
    ("method", "key", "seconds", "times", "asked", "outcome"),
    [
        ("GET", "", "1", 1, 2, "answered 200"),
        ("POST", "k1", "1", 1, 2, "answered 200"),
        ("POST", "", "1", 1, 1, "refused 503"),  # two notes could come of it
        ("GET", "", "1", 9, 3, "refused 503"),
        ("GET", "", "3600", 1, 1, "refused 503"),
        ("GET", "", "soon", 1, 1, "refused 503"),
    ],
)
def test_it_is_asked_again_when_it_says_and_where_that_does_no_harm(
    house: House, desktop: Page, method: str, key: str, seconds: str, times: int, asked: int, outcome: str
) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    requests = busy(desktop, "busy", seconds, times)
    desktop.evaluate(ASK, [desktop.evaluate(API), method, key])
    until(desktop, "() => window.outcome")
    assert (len(requests), desktop.evaluate("window.outcome")) == (asked, outcome)


def test_not_before_it_says(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    requests = busy(desktop, "busy", "4", 1)
    api = desktop.evaluate(API)
    desktop.clock.install()
    desktop.evaluate(ASK, [api, "GET", ""])
    until_asked(desktop, requests, 1)
    desktop.clock.run_for(3900)
    assert len(requests) == 1
    desktop.clock.run_for(200)
    until_asked(desktop, requests, 2)


def until_asked(page: Page, requests: list[str], times: int) -> None:
    for _ in range(100):
        if len(requests) == times:
            return
        page.evaluate("() => fetch('/healthz').then((answer) => answer.text())")
    raise AssertionError(requests)


def test_what_was_said_to_a_busy_pet_is_answered_without_a_hand(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    requests = busy(desktop, "messages", "1", 1)
    write(desktop, "My sister is called Mei.")
    find(desktop, ANSWER)
    until_gone(desktop, ".unanswered")
    assert requests == ["POST", "POST"]
