"""Two pages of one person: what is said on one stands on the other, by news."""

from datetime import timedelta

from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import House
from tests.browser.hands import ANSWER, at_home, find, quiet, say, write

from pawsona.domain.card import Card

LINES = ".lines > [id^=m-]"
WORDS = {"en": ("Mikan", "Lin", "My sister is called Mei."), "zh": ("团团", "小林", "我姐姐叫小美。")}


def test_what_is_said_on_one_page_stands_on_the_other(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, told = WORDS[language]
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


def test_what_was_asked_in_greeting_stands_before_what_was_said_to_it(lived: tuple[str, House], desktop: Page) -> None:
    """It becomes a message with the first words, so that pages that are open learn of it late."""
    language, house = lived
    pet, you, told = WORDS[language]
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


def test_news_that_could_not_be_fetched_are_asked_for_again(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, told = WORDS[language]
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


def test_news_that_are_refused_are_not_asked_for_again(lived: tuple[str, House], desktop: Page) -> None:
    language, house = lived
    pet, you, told = WORDS[language]
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
