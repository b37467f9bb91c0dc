"""The protocol page in a real browser: found from the care page, readable on a phone, in both languages, on paper."""

import base64

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from tests.browser.conftest import House, shoot
from tests.browser.test_first_day import find, quiet, until_says

pytestmark = pytest.mark.browser


def no_wider_than_the_screen(driver: Chrome) -> None:
    wide = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0


def test_the_page_is_read_on_a_phone_in_both_languages(house: House, phone: Chrome) -> None:
    phone.get(f"{house.url}/care/protocol")
    until_says(phone, "How Pawsona keeps people safe")
    no_wider_than_the_screen(phone)
    shoot(phone, "protocol-phone-en")
    find(phone, 'a[hreflang="zh"]').click()
    until_says(phone, "怎样保护使用者的安全")
    assert phone.find_element(By.TAG_NAME, "html").get_attribute("lang") == "zh-Hans"
    no_wider_than_the_screen(phone)
    shoot(phone, "protocol-phone-zh")
    quiet(phone)


def test_the_page_leads_back_into_the_app_and_can_be_printed(house: House, desktop: Chrome) -> None:
    desktop.get(f"{house.url}/care/protocol")
    shoot(desktop, "protocol-desktop-en")
    paper = desktop.execute_cdp_cmd("Page.printToPDF", {})["data"]
    assert base64.b64decode(paper).startswith(b"%PDF")
    find(desktop, 'a[href="/care"]').click()
    until_says(desktop, "Care")
    quiet(desktop)
