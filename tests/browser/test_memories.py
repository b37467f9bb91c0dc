"""Memories of any kind on the page: other writings, commands, heaps of accents; and two devices at one of them."""

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from tests.app.test_bad_input import STRANGE
from tests.browser.conftest import House, shoot
from tests.browser.test_first_day import adopt, bring_home, find, quiet, until_says

from pawsona.app.companion import Companion
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message

pytestmark = pytest.mark.browser

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


def wide(driver: Chrome) -> int:
    """By how much the page is wider than the window."""
    found: int = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    return found


@pytest.fixture(params=["desktop", "phone"])
def window(request: pytest.FixtureRequest) -> Iterator[tuple[str, Chrome]]:
    yield request.param, request.getfixturevalue(request.param)


def test_any_memory_is_shown_as_the_text_that_it_is(house: House, window: tuple[str, Chrome]) -> None:
    name, driver = window
    adopt(driver, house, "Mikan", "Lin")
    bring_home(driver)
    known = house.do(furnish(house))
    driver.get(f"{house.url}/memories")
    find(driver, ".mem")
    shoot(driver, f"strange-{name}")
    driver.execute_script("window.scrollTo(0, document.body.scrollHeight)")
    shoot(driver, f"strange-{name}-end")
    shown = [p.get_property("textContent") for p in driver.find_elements(By.CSS_SELECTOR, ".mem p:first-child")]
    assert sorted(map(str, shown)) == sorted(memory.text for memory in known)
    assert wide(driver) <= 0
    arabic = next(p for p in driver.find_elements(By.CSS_SELECTOR, ".mem p:first-child") if "اسم" in p.text)
    assert driver.execute_script("return getComputedStyle(arguments[0]).direction", arabic) == "rtl"
    assert not driver.find_elements(By.CSS_SELECTOR, ".mem script, .mem b")
    quiet(driver)


@pytest.mark.parametrize(("home", "window", "told"), [("house", "desktop", "elsewhere"), ("casa", "phone", "别处")])
def test_the_second_device_sees_what_the_first_wrote_before_it_replaces_it(
    home: str, window: str, told: str, request: pytest.FixtureRequest
) -> None:
    house, driver = request.getfixturevalue(home), request.getfixturevalue(window)
    adopt(driver, house, "Mikan", "Lin")
    bring_home(driver)
    house.do(one_memory(house))
    driver.get(f"{house.url}/memories")
    find(driver, ".mem .acts button:nth-last-child(2)").click()
    field = find(driver, ".mem form input")
    field.clear()
    field.send_keys("Written on the laptop")
    house.do(written_on_the_phone(house))
    field.send_keys(Keys.ENTER)
    until_says(driver, "Written on the phone")
    until_says(driver, told)
    shoot(driver, f"two-devices-{window}")
    assert find(driver, ".mem form input").get_attribute("value") == "Written on the laptop"
    assert house.do(text_of(house)) == "Written on the phone"
    find(driver, ".mem form input").send_keys(Keys.ENTER)
    WebDriverWait(driver, 10).until(lambda d: not d.find_elements(By.CSS_SELECTOR, ".mem form"))
    assert house.do(text_of(house)) == "Written on the laptop"


def test_a_device_that_looks_at_old_words_forgets_nothing_unseen(house: House, desktop: Chrome) -> None:
    adopt(desktop, house, "Mikan", "Lin")
    bring_home(desktop)
    house.do(one_memory(house))
    desktop.get(f"{house.url}/memories")
    find(desktop, "[aria-label=Forget]")
    house.do(written_on_the_phone(house))
    find(desktop, "[aria-label=Forget]").click()
    until_says(desktop, "changed elsewhere")
    until_says(desktop, "Written on the phone")
    assert house.do(text_of(house)) == "Written on the phone"


def test_talk_in_any_writing_is_shown_as_the_text_that_it_is(house: House, phone: Chrome) -> None:
    adopt(phone, house, "Mikan", "Lin")
    bring_home(phone)
    for said in STRANGE.values():
        house.do(say(house, said))
    phone.get(f"{house.url}/talk")
    find(phone, ".you-say")
    shoot(phone, "strange-talk")
    shown = [text.get_property("textContent") for text in phone.find_elements(By.CSS_SELECTOR, ".you-say bdi")]
    assert shown == list(STRANGE.values())
    assert wide(phone) <= 0
    quiet(phone)


def test_a_memory_of_ten_thousand_characters_is_refused_and_stays_in_the_field(house: House, desktop: Chrome) -> None:
    adopt(desktop, house, "Mikan", "Lin")
    bring_home(desktop)
    house.do(one_memory(house))
    desktop.get(f"{house.url}/memories")
    find(desktop, "[aria-label=Edit]").click()
    field = find(desktop, ".mem form input")
    desktop.execute_script("arguments[0].value = 'x'.repeat(10000)", field)
    field.send_keys(Keys.ENTER)
    until_says(desktop, "9700 characters over")
    shoot(desktop, "too-long")
    assert len(str(field.get_property("value"))) == 10_000


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
    house, driver = request.getfixturevalue(home), request.getfixturevalue(window)
    adopt(driver, house, "Mikan", "Lin")
    bring_home(driver)
    memory = house.do(one_memory(house))
    driver.get(f"{house.url}/memories")
    find(driver, ".mem .acts button").click()
    button = find(driver, ".why button")
    button.click()
    shoot(driver, f"forget-whole-{window}")
    assert house.do(sources(house, memory))
    button.click()
    WebDriverWait(driver, 10).until(lambda _: not driver.find_elements(By.CSS_SELECTOR, ".mem"))
    assert not house.do(sources(house, memory))
    quiet(driver)


async def sources(house: House, memory: Memory) -> list[Message]:
    return await house.home.store.talk.messages(memory.bond, memory.sources)
