"""A phone is paired as a person does it: a code on the computer's screen, a button on the phone's."""

import subprocess
import sys

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import PHONE, House, window
from tests.browser.hands import at_home, find, press_words, quiet, say, shoot, show, until_says

from pawsona.app.pairing import pairing_of
from pawsona.server import door


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> str:
    """This machine's own address; asked for by a process of its own, since a test connects to loopback only."""
    asked = [sys.executable, "-c", "from pawsona.server.door import lan_address; print(lan_address())"]
    found = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    if found.returncode:
        pytest.skip("this machine is in no network that a phone could use")
    monkeypatch.setattr(door, "lan_address", lambda: found.stdout.strip())
    return found.stdout.strip()


def code(page: Page, house: House) -> str:
    page.goto(f"{house.url}/settings")
    find(page, "#phone .end button").click()
    return find(page, ".scan code").inner_text()


def test_a_phone_is_let_in_stays_and_is_shut_out(house: House, desktop: Page, chromium: Browser, network: str) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    url = code(desktop, house)
    show(desktop, "#phone", "en-desktop-phone-code")
    assert url.startswith(f"http://{network}:")
    phone, other = window(chromium, PHONE), window(chromium, PHONE, locale="zh-CN")

    phone.goto(url)
    until_says(phone, "Pair this phone")
    shoot(phone, "en-phone-pair")
    find(phone, "form button").click()
    find(phone, ".timeline .is-now")
    until_says(desktop, "is paired.")
    say(phone, "hello")
    phone.goto(f"http://{network}:{house.url.rpartition(':')[2]}/settings")
    until_says(phone, "Phones are paired and removed on the computer")
    until_says(phone, "needs a secure address (HTTPS)")
    show(phone, "#phone", "en-phone-phone")
    quiet(phone, refused=403)

    other.goto(url)
    until_says(other, "这个二维码不能用了")
    other.goto(url.partition("/pair")[0])
    until_says(other, "这部手机还没有配对")
    shoot(other, "zh-phone-turned-away")

    show(desktop, "#phone", "en-desktop-phone-paired")
    phone.evaluate("localStorage.setItem('pawsona.draft.x', 'half a thought')")
    [person] = house.do(house.home.store.people.persons())
    pairing = pairing_of(house.home)
    house.do(pairing.pair(house.do(pairing.ticket(person.id))[0], "Tablet"))  # with the last one the door would be shut
    press_words(desktop, "Shut out")
    until_says(phone, "This phone is not paired yet")  # the page that was open
    assert "half" not in phone.evaluate("JSON.stringify(localStorage)")
    find(desktop, "[aria-label='Shut out Tablet']").click()
    desktop.locator("#phone .opt").wait_for(state="detached")
    assert not house.do(house.home.store.devices.all(person.id))
    quiet(desktop)
