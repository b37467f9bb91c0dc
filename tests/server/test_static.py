"""The web app's files: complete in both languages, calm on the network, readable, and strict enough for its policy."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
import yaml

ACTIVITIES = Path(__file__).parents[2] / "src/pawsona/world/activities.yaml"
STATIC = Path(__file__).parents[2] / "src/pawsona/server/static"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
TEXTS = [path for path in FILES if path.suffix in {".js", ".css", ".html", ".svg"}]
SCRIPTS = [path for path in FILES if path.suffix == ".js" and path.parent.name != "words" and path.name != "docs.js"]
SPECIES = ("bird", "capybara", "cat", "dog", "dragon", "rabbit")

Colours = dict[str, str]


def name(path: Path) -> str:
    return str(path.relative_to(STATIC))


def table(language: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(STATIC.glob(f"words/{language}*.js")))


def words(language: str) -> dict[str, str]:
    text = table(language)
    return dict(re.findall(r'^ {2}"([\w.-]+)":\s*"((?:[^"\\]|\\.)*)",$', text, re.M))


def uncommented(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", text, flags=re.S)


def test_both_languages_have_the_same_words() -> None:
    assert len(words("en")) > 150
    assert words("en").keys() == words("zh").keys()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_line_of_a_word_table_is_read(language: str) -> None:
    text = table(language)
    assert len(re.findall(r'^ {2}"[\w.-]+":', text, re.M)) == len(words(language))


def test_both_languages_put_the_same_things_into_their_words() -> None:
    english, chinese = words("en"), words("zh")
    for key in english:
        if not key.endswith(".one"):
            assert set(re.findall(r"\{\w+\}", english[key])) == set(re.findall(r"\{\w+\}", chinese[key])), key


def test_chinese_is_chinese_with_its_own_punctuation() -> None:
    kept = {"app.name", "app.title", "help.way", "list.gap", "promises.due", "talk.when"}
    for key, text in words("zh").items():
        if key in kept:
            continue
        assert re.search(r"[\u4e00-\u9fff，。：]", text), key
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|您", text), key


def test_the_app_never_raises_its_voice() -> None:
    for language in ("en", "zh"):
        assert not [key for key, text in words(language).items() if re.search("[!！]", text)]


OURS = re.compile(
    r"embed|endpoint|prompt|\b(llm|api|ollama|gguf|qwen|database|storage|server|skill|stage|retention|protocol|persona)"
    r"|storybook mind|嵌入|提示词|服务器|接口|数据库|技能",
    re.I,
)
"""Words of people who build this: somebody who only lives with a pet would have to ask."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_word_is_one_that_a_stranger_would_have_to_ask_about(language: str) -> None:
    said = {key: re.sub(r"\{\w+\}", "", text) for key, text in words(language).items()}
    assert {key: text for key, text in said.items() if OURS.search(text)} == {}


def test_every_word_that_a_script_asks_for_exists_and_every_word_is_asked_for() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SCRIPTS)
    exact = {key for key in words("en") if f'"{key}"' in code}
    starts = set(re.findall(r"\bt\(`([\w.-]+\.)\$\{", code)) | {"care.light.", "care.movement.", "age."}
    asked = set(re.findall(r'\bt\("([\w.-]+)"', code))
    assert asked <= words("en").keys()
    for key in words("en"):
        plain = key.removesuffix(".one")
        assert key in exact or plain in exact or key.startswith(tuple(starts)), f"nothing says {key}"


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_no_page_has_words_of_its_own(path: Path) -> None:
    code = uncommented(path.read_text("utf-8"))
    assert not re.search(r"[\u4e00-\u9fff]", code)
    for literal in re.findall(r'"([^"\n]*)"', code):
        assert not re.match(r"[A-Z][a-z]+ [a-z]+ ", literal), literal


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_nothing_is_fetched_from_anybody_else(path: Path) -> None:
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|url\(|@import|[\"'(]//\w", text)


def test_the_page_has_no_inline_script_or_style() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert "{{static}}/js/app.js" in page
    assert 'lang="{{lang}}"' in page


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_scripts_build_elements_and_not_markup(path: Path) -> None:
    code = uncommented(path.read_text("utf-8"))
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|style:|\"style\"|cssText", code
    )


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".svg"], ids=name)
def test_drawings_can_stand_side_by_side(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("<svg xmlns=")
    assert not re.search(r"\b(id|style|on\w+)=|<(script|style|image|foreignObject)", text)


def test_every_species_and_outfit_is_drawn() -> None:
    outfits = (STATIC / "pets/outfits.svg").read_text("utf-8")
    for species in SPECIES:
        drawing = (STATIC / f"pets/{species}.svg").read_text("utf-8")
        for part in ("sit", "sleep", "head", "slot-neck", "slot-eyes", "slot-head", "slot-hand", "m-calm", "m-smile"):
            assert re.search(rf'class="{part}["\s]', drawing), f"{species} has no {part}"
    for outfit in ("scarf", "bell", "glasses", "straw-hat"):
        assert f'data-outfit="{outfit}"' in outfits


def shelf(name: str) -> str:
    """One table of shelf.js."""
    [found] = re.findall(rf"const {name} = \{{(.*?)\}};", (STATIC / "js/shelf.js").read_text("utf-8"), re.S)
    return str(found)


def test_whatever_it_does_has_a_picture() -> None:
    kinds = {name: set(re.findall(r"(\w+):", shelf(name))) for name in ("HOLDS", "SHELF", "SPOTS")}
    assert set(yaml.safe_load(ACTIVITIES.read_text("utf-8"))) == kinds["SPOTS"]
    assert kinds["HOLDS"] | kinds["SHELF"] <= kinds["SPOTS"]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("HOLDS", "pets/outfits.svg"), ("SHELF", "art/things.svg"), ("SPOTS", "art/spots.svg"),
    ],
)  # fmt: skip
def test_all_that_it_has_about_it_is_drawn(name: str, path: str) -> None:
    drawn = set(re.findall(r'data-(?:outfit|thing|spot)="([\w-]+)"', (STATIC / path).read_text("utf-8")))
    assert set(re.findall(r'"([\w-]+)"', shelf(name))) <= drawn


