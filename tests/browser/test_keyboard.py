"""Every flow without a mouse: what has the focus can be seen, is named, and comes in the order of reading."""

from playwright.sync_api import Page, expect
from tests.browser.conftest import House
from tests.browser.hands import ANSWER, find, quiet, sleep, until_gone, until_says

FOCUSED = """() => {
  const one = document.activeElement;
  const ring = (element) => getComputedStyle(element).outlineStyle !== "none" && getComputedStyle(element).outlineWidth !== "0px";
  const holder = one.closest("form.write, .find, label.chip, label.tick, label");
  const labels = [...(one.labels ?? [])].map((label) => label.innerText).join(" ");
  return {
    tag: one.tagName,
    name: (one.getAttribute("aria-label") || labels || one.innerText || one.placeholder || one.title || "").trim().split("\\n")[0],
    seen: ring(one) || Boolean(holder && ring(holder)),
  };
}"""


class Keys:
    """A person at a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, words: str, *, back: bool = False) -> None:
        """Tab until what is called so has the focus; each stop on the way is named and visible."""
        passed: list[str] = []
        for _ in range(90):
            self.press("Shift+Tab" if back else "Tab")
            here = self.page.evaluate(FOCUSED)
            if here["tag"] != "BODY":
                assert here["name"], f"a stop without a name after {passed[-3:]}"
                assert here["seen"], f"nobody sees that {here['name']!r} has the focus"
            passed.append(here["name"])
            if words in here["name"]:
                return
        raise AssertionError(f"{words!r} can't be reached: {passed}")

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def test_a_life_without_a_mouse(house: House, desktop: Page) -> None:
    keys, page = Keys(desktop), desktop
    page.goto(house.url)
    find(page, "form button[type=submit]")
    keys.to("Its name")
    keys.type("Mikan")
    keys.to("What should it call you?")
    keys.type("Lin")
    keys.press("Enter")
    find(page, ".timeline .is-now")
    assert page.evaluate("document.activeElement.tagName") == "H1"

    keys.press("/")
    keys.type("My sister is called Mei.")
    keys.press("Enter")
    find(page, ANSWER)
    assert page.evaluate("document.activeElement.id") == "say"
    keys.type("Remind me tomorrow at 10 to call Mei.")
    keys.press("Enter")
    until_says(page, "tomorrow")
    sleep(house)

    keys.to("Skip to the page", back=True)
    keys.to("Diary")
    keys.press("Enter")
    find(page, ".entry p")
    keys.to("Pat on the head")
    keys.press("Enter")
    find(page, ".answer")
    keys.to("Promises", back=True)
    keys.press("Enter")
    until_says(page, "call Mei")
    keys.to("That's done")
    keys.press("Enter")
    find(page, "#toasts .toast")


def test_memories_and_care_without_a_mouse(house: House, desktop: Page) -> None:
    keys, page = Keys(desktop), desktop
    house.do(told(house))
    page.goto(f"{house.url}/memories")
    find(page, ".mem")
    keys.to("Edit")
    keys.press("Enter")
    keys.press("Control+A")
    keys.type("My sister Mei lives in Lyon.")
    keys.press("Enter")
    until_gone(page, ".mem form")
    until_says(page, "lives in Lyon")
    keys.to("Why do you")
    keys.press("Enter")
    find(page, ".mem .why")
    keys.press("Escape")
    until_gone(page, ".mem .why")
    keys.to("Forget")
    keys.press("Enter")
    until_gone(page, ".mem")
    keys.to("Undo")
    keys.press("Enter")
    find(page, ".mem")

    keys.to("Care", back=True)
    keys.press("Enter")
    find(page, "#day-minutes").focus()
    keys.press("ArrowDown")
    find(page, "#toasts .toast")
    keys.to("Erase everything")
    keys.press("Enter")
    keys.type("Lin")
    keys.press("Enter")
    expect(find(page, "input[name=you]")).to_have_value("")
    quiet(page)


async def told(house: House) -> None:
    """A pet that knows one thing."""
    from pawsona.app.adoption import PersonForm, PetForm
    from pawsona.app.companion import Companion

    owner = PersonForm(name="Lin", time_zone="UTC", age_band="adult")
    one = Companion(house.home, *await house.home.adopt(PetForm(name="Mikan"), owner))
    await one.say("My sister is called Mei.")
    await one.night()
