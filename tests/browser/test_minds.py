"""From the storybook to a model at home or at hand, what it costs, and back; a pet from a card. In a real browser."""

import hashlib
import re
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.app.cards import samples
from tests.browser.conftest import House
from tests.browser.hands import (
    at_home,
    bring_home,
    find,
    press_words,
    quiet,
    say,
    shoot,
    show,
    until_gone,
    until_says,
    wide,
)  # fmt: skip
from tests.minds.local.files import FileServer, serving
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.app.offers import Offer, offers
from pawsona.config.offers import Known
from pawsona.domain.pet import Pet
from pawsona.minds import local
from pawsona.minds.local import Installed, LocalModel
from pawsona.server.routes import minds as routes

BLOCKS = 8
FILE = b"GGUF" + bytes(BLOCKS * 2**20)
PAUSE = 0.4
"""Seconds a mebibyte takes, so that there is something to see."""


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    """A file server instead of the Hub, with small files in the place of large ones; 8 GB of memory."""
    one = threading.Lock()

    def fetch(folder: Path, model: LocalModel, progress: Callable[[int, int], None]) -> Installed:
        def slowly(done: int, total: int) -> None:
            progress(done, total)
            time.sleep(PAUSE)

        small = model.model_copy(update={"size": len(FILE), "sha256": hashlib.sha256(FILE).hexdigest()})
        with one:
            local.pull(small, folder, slowly, mirror=server.url)
        return next(found for found in local.installed(folder) if found.model.name == model.name)

    with serving(FILE) as server:
        monkeypatch.setattr(routes, "fetch", fetch)
        monkeypatch.setattr(local, "machine_memory", lambda: 8 * 2**30)
        yield server