def test_nothing_is_in_its_hand_and_on_the_shelf_at_once() -> None:
    beside = dict(re.findall(r"(\w+): \[(.*?)\]", shelf("SHELF")))
    held = dict(re.findall(r'(\w+): "([\w-]+)"', shelf("HOLDS")))
    assert not [kind for kind, thing in held.items() if f'"{thing}"' in beside.get(kind, "")]


def test_everything_that_moves_stands_still_on_request() -> None:
    for path in (STATIC / "css").glob("*.css"):
        css = uncommented(path.read_text("utf-8"))
        for block in re.finditer(r"@media[^{]*no-preference[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", css):
            css = css.replace(block.group(0), "")
        assert not re.search(r"\banimation:|\btransition:", css), path.name


def imported(path: Path, seen: set[Path]) -> set[Path]:
    if path not in seen:
        seen.add(path)
        for target in re.findall(r'from "(\.[^"]+)"|^import "(\.[^"]+)"', path.read_text("utf-8"), re.M):
            imported((path.parent / (target[0] or target[1])).resolve(), seen)
    return seen


def test_the_first_page_is_small() -> None:
    page = STATIC / "index.html"
    text = page.read_text("utf-8").replace("{{lang}}", "zh")  # the larger one of the two
    linked = {STATIC / found for found in re.findall(r"\{\{static\}\}/([\w./-]+)", text)}
    linked |= imported(STATIC / "words/zh.js", set())
    scripts = imported(STATIC / "js/app.js", set())
    art = {
        STATIC / "art/window.svg",
        STATIC / "art/things.svg",
        STATIC / "pets/outfits.svg",
        STATIC / "pets/dragon.svg",
    }
    first = {page, *linked, *scripts, *art}
    assert all(path.is_file() for path in first)
    assert sum(path.stat().st_size for path in first) < 250_000


def themes() -> Iterator[tuple[str, Colours]]:
    """Light and dark, and what dawn and dusk change of the light one."""
    blocks = re.findall(r"(:root[^{]*)\{([^}]*)\}", uncommented((STATIC / "css/tokens.css").read_text("utf-8")))
    sets = [(rule.strip(), dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{3,6})\b", body))) for rule, body in blocks]
    light = next(colours for _, colours in sets if "paper" in colours)
    dark = next(colours for rule, colours in sets if rule == ':root[data-theme="dark"]')
    yield "light", light
    yield "dark", {**light, **dark}
    for rule, colours in sets:
        if ":not([data-theme" in rule:
            yield rule.split(chr(34))[1], {**light, **colours}


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio, from 1 to 21."""
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


THEMES = list(themes())


def test_dawn_and_dusk_are_measured_too() -> None:
    assert [label for label, _ in THEMES] == ["light", "dark", "dawn", "dusk"]


@pytest.mark.parametrize(("label", "colours"), THEMES, ids=[label for label, _ in THEMES])
def test_text_can_be_read_everywhere(label: str, colours: Colours) -> None:
    grounds = ("wall", "wall-2", "paper")
    for text, ground in product(("ink", "ink-2"), grounds):
        assert contrast(colours[text], colours[ground]) >= 4.7, f"{label}: {text} on {ground}"
    for text, ground in product(("accent", "danger"), ("wall", "paper")):
        assert contrast(colours[text], colours[ground]) >= 4.5, f"{label}: {text} on {ground}"
    assert contrast(colours["moss"], colours["paper"]) >= 4.5
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
    assert contrast(colours["on-accent"], colours["accent-2"]) >= 4.5
    assert contrast(colours["on-wood"], colours["wood-3"]) >= 4.9


@pytest.mark.parametrize(("label", "colours"), THEMES, ids=[label for label, _ in THEMES])
def test_controls_moons_and_focus_can_be_seen(label: str, colours: Colours) -> None:
    for line, ground in product(("wood-2", "gold", "focus"), ("wall", "paper")):
        assert contrast(colours[line], colours[ground]) >= 3.0, f"{label}: {line} on {ground}"
