"""The page on which training data is reviewed: by keyboard, in both languages, and nothing lost when the server goes."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pawsona.train.data.entry import Entry, Turn
from pawsona.train.data.review.decisions import Desk
from pawsona.train.data.review.page import app


def entry(number: int) -> Entry:
    talk = (Turn("system", "You are Pip, a cat."), Turn("user", "## Now\n«It's all too much today.»"),
            Turn("assistant", f"I'm here, number {number}."))  # fmt: skip
    return Entry(id=f"e{number}", messages=talk, language="en", skill="chat.support", kind="safety", category="panic")


class Served:
    """The page on a port of its own, which can go away and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.entries = folder, {f"e{n}": entry(n) for n in range(3)}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        served = app(Desk(self.folder, self.entries), ["127.0.0.1"])
        self._server = uvicorn.Server(
            uvicorn.Config(served, port=self.port, log_level="error", timeout_graceful_shutdown=1)
        )
        self._thread = threading.Thread(target=lambda: asyncio.run(self._server.serve()))
        self._thread.start()
        while not self._server.started:
            pass

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def decisions(self, name: str) -> list[tuple[str, str]]:
        path = self.folder / "review" / f"{name}.jsonl"
        rows = map(json.loads, path.read_text("utf-8").splitlines()) if path.exists() else ()
        return [(row["verdict"], row["answer"] or row["reason"]) for row in rows]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    running = Served(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def page(chromium: Browser, served: Served) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    shown = context.new_page()
    shown.goto(f"http://127.0.0.1:{served.port}/")
    yield shown
    context.close()


def begin(page: Page, name: str = "ana") -> None:
    page.locator("#reviewer").fill(name)
    page.keyboard.press("Enter")
    page.locator("#accept").wait_for()


def wrong(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['target']}" for one in found]


def test_three_decisions_by_keyboard_alone(page: Page, served: Served) -> None:
    begin(page)
    page.locator("h1").click()
    page.keyboard.press("a")
    expect(page.locator("#count")).to_have_text("1 / 3")
    page.keyboard.press("r")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text("2 / 3")
    page.keyboard.press("e")
    page.locator("#edited").fill("Breathe out slowly. I'm here.")
    page.locator("input[name=reason]").nth(4).check()
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text("3 / 3")
    expect(page.locator("#status")).to_have_text("All are decided. Thank you!")
    assert served.decisions("ana") == [("accept", ""), ("reject", "unsafe"), ("edit", "Breathe out slowly. I'm here.")]


def test_what_is_decided_while_the_server_is_away_arrives_later(page: Page, served: Served) -> None:
    begin(page)
    served.stop()
    page.locator("#accept").click()
    expect(page.locator("#status")).to_contain_text("1 not sent yet")
    page.locator("#edit").click()
    page.locator("#edited").fill("half a sentence")
    served.start()
    expect(page.locator("#status")).to_have_text("Kept.")
    assert served.decisions("ana") == [("accept", "")]
    page.reload()
    begin(page)
    page.locator("#edit").click()
    expect(page.locator("#edited")).to_have_value("half a sentence")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, language: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.locator("#language").select_option(language)
    assert wrong(page) == []
    begin(page)
    expect(page.locator("#accept")).to_have_text({"en": "Accept", "zh": "通过"}[language])
    assert wrong(page) == []
    page.locator("#edit").click()
    assert wrong(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
