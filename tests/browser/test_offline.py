"""The diary is read while the server is away; nothing else is kept in the browser, and what was forgotten goes there too."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import at_home, find, press_words, say, shoot, sleep, until, until_says

SECRET = "quixotberry"
SHOWN = "小林"
DAYS_KEPT = "(await (await caches.open('pawsona-days')).keys()).some(({ url }) => url.includes('/days/'))"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found[new URL(request.url).pathname] = await (await caches.match(request)).text();
  return found;
}"""


def prepared(page: Page, house: House, pet: str, you: str, said: str) -> str:
    """Lived in for a day, the worker at work, the diary opened; its title."""
    at_home(page, house, pet, you)
    say(page, said)
    sleep(house)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.goto(f"{house.url}/diary")
    title = find(page, ".page h1").inner_text()
    until(page, "async () => (await (await caches.open('pawsona-days')).keys()).length > 4")
    return title


def test_the_diary_is_read_without_the_server(house: House, phone: Page) -> None:
    title = prepared(phone, house, "Mikan", "Lin", f"My sister is called {SECRET}.")
    kept = phone.evaluate(KEPT)
    assert not [path for path, text in kept.items() if SECRET in text]
    api = {path.rpartition("/")[2] for path in kept if path.startswith("/api/")}
    assert {name for name in api if not name.startswith("2026-")} == {"home", "days", "tastes"}
    house.stop()
    phone.goto(f"{house.url}/diary")
    assert find(phone, ".page h1").inner_text() == title
    assert find(phone, ".entry p").inner_text()
    expect(phone.locator("#gone")).to_be_visible()
    shoot(phone, "en-phone-offline-diary")
    phone.goto(f"{house.url}/talk")
    until_says(phone, "Pawsona is not answering.")
    shoot(phone, "en-phone-offline-talk")
    press_words(phone, "Read the diary meanwhile")
    find(phone, ".entry p")
    with house.again() as back:
        phone.reload()
        expect(phone.locator("#gone")).to_be_hidden()
        phone.goto(f"{back.url}/talk")
        find(phone, ".pet-says")


def test_what_was_forgotten_is_not_kept_in_the_browser(casa: House, desktop: Page) -> None:
    prepared(desktop, casa, "团团", SHOWN, "我妹妹叫小美。")
    desktop.goto(f"{casa.url}/memories")
    find(desktop, ".mem .acts button:last-child").click()
    until(desktop, f"async () => !({DAYS_KEPT})")
    desktop.goto(f"{casa.url}/diary")
    until(desktop, f"async () => {DAYS_KEPT}")
    [person] = casa.do(casa.home.store.people.persons())
    casa.do(casa.home.erase(person))  # as another device or a terminal does it
    desktop.reload()
    find(desktop, "input[name=you]")
    assert SHOWN not in str(desktop.evaluate(KEPT)) and SHOWN not in desktop.evaluate("JSON.stringify(localStorage)")
