"""Two pages of one person, a reload in the middle, and addresses and notes that hold nothing."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import House
from tests.browser.hands import ANSWER, at_home, find, press_words, quiet, say, until_gone, until_says, write

from pawsona.domain.card import Card

LINES = ".lines > [id^=m-]"
EMPTY = {
    "en": ("Mikan", "Lin", "Nothing here", "Go home", "an empty note is not kept", "My sister is called Mei."),
    "zh": ("团团", "小林", "这里没有东西", "回家", "空的笔记不会留下", "我姐姐叫小美。"),
}


@pytest.fixture
def lived(request: pytest.FixtureRequest) -> tuple[str, House]:
    house: House = request.getfixturevalue("house" if request.param == "en" else "casa")
    return request.param, house


BOTH = pytest.mark.parametrize("lived", ["en", "zh"], indirect=True)


@BOTH
def test_an_address_that_leads_nowhere_says_so_and_shows_the_way(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, nothing, back, *_ = EMPTY[language]
    at_home(desktop, house, pet, you)
    desktop.goto(f"{house.url}/nothing-here")
    expect(desktop.locator("h1")).to_have_text(nothing)
    press_words(desktop, back)
    find(desktop, ".timeline .is-now")
    quiet(desktop)


@BOTH
def test_an_empty_note_is_refused_in_words(lived: tuple[str, House], phone: Page) -> None:
    language, house = lived
    pet, you, _, _, refused, _ = EMPTY[language]
    at_home(phone, house, pet, you)
    phone.goto(f"{house.url}/notes")
    find(phone, "main form button[type=submit]").click()
    until_says(phone, refused)
    assert phone.locator(".row-item").count() == 0
    quiet(phone)


@BOTH
def test_what_is_said_on_one_page_stands_on_the_other(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    at_home(desktop, house, pet, you)
    desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    answer = say(other, told)
    expect(desktop.locator(".you-say")).to_have_count(1)
    expect(desktop.locator(".you-say bdi")).to_have_text(told)
    expect(desktop.locator(ANSWER).last).to_have_text(answer, use_inner_text=True)
    say(desktop, told)
    expect(other.locator(ANSWER)).to_have_count(2)
    expect(desktop.locator(ANSWER)).to_have_count(2)
    quiet(other)


@BOTH
def test_what_was_asked_in_greeting_stands_before_what_was_said_to_it(lived: tuple[str, House], desktop: Page) -> None:
    """It becomes a message with the first words, so that pages that are open learn of it late."""
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    asked = greeted_with_a_question(desktop, house, pet, you, language)
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    first = say(other, told)
    expect(desktop.locator(LINES)).to_contain_text([asked, told, first], use_inner_text=True)
    second = say(desktop, told)
    stands_on([desktop, other], [asked, told, first, told, second])


def test_what_another_page_said_before_stands_before_though_it_was_learned_after(house: House, desktop: Page) -> None:
    asked = greeted_with_a_question(desktop, house, "Mikan", "Lin", "en")
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    find(other, "#say")
    slow: list[Route] = []
    desktop.route("**/api/v1/pets/*/messages", lambda route: slow.append(route), times=1)
    write(desktop, "My sister is called Mei.")
    find(desktop, "[aria-label=Stop]")
    first = say(other, "I love tea.")
    slow[0].continue_()
    expect(desktop.locator(".you-say")).to_have_count(2)
    second = desktop.locator(ANSWER).last.inner_text()
    stands_on([desktop, other], [asked, "I love tea.", first, "My sister is called Mei.", second])


def greeted_with_a_question(page: Page, house: House, pet: str, you: str, language: str) -> str:
    """On the page of talk, at a visit that the first words of the pet's card began."""
    asked = {"en": "Is it raining where you are?", "zh": "你那边在下雨吗？"}[language]
    at_home(page, house, pet, you)
    house.do(has_first_words(house, asked))
    house.clock.moment += timedelta(hours=1)
    page.goto(f"{house.url}/talk")
    find(page, "#say")
    return asked


async def has_first_words(house: House, words: str) -> None:
    people = house.home.store.people
    [person] = await people.persons()
    [pet] = await people.pets(person.id)
    await house.home.store.cards.put(
        Card(bond=pet.bond, document="{}", image=None, name="", setting="", greeting=words, at=house.clock.moment)
    )


def stands_on(pages: list[Page], talk: list[str]) -> None:
    """In this order and once; the same when they are loaded anew."""
    for page in pages * 2:
        expect(page.locator(LINES)).to_contain_text(talk, use_inner_text=True)
        quiet(page)
        page.reload()


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


@BOTH
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


@BOTH
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


def test_what_was_said_elsewhere_is_not_missed_where_a_turn_begins_while_it_is_fetched(
    house: House, desktop: Page
) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    with desktop.expect_response("**/api/v1/events"):
        desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    fetched: list[Route] = []
    sent: list[Route] = []
    desktop.route(lambda url: url.endswith("/messages?limit=20"), lambda route: fetched.append(route), times=1)
    desktop.route("**/api/v1/pets/*/messages", lambda route: sent.append(route))
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    say(other, "I love tea.")
    while not fetched:
        desktop.wait_for_timeout(50)
    write(desktop, "My sister is called Mei.")
    while not sent:
        desktop.wait_for_timeout(50)
    with desktop.expect_response(lambda answer: answer.url.endswith("/messages?limit=20")):
        fetched[0].continue_()
    sent[0].continue_()
    expect(desktop.locator(".you-say bdi")).to_have_text(["I love tea.", "My sister is called Mei."])
    quiet(desktop)


@BOTH
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


@BOTH
def test_news_that_could_not_be_fetched_are_asked_for_again(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    at_home(desktop, house, pet, you)
    with desktop.expect_response("**/api/v1/events"):
        desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    desktop.route(lambda url: url.endswith("/messages?limit=20"), lambda route: route.fulfill(status=502), times=1)
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    answer = say(other, told)
    expect(desktop.locator(ANSWER).last).to_have_text(answer, use_inner_text=True)
    quiet(desktop, refused=502)


def test_what_was_said_elsewhere_while_news_were_cut_off_is_shown_when_they_come_again(
    house: House, desktop: Page
) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    with desktop.expect_response("**/api/v1/events"):
        desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    going: list[Route] = []
    desktop.route("**/api/v1/events", lambda route: going.append(route), times=1)
    house.do(cut_off_news(house))
    while not going:
        desktop.wait_for_timeout(50)
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    answer = say(other, "My sister is called Mei.")
    going[0].continue_()
    expect(desktop.locator(ANSWER).last).to_have_text(answer, use_inner_text=True)


async def cut_off_news(house: House) -> None:
    for person in house.home.news.persons:
        house.home.news.end(person)


@BOTH
def test_news_that_are_refused_are_not_asked_for_again(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, *_, told = EMPTY[language]
    at_home(desktop, house, pet, you)
    with desktop.expect_response("**/api/v1/events"):
        desktop.goto(f"{house.url}/talk")
    find(desktop, "#say")
    asked: list[Route] = []

    def refuse(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=404, json={"detail": "gone"})

    desktop.route(lambda url: url.endswith("/messages?limit=20"), refuse)
    other = desktop.context.new_page()
    other.goto(f"{house.url}/talk")
    say(other, told)
    desktop.wait_for_timeout(4000)
    assert len(asked) == 1
    quiet(desktop, refused=404)
