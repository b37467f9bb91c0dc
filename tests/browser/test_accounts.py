"""Coming in to a place with accounts: signing up, in and out, a forgotten password, keys, leaving for good."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import DESKTOP, PHONE, House, window
from tests.browser.hands import find, press_words, quiet, shoot, show, until_says
from tests.browser.test_pages import LOOKS, Look, barriers, cramped, seen, untranslated
from tests.server.guests import FAST, PASSWORD

from pawsona.app.accounts import SignUp
from pawsona.app.adoption import PersonForm
from pawsona.domain.language import Language

LAMP = "another lamp, another door"
NAMES: dict[Language, tuple[str, str, str, str]] = {
    "en": ("Make an account", "Bring it home", "Sign out", "Delete my account"),
    "zh": ("注册账号", "带它回家", "退出登录", "注销账号"),
}
DOORS = ("/sign-in", "/sign-up", "/reset", "/reset#x.y")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("place")
    letters = folder / "letters"
    hook = f"python3 -c \"import sys; open('{letters}', 'w').write(sys.stdin.read())\""
    with House(folder / "home", "en", auth="accounts", accounts={"reset_hook": hook}) as house:
        house.app.state.reception.accounts.passwords._hasher = FAST
        house.letters = letters  # type: ignore[attr-defined]
        yield house


def field(page: Page, name: str, words: str) -> None:
    page.locator(f"input[name={name}]").fill(words)


def sign_in(page: Page, login: str, password: str = PASSWORD) -> None:
    field(page, "login", login)
    field(page, "password", password)
    page.locator("form [type=submit]").click()


def member(place: House, login: str, language: Language) -> None:
    who = PersonForm(name="Lin", language=language, age_band="adult")
    accounts = place.app.state.reception.accounts
    place.do(accounts.sign_up(SignUp(login=login, password=PASSWORD, person=who)))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_of_accounts_is_sound(chromium: Browser, place: House, look: Look) -> None:
    page, faults = seen(chromium, place, look), list[str]()

    def looked(name: str) -> None:
        shoot(page, f"account-{look}-{name}")
        faults.extend(f"{name}: {one}" for one in (*barriers(page), *untranslated(page, look.language), *cramped(page)))
        page.set_viewport_size({"width": look.size[0], "height": look.size[1]})

    for path in DOORS:
        page.goto("about:blank")
        page.goto(place.url + path)
        find(page, "form input")
        looked(re.sub(r"\W+", "-", path.strip("/")))
    member(place, f"lin-{look}@example.org", look.language)
    page.goto(place.url + "/")
    find(page, "input[name=login]")
    sign_in(page, f"lin-{look}@example.org")
    find(page, "input[name=name]")
    looked("adopt")
    for path in ("/account", "/care"):
        page.goto(place.url + path)
        find(page, "main section")
        looked(path.strip("/"))
    quiet(page, refused=401)
    page.context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("zh", PHONE)])
def test_somebody_makes_an_account_adopts_and_leaves_for_good(
    chromium: Browser, place: House, language: Language, size: tuple[int, int]
) -> None:
    sign_up, home, sign_out, delete = NAMES[language]
    page = window(chromium, size, locale=language)
    page.goto(place.url)
    press_words(page, sign_up)
    find(page, "input[name=you]")
    page.locator("form [type=submit]").click()
    expect(page.locator("#login")).to_be_focused()
    assert page.locator("#login").get_attribute("aria-invalid") == "true"
    field(page, "login", f"ann-{language}@example.org")
    field(page, "password", "short")
    field(page, "you", "Ann")
    page.locator("select[name=age]").select_option("adult")
    page.locator("form [type=submit]").click()
    expect(page.locator("form [role=alert]")).not_to_be_empty()
    assert page.locator("#you").input_value() == "Ann"
    field(page, "password", PASSWORD)
    page.locator("form [type=submit]").click()
    field(page, "name", "Mikan")
    press_words(page, home)
    find(page, ".timeline, [data-page=home] main")
    until_says(page, "Mikan")
    page.goto(place.url + "/account")
    press_words(page, sign_out)
    find(page, "input[name=login]")
    assert page.url.endswith("/sign-in") and "pawsona_session" not in {one["name"] for one in page.context.cookies()}
    page.goto(place.url + "/talk")
    find(page, "input[name=login]")
    sign_in(page, f"ann-{language}@example.org", LAMP)
    expect(page.locator("form [role=alert]")).not_to_be_empty()
    sign_in(page, f"ann-{language}@example.org")
    until_says(page, "Mikan")
    page.goto(place.url + "/account")
    field(page, "proof", PASSWORD)
    page.locator("button.danger").filter(has_text=delete).click()
    find(page, "input[name=login]")
    sign_in(page, f"ann-{language}@example.org")
    expect(page.locator("form [role=alert]")).not_to_be_empty()
    page.context.close()


def test_a_letter_leads_to_a_new_password(chromium: Browser, place: House) -> None:
    member(place, "mei@example.org", "en")
    page = window(chromium, DESKTOP)
    page.goto(place.url + "/reset")
    field(page, "login", "mei@example.org")
    page.locator("form [type=submit]").click()
    until_says(page, "on its way")
    letters: Path = place.letters  # type: ignore[attr-defined]
    for _ in range(100):
        if letters.exists() and letters.read_text().endswith("}"):
            break
        page.wait_for_timeout(50)
    [link] = re.findall(r'"link": "([^"]+)"', letters.read_text())
    page.goto(link)
    field(page, "password", LAMP)
    page.locator("form [type=submit]").click()
    find(page, "input[name=login]")
    sign_in(page, "mei@example.org", LAMP)
    find(page, "input[name=name]")
    page.context.close()


def test_keys_are_made_and_taken_back_and_a_session_is_ended_elsewhere(chromium: Browser, place: House) -> None:
    member(place, "kim@example.org", "en")
    here, there = window(chromium, DESKTOP), window(chromium, PHONE)
    for page in (here, there):
        page.goto(place.url)
        sign_in(page, "kim@example.org")
        find(page, "input[name=name]")
    here.goto(place.url + "/account")
    field(here, "key", "Chat on my laptop")
    here.locator("form:has([name=key]) [type=submit]").click()
    assert find(here, ".keys code").inner_text().startswith("pawsona_")
    here.get_by_role("button", name="Take back the key Chat on my laptop").click()
    until_says(here, "None yet.")
    here.get_by_role("button", name="Sign out everywhere else").click()
    until_says(here, "Saved")
    there.goto(place.url + "/account")
    find(there, "input[name=login]")
    for page in (here, there):
        page.context.close()


def test_all_of_it_by_keys_alone(chromium: Browser, place: House) -> None:
    member(place, "lee@example.org", "en")
    page = window(chromium, DESKTOP)
    page.goto(place.url)
    find(page, "input[name=login]").focus()
    page.keyboard.type("lee@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    find(page, "input[name=name]")
    page.goto(place.url + "/account")
    find(page, "main section")
    names = []
    for _ in range(30):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.innerText || document.activeElement.name || ''"))
    assert {"Sign out", "old", "new", "key", "Make a key", "proof", "Delete my account"} <= set(names)
    page.context.close()


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("zh", PHONE)])
def test_what_one_agreed_to_is_seen_and_taken_back(
    chromium: Browser, place: House, language: Language, size: tuple[int, int]
) -> None:
    agreed, back = {"en": ("You agreed on", "Take it back"), "zh": ("同意了。", "收回同意")}[language]
    member(place, f"con-{language}@example.org", language)
    page = window(chromium, size, locale=language)
    page.goto(place.url)
    sign_in(page, f"con-{language}@example.org")
    find(page, "input[name=name]")
    page.goto(f"{place.url}/account")
    button = page.locator("#consent-training")
    expect(button).to_be_visible()
    expect(page.locator(".consents")).not_to_contain_text(agreed)
    button.press("Enter")
    expect(button).to_have_text(back)
    expect(button).to_be_focused()
    expect(page.locator(".consents")).to_contain_text(agreed)
    page.reload()
    expect(button).to_have_text(back)
    show(page, ".consents", f"account-consents-{language}")
    button.click()
    expect(button).not_to_have_text(back)
    expect(page.locator(".consents")).not_to_contain_text(agreed)
    page.context.close()
