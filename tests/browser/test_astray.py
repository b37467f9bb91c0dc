"""A connection cut and a reload in the middle, and addresses and notes that hold nothing."""

from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import House
from tests.browser.hands import ANSWER, at_home, find, press_words, quiet, say, until_gone, until_says, write

EMPTY = {
    "en": ("Mikan", "Lin", "Nothing here", "Go home", "an empty note is not kept", "My sister is called Mei."),
    "zh": ("团团", "小林", "这里没有东西", "回家", "空的笔记不会留下", "我姐姐叫小美。"),
}


def test_an_address_that_leads_nowhere_says_so_and_shows_the_way(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, nothing, back, *_ = EMPTY[language]
    at_home(desktop, house, pet, you)
    desktop.goto(f"{house.url}/nothing-here")
    expect(desktop.locator("h1")).to_have_text(nothing)
    press_words(desktop, back)
    find(desktop, ".timeline .is-now")
    quiet(desktop)


def test_an_empty_note_is_refused_in_words(lived: tuple[str, House], phone: Page) -> None:
    language, house = lived
    pet, you, _, _, refused, _ = EMPTY[language]
    at_home(phone, house, pet, you)
    phone.goto(f"{house.url}/notes")
    find(phone, "main form button[type=submit]").click()
    until_says(phone, refused)
    assert phone.locator(".row-item").count() == 0
    quiet(phone)


def test_who_loads_anew_in_the_middle_is_not_told_that_nothing_was_sent(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    # Without news, from which the page would learn of the reply by itself.
    desktop.route("**/api/v1/events", lambda route: route.abort())
    desktop.goto(f"{house.url}/talk")

    def heard_and_cut_off(route: Route) -> None:
        assert route.fetch().ok
        route.abort()

    desktop.route("**/api/v1/pets/*/messages", heard_and_cut_off, times=1)
    write(desktop, "My sister is called Mei.")
    until_says(desktop, "What you wrote is kept here.")
    desktop.reload()
    expect(desktop.locator(ANSWER)).to_have_count(1)
    expect(desktop.locator(".you-say")).to_have_count(1)
    until_gone(desktop, ".unanswered")


def test_what_broke_off_before_it_was_known_to_be_heard_stands_once(lived: tuple[str, House], desktop: Page) -> None:
    """The connection is cut at once; the server has the message all the same, and its reply comes by news."""
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    at_home(desktop, house, pet, you)
    desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    going: list[Route] = []
    desktop.route("**/api/v1/pets/*/messages", lambda route: going.append(route), times=1)
    write(desktop, told)
    while not going:
        desktop.wait_for_timeout(50)
    sent = going[0].request
    going[0].abort()
    expect(desktop.locator(".unanswered")).to_have_count(1)
    other = desktop.context.new_page()  # stands for the request that arrived, with its own key
    other.request.post(
        sent.url,
        data=sent.post_data,
        headers={name: sent.headers[name] for name in ("content-type", "idempotency-key")},
    )
    expect(desktop.locator(ANSWER)).to_have_count(1)
    expect(desktop.locator(".you-say bdi")).to_have_text([told])
    expect(desktop.locator(".unanswered")).to_have_count(0)
    desktop.reload()
    expect(desktop.locator(".you-say bdi")).to_have_text([told])
    expect(desktop.locator(ANSWER)).to_have_count(1)
    say(desktop, told)  # once more, on purpose
    expect(desktop.locator(".you-say bdi")).to_have_text([told, told])


def test_words_that_were_not_sent_stay_so_though_they_were_said_before(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/talk")
    say(desktop, "My sister is called Mei.")
    desktop.route("**/api/v1/pets/*/messages", lambda route: route.abort(), times=1)
    write(desktop, "My sister is called Mei.")
    until_says(desktop, "What you wrote is kept here.")
    desktop.reload()
    until_says(desktop, "This was not sent.")
    expect(desktop.locator(".you-say")).to_have_count(2)


def test_a_reply_that_broke_off_gives_way_to_the_whole_one(lived: tuple[str, House], desktop: Page) -> None:
    """The connection is cut after the first words; that the reply is done comes by news."""
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    at_home(desktop, house, pet, you)
    desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")

    def cut_off(route: Route) -> None:
        whole = route.fetch()
        words, done, _ = whole.text().partition("event: done")
        assert done and "event: sentence" in words
        route.fulfill(response=whole, body=words)

    desktop.route("**/api/v1/pets/*/messages", cut_off, times=1)
    write(desktop, told)
    expect(desktop.locator(ANSWER)).to_have_count(1)
    expect(desktop.locator(".you-say ~ .pet-says")).to_have_count(1)
    until_gone(desktop, ".unanswered")


def test_the_same_words_said_on_another_device_are_not_those_that_were_not_sent(
    lived: tuple[str, House], desktop: Page, phone: Page
) -> None:
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    at_home(desktop, house, pet, you)
    desktop.goto(f"{house.url}/talk")
    with desktop.expect_event("requestfailed"):
        desktop.route("**/api/v1/pets/*/messages", lambda route: route.abort(), times=1)
        write(desktop, told)
    phone.goto(f"{house.url}/talk")
    say(phone, told)
    expect(desktop.locator(".you-say bdi")).to_have_text([told, told])
    expect(desktop.locator(".unanswered button")).to_have_count(1)
    desktop.reload()
    find(desktop, ".unanswered button").click()
    expect(desktop.locator(ANSWER)).to_have_count(2)
    expect(phone.locator(".you-say bdi")).to_have_text([told, told])
    expect(desktop.locator(".unanswered")).to_have_count(0)
