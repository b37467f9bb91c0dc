"""The protocol page in a real browser: found from the care page, readable on a phone, in both languages, on paper."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import find, quiet, shoot, until_says, wide


def test_the_page_is_read_on_a_phone_in_both_languages(house: House, phone: Page) -> None:
    phone.goto(f"{house.url}/care/protocol")
    until_says(phone, "How Pawsona keeps people safe")
    assert wide(phone) <= 0
    shoot(phone, "protocol-phone-en")
    find(phone, 'a[hreflang="zh"]').click()
    until_says(phone, "怎样保护使用者的安全")
    expect(phone.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert wide(phone) <= 0
    shoot(phone, "protocol-phone-zh")
    quiet(phone)


def test_the_page_leads_back_into_the_app_and_can_be_printed(house: House, desktop: Page) -> None:
    desktop.goto(f"{house.url}/care/protocol")
    shoot(desktop, "protocol-desktop-en")
    assert desktop.pdf().startswith(b"%PDF")
    find(desktop, 'a[href="/care"]').click()
    until_says(desktop, "Care")
    quiet(desktop)
