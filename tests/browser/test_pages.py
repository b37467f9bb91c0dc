"""Every page for everybody: both languages, both themes, phone and desktop; nothing that axe calls serious, nothing
untranslated, nothing wider than a small screen or large text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.browser.conftest import DESKTOP, PHONE, House, window
from tests.browser.hands import find, quiet, shoot, wide

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.domain.ids import NoteId
from pawsona.domain.language import Language
from pawsona.domain.note import Note

PAGES = {
    "/": ".timeline .is-now",
    "/talk": ".pet-says",
    "/diary": ".entry p",
    "/notes": ".row-item",
    "/promises": "main li",
    "/you": "main h1",
    "/memories": ".mem",
    "/care": "#day-minutes",
    "/settings": "#phone",
    "/costs": "main h1",
    "/adopt": "input[name=name]",
    "/care/protocol": "h1",
    "/pair": "h1",
}
"""Path -> what is there once it is complete."""
SAID: dict[Language, tuple[str, ...]] = {
    "en": (
        "My sister is called Mei.",
        "I love tea.",
        "I have a headache today.",
        "Remind me tomorrow at 10 to call Mei.",
    ),
    "zh": ("我妹妹叫小美。", "我喜欢喝茶。", "我今天头疼。", "明天十点提醒我给小美打电话。"),
}
NAMES: dict[Language, tuple[str, str]] = {"en": ("Mikan", "Lin"), "zh": ("团团", "小林")}
SMALL = (320, 640)
ENGLISH = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORDS = """() => {
  const shown = (element) => element.checkVisibility({visibilityProperty: true});
  const language = (element) => element.closest("[lang]").lang;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (shown(element)) found.push([language(element), walker.currentNode.data]);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      if (element.hasAttribute(name)) found.push([language(element), element.getAttribute(name)]);
  return found;
}"""
"""Every text that somebody sees or hears, with the language that it says to be in."""


EDGELESS = """() => [...document.querySelectorAll(".btn, .chip, .round, .write, .sel, input:not(.write *, .find *), [aria-current=page]")]
  .filter((one) => one.checkVisibility() && !one.matches(".sr, .chip input, [type=radio], [type=checkbox]"))
  .filter((one) => { const look = getComputedStyle(one); return look.borderStyle === "none" && look.outlineStyle === "none"; })
  .map((one) => one.outerHTML.slice(0, 100))"""
"""Controls, and links to the page that is open, whose edge nobody sees."""


@dataclass(frozen=True)
class Look:
    """One way to see the app; together they pair every language with every theme and size."""

    language: Language
    theme: str
    size: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.language}-{self.theme}-{'phone' if self.size == PHONE else 'desktop'}"


LOOKS = (
    Look("en", "light", DESKTOP),
    Look("en", "dark", PHONE),
    Look("zh", "dark", DESKTOP),
    Look("zh", "light", PHONE),
)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Language, House]]:
    """Lived in since yesterday, in each language."""
    folder = tmp_path_factory.mktemp("houses")
    with House(folder / "en", "en") as english, House(folder / "zh", "zh") as chinese:
        living: dict[Language, House] = {"en": english, "zh": chinese}
        for language, house in living.items():
            house.do(move_in(house, language))
        yield living


async def move_in(house: House, language: Language) -> None:
    pet, you = NAMES[language]
    owner = PersonForm(name=you, language=language, time_zone="UTC", age_band="adult", region="CN")
    one = Companion(house.home, *await house.home.adopt(PetForm(name=pet), owner))
    house.clock.moment = house.clock.moment.replace(hour=9)
    for said in SAID[language]:
        await one.say(said)
    await one.night()
    house.clock.moment = house.clock.moment.replace(day=12, hour=16)
    note = Note(id=NoteId("n"), bond=one.pet.bond, title=you, text=SAID[language][1], at=house.clock.moment)
    await house.home.store.notes.add_note(note)
    await one.today()
    await one.say(SAID[language][1])


def seen(browser: Browser, house: House, look: Look) -> Page:
    page = window(browser, look.size, color_scheme=look.theme, locale=look.language)
    page.add_init_script(f"localStorage.setItem('pawsona.light', '{look.theme}')")
    return page


def opened(page: Page, house: House, path: str) -> None:
    page.goto(house.url + path)
    find(page, PAGES[path])


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_is_sound(chromium: Browser, houses: dict[Language, House], look: Look) -> None:
    house = houses[look.language]
    faults: list[str] = []
    page = seen(chromium, house, look)
    for path in PAGES:
        opened(page, house, path)
        shoot(page, f"page-{look}-{path.strip('/').replace('/', '-') or 'home'}")
        faults += [
            f"{path}: {fault}" for fault in [*barriers(page), *untranslated(page, look.language), *cramped(page)]
        ]
        page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    quiet(page, refused=403)
    page.context.close()
    assert not faults, "\n".join(faults)


def test_forced_colours_leave_edges_and_the_place_where_one_is(
    chromium: Browser, houses: dict[Language, House]
) -> None:
    """Where a system paints everything in its own colours, what was told by a colour needs a line."""
    page = window(chromium, DESKTOP, forced_colors="active")
    for path in ("/", "/talk", "/diary", "/memories", "/settings"):
        opened(page, houses["en"], path)
        shoot(page, f"forced-{path.strip('/') or 'home'}")
        assert not page.evaluate(EDGELESS)
    page.context.close()


def barriers(page: Page) -> list[str]:
    """What axe calls moderate, serious or critical, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
        for one in found
        if one["impact"] != "minor"
        for node in one["nodes"][:3]
    ]


def test_the_checks_see_what_they_are_for(chromium: Browser, houses: dict[Language, House]) -> None:
    page = seen(chromium, houses["zh"], LOOKS[3])
    opened(page, houses["zh"], "/care")
    page.evaluate(
        "() => { const wide = document.createElement('p'); wide.textContent = 'This was never translated';"
        "wide.style.width = '900px'; wide.style.color = '#ddd';"
        "document.querySelector('main').append(wide, new Image()); }"
    )
    assert {fault.partition(" ")[0] for fault in barriers(page)} == {"color-contrast", "image-alt"}
    assert [fault for fault in untranslated(page, "zh") if "This was never translated" in fault]
    assert len(cramped(page)) == 2
    page.context.close()


def untranslated(page: Page, language: Language) -> list[str]:
    """Words in another language than the page's that don't say so."""
    foreign = ENGLISH if language == "zh" else CHINESE
    texts = page.evaluate(WORDS)
    return [f"not in {language}: {text[:80]}" for lang, text in texts if lang[:2] == language and foreign.search(text)]


def cramped(page: Page) -> list[str]:
    """What is cut off on the smallest phone, and with text twice as large."""
    faults = []
    for name, (width, height), text in (("at 320 px", SMALL, "100%"), ("at 200% text", page_size(page), "200%")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        if over := wide(page):
            widest = page.evaluate(
                "() => [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility())"
                ".sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0].outerHTML"
            )
            faults.append(f"{over} px too wide {name}: {widest[:100]}")
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    return faults


def page_size(page: Page) -> tuple[int, int]:
    size = page.viewport_size
    assert size is not None
    return size["width"], size["height"]