@pytest.fixture
def at_hand(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """A model server that runs on this machine, found when it is looked for."""

    async def look() -> list[Offer]:
        return await offers((Known("ollama", model_server.base_url),))

    urllib.request.urlopen(f"{model_server.base_url}/models").close()  # its first answer may take longer than a look
    model_server.reset()
    monkeypatch.setattr(routes, "offers", look)
    monkeypatch.setattr("pawsona.app.offers.LOOK_SECONDS", 10.0)  # a busy machine is no failure
    monkeypatch.setattr(routes, "resolved", lambda settings, server, variable: (server, variable))
    return model_server


def settings(page: Page, house: House) -> None:
    page.goto(f"{house.url}/settings")
    find(page, "#mind .model, #mind .speaks")


def test_one_download_makes_a_model_at_home_speak(house: House, desktop: Page, files: FileServer) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    settings(desktop, house)
    until_says(desktop, "built-in storybook")
    show(desktop, "#mind", "en-desktop-mind-storybook")
    plain = desktop.locator("#mind").inner_text()
    assert not re.search("qwen|embedding|GGUF|Apache|licence|endpoint", plain, re.I), plain
    assert re.search(r"GB to download, about \d+ minutes", plain)
    desktop.locator(".model summary").first.click()
    assert re.search(r"^qwen\S+, licence Apache", find(desktop, ".model details .quiet").inner_text())
    find(desktop, ".model .btn").click()
    find(desktop, "progress[value]")
    show(desktop, "#mind", "en-desktop-mind-download")
    until_says(desktop, "Mikan's words are now made up on this computer")
    until_says(desktop, "Nothing you say leaves it")
    show(desktop, "#mind", "en-desktop-mind-home")
    press_words(desktop, "Back to the storybook")
    until_says(desktop, "Mikan now speaks with the storybook")
    press_words(desktop, "Speak with it")
    until_says(desktop, "Mikan's words are now made up on this computer")
    quiet(desktop)


def test_a_download_goes_on_after_a_reload_and_stops_on_request(house: House, desktop: Page, files: FileServer) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    settings(desktop, house)
    find(desktop, ".model .btn").click()
    find(desktop, "progress[value]")
    desktop.goto(f"{house.url}/talk")
    settings(desktop, house)
    find(desktop, "progress[value]")
    find(desktop, ".model .doing button").click()
    until_gone(desktop, "progress")
    time.sleep(2 * PAUSE)
    desktop.reload()
    find(desktop, ".model .btn").click()
    until_says(desktop, "Mikan's words are now made up")
    begun = [int(wanted[6:-1]) for _, wanted in files.asked if wanted]
    assert begun == sorted(begun)
    assert begun[-1] > 0


def test_a_download_that_fails_says_why_and_goes_on(house: House, desktop: Page, files: FileServer) -> None:
    files.refusals[:] = [404]
    at_home(desktop, house, "Mikan", "Lin")
    settings(desktop, house)
    find(desktop, ".model .btn").click()
    until_says(desktop, "The server refuses the model's file")
    show(desktop, "#mind", "en-desktop-mind-refused")
    find(desktop, ".model .btn").click()
    until_says(desktop, "Mikan's words are now made up")


def test_without_the_extra_the_page_says_what_to_run(
    house: House, desktop: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "missing", lambda: "it is not installed")
    at_home(desktop, house, "Mikan", "Lin")
    desktop.goto(f"{house.url}/settings")
    find(desktop, ".command")
    until_says(desktop, "make local")


def test_words_leave_only_after_a_yes(casa: House, phone: Page, at_hand: ModelServer) -> None:
    at_home(phone, casa, "团团", "小林")
    settings(phone, casa)
    show(phone, "#mind", "zh-phone-mind-storybook")
    assert at_hand.requests("/models") == []
    press_words(phone, "我已经有语言模型了")
    press_words(phone, "找一找")
    find(phone, ".offer [type=submit]").click()
    until_says(phone, "会离开这个程序")
    show(phone, ".offer", "zh-phone-mind-sure")
    press_words(phone, "不要")
    say(visit(phone, casa, "/talk"), "今天过得怎么样")
    assert at_hand.requests("/chat/completions") == []

    settings(phone, casa)
    press_words(phone, "我已经有语言模型了")
    press_words(phone, "找一找")
    find(phone, ".offer [type=submit]").click()
    find(phone, ".asked .btn").click()
    until_says(phone, "团团现在用 pet-model 说话了")
    show(phone, "#mind", "zh-phone-mind-server")
    say(visit(phone, casa, "/talk"), "我今天散了步")
    until_says(phone, "pet-model")
    shoot(phone, "zh-phone-talk-other-mind")
    assert at_hand.requests("/chat/completions")

    costs(phone, casa, "zh-phone-costs")
    settings(phone, casa)
    press_words(phone, "换回故事书")
    until_says(phone, "团团现在用故事书说话了")
    quiet(phone)


def visit(page: Page, house: House, path: str) -> Page:
    page.goto(f"{house.url}{path}")
    return page


def costs(page: Page, house: House, name: str) -> None:
    find(visit(page, house, "/costs"), ".measure .strip")
    shoot(page, name)
    assert page.locator(".costs tbody tr").count() > 2
    assert wide(page) <= 0


def test_a_pet_goes_back_to_the_mind_before_and_follows_again(
    house: House, desktop: Page, at_hand: ModelServer
) -> None:
    at_home(desktop, house, "Mikan", "Lin")
    costs_nothing(desktop, house)
    settings(desktop, house)
    press_words(desktop, "I already have a language model")
    press_words(desktop, "Look")
    find(desktop, ".offer [type=submit]").click()
    show(desktop, ".offer", "en-desktop-mind-sure")
    find(desktop, ".asked .btn").click()
    until_says(desktop, "Mikan now speaks with pet-model")
    say(visit(desktop, house, "/talk"), "I went for a walk today.")
    until_says(desktop, "pet-model")
    shoot(desktop, "en-desktop-talk-other-mind")
    costs(desktop, house, "en-desktop-costs")
    settings(desktop, house)
    press_words(desktop, "Go back to the storybook")
    until_says(desktop, "Mikan keeps speaking with the storybook")
    until_says(desktop, "Nothing is sent anywhere.")
    show(desktop, ".pins", "en-desktop-mind-history")
    press_words(desktop, "Go by what is chosen above")
    expect(desktop.locator("#mind")).to_contain_text("What Mikan says comes from pet-model")
    until_says(desktop, "sends what you say to the language model")
    quiet(desktop)


def costs_nothing(page: Page, house: House) -> None:
    visit(page, house, "/costs")
    until_says(page, "which costs nothing")


def test_a_pet_from_a_card_and_a_card_from_a_pet(house: House, desktop: Page, tmp_path: Path) -> None:
    card = tmp_path / "sera.json"
    card.write_bytes(samples.encoded(samples.v2(name="Sera")))
    desktop.goto(house.url)
    find(desktop, "input[name=you]").fill("Lin")
    desktop.locator("#card").set_input_files(card)
    until_says(desktop, "sera.json")
    expect(desktop.locator("#name")).to_have_value("Sera")
    expect(desktop.locator("[name=species]:checked")).to_have_value("dog")
    expect(desktop.locator("[name=personality]:checked")).to_have_value("cheeky")
    desktop.get_by_text("Scarf").click()
    shoot(desktop, "en-desktop-adopt-card")
    desktop.route(
        "**/api/v1/pets/*", lambda route: route.abort() if route.request.method == "PATCH" else route.continue_()
    )
    desktop.route("**/api/v1/home", lambda route: route.abort(), times=1)
    find(desktop, "form button[type=submit]").click()
    find(desktop, ".page-state button").click()  # the pet has come, though what followed broke
    find(desktop, ".timeline .is-now")
    assert [(pet.species, pet.outfit) for pet in house.do(pets(house))] == [("dog", ("scarf",))]
    desktop.goto(f"{house.url}/settings")
    link = find(desktop, "a[download$='.json'][href*='/card?']")
    show(desktop, ".saves", "en-desktop-card-download")
    taken = desktop.evaluate("at => fetch(at).then((answer) => answer.json())", link.get_attribute("href"))
    assert taken == samples.v2(name="Sera")
    quiet(desktop)


def test_what_is_no_card_is_refused_in_one_sentence(casa: House, phone: Page, tmp_path: Path) -> None:
    photo, talk, card = tmp_path / "cat.png", tmp_path / "talk.json", tmp_path / "sera.png"
    photo.write_bytes(samples.png())
    talk.write_text("hello")
    card.write_bytes(samples.png(samples.text_chunk(b"chara", samples.packed(samples.v2(name="Sera")))))
    phone.goto(casa.url)
    find(phone, "input[name=you]").fill("小林")
    for bad in (photo, talk):
        phone.locator("#card").set_input_files(bad)
        assert find(phone, ".card-part .wrong").inner_text().endswith("。")
        find(phone, ".row")
    shoot(phone, "zh-phone-adopt-card")
    phone.locator("#card").set_input_files(card)
    until_says(phone, "sera.png")
    shoot(phone, "zh-phone-adopt-card-png")
    press_words(phone, "不用卡片了")
    expect(phone.locator("#name")).to_have_value("")
    find(phone, ".row")
    phone.locator("#card").set_input_files(card)
    until_says(phone, "sera.png")
    bring_home(phone)
    assert [pet.name for pet in casa.do(pets(casa))] == ["Sera"]


async def pets(house: House) -> list[Pet]:
    [person] = await house.home.store.people.persons()
    return await house.home.store.people.pets(person.id)
