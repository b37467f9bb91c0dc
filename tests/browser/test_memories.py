"""Memories of any kind on the page: other writings, commands, heaps of accents; and two devices at one of them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.app.test_bad_input import STRANGE
from tests.browser.conftest import House
from tests.browser.hands import at_home, find, quiet, shoot, until_gone, until_says, wide

from pawsona.app.companion import Companion
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message

TOLD = (
    "My sister is called Mei.", "I love tea.", "My cat is called Tom.", "I work as a nurse.", "I live in Lyon.",
    "My brother is called Ben.", "I'm allergic to peanuts.", "I play the violin.", "My birthday is on May 3.",
    "My dog is called Rex.", "I study law.", "My friend is called Zoe.",
)  # fmt: skip


async def companion(house: House) -> Companion:
    [person] = await house.home.store.people.persons()
    [pet] = await house.home.store.people.pets(person.id)
    return Companion(house.home, person, pet)


async def furnish(house: House) -> list[Memory]:
    """A memory for each strange text that a memory can hold; one of 300 characters is the longest."""
    one = await companion(house)
    for said in TOLD:
        house.clock.moment = house.clock.moment.replace(minute=house.clock.moment.minute + 1)
        await one.say(said)
    await one.night()
    texts = iter([text for text in (*STRANGE.values(), "w" * 300, "Z" + "\u0301" * 299) if len(text) <= 300])
    return [await one.edit(memory.id, next(texts, memory.text)) for memory in await one.memories()]


@pytest.fixture(params=["desktop", "phone"])
def window(request: pytest.FixtureRequest) -> Iterator[tuple[str, Page]]:
    yield request.param, request.getfixturevalue(request.param)


def test_any_memory_is_shown_as_the_text_that_it_is(house: House, window: tuple[str, Page]) -> None:
    name, page = window
    at_home(page, house, "Mikan", "Lin")
    known = house.do(furnish(house))
    page.goto(f"{house.url}/memories")
    find(page, ".mem")
    shoot(page, f"strange-{name}")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    shoot(page, f"strange-{name}-end")
    texts = page.locator(".mem p:first-child")
    shown = texts.all_text_contents()
    assert sorted(shown) == sorted(memory.text for memory in known)
    assert wide(page) <= 0
    arabic = texts.filter(has_text="اسم").first
    assert arabic.evaluate("text => getComputedStyle(text).direction") == "rtl"
    assert page.locator(".mem script, .mem b").count() == 0
    quiet(page)


@pytest.mark.parametrize(("home", "window", "told"), [("house", "desktop", "elsewhere"), ("casa", "phone", "别处")])
def test_the_second_device_sees_what_the_first_wrote_before_it_replaces_it(
    home: str, window: str, told: str, request: pytest.FixtureRequest
) -> None:
    house, page = request.getfixturevalue(home), request.getfixturevalue(window)
    at_home(page, house, "Mikan", "Lin")
    house.do(one_memory(house))
    page.goto(f"{house.url}/memories")
    find(page, ".mem .acts button:nth-last-child(2)").click()
    field = find(page, ".mem form input")
    field.fill("Written on the laptop")
    house.do(written_on_the_phone(house))
    field.press("Enter")
    until_says(page, "Written on the phone")
    until_says(page, told)
    shoot(page, f"two-devices-{window}")
    expect(find(page, ".mem form input")).to_have_value("Written on the laptop")
    assert house.do(text_of(house)) == "Written on the phone"
    find(page, ".mem form input").press("Enter")
    until_gone(page, ".mem form")
    assert house.do(text_of(house)) == "Written on the laptop"


def test_a_device_that_looks_at_old_words_forgets_nothing_unseen(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    house.do(one_memory(house))
    desktop.goto(f"{house.url}/memories")
    find(desktop, "[aria-label=Forget]")
    house.do(written_on_the_phone(house))
    find(desktop, "[aria-label=Forget]").click()
    until_says(desktop, "changed elsewhere")
    until_says(desktop, "Written on the phone")
    assert house.do(text_of(house)) == "Written on the phone"


def test_talk_in_any_writing_is_shown_as_the_text_that_it_is(house: House, phone: Page) -> None:
    at_home(phone, house, "Mikan", "Lin")
    for said in STRANGE.values():
        house.do(say(house, said))
    phone.goto(f"{house.url}/talk")
    find(phone, ".you-say")
    shoot(phone, "strange-talk")
    shown = phone.locator(".you-say bdi").all_text_contents()
    assert shown == list(STRANGE.values())
    assert wide(phone) <= 0
    quiet(phone)


def test_a_memory_of_ten_thousand_characters_is_refused_and_stays_in_the_field(house: House, desktop: Page) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    house.do(one_memory(house))
    desktop.goto(f"{house.url}/memories")
    find(desktop, "[aria-label=Edit]").click()
    field = find(desktop, ".mem form input")
    field.fill("x" * 10_000)
    field.press("Enter")
    until_says(desktop, "9700 characters over")
    shoot(desktop, "too-long")
    assert len(field.input_value()) == 10_000


async def one_memory(house: House) -> Memory:
    one = await companion(house)
    await one.say("我妹妹叫小美。" if one.person.language == "zh" else "My sister is called Mei.")
    await one.night()
    [memory] = await one.memories()
    return memory


async def say(house: House, text: str) -> None:
    await (await companion(house)).say(text)


async def written_on_the_phone(house: House) -> None:
    one = await companion(house)
    await one.edit((await one.memories())[0].id, "Written on the phone")


async def text_of(house: House) -> str:
    return (await (await companion(house)).memories())[0].text


@pytest.mark.parametrize(("home", "window"), [("house", "desktop"), ("casa", "phone")])
def test_a_memory_goes_with_its_messages_after_two_clicks(
    home: str, window: str, request: pytest.FixtureRequest
) -> None:
    house, page = request.getfixturevalue(home), request.getfixturevalue(window)
    at_home(page, house, "Mikan", "Lin")
    memory = house.do(one_memory(house))
    page.goto(f"{house.url}/memories")
    find(page, ".mem .acts button").click()
    button = find(page, ".why button")
    button.click()
    shoot(page, f"forget-whole-{window}")
    assert house.do(sources(house, memory))
    button.click()
    until_gone(page, ".mem")
    assert not house.do(sources(house, memory))
    quiet(page)


async def sources(house: House, memory: Memory) -> list[Message]:
    return await house.home.store.talk.messages(memory.bond, memory.sources)
