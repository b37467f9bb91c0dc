"""A real server on a clock that can be moved, and a real Chromium."""

import asyncio
import shutil
import socket
import threading
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.server.app import create_app
from pawsona.server.door import Door

T = TypeVar("T")
DESKTOP, PHONE = (1280, 800), (390, 844)
WAIT = 60
"""Seconds to wait for what should come: it ends with what comes, so nothing is slow but a failure."""
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(
        pytest.mark.browser
    )  # all that is in this folder: a file that forgot it would run where no browser is


class House:
    """A home that is served in a thread of its own; `do` runs something on its loop."""

    def __init__(self, folder: Path, language: str, port: int = 0, **settings: Any) -> None:
        self.clock = SimulatedClock(datetime(2026, 4, 11, 16, 20, tzinfo=UTC))
        self.url = ""
        self._folder = folder
        self._language = language
        self._port = port
        self._settings = settings
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()))
        self._failure: BaseException | None = None

    async def _live(self) -> None:
        try:
            self.home: Home = await open_home(
                load(home=self._folder, language=self._language, **self._settings), clock=self.clock
            )
            with socket.socket() as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(("127.0.0.1", self._port))
                listener.listen(16)
                port = listener.getsockname()[1]
                self.url = f"http://127.0.0.1:{port}"
                self.door = Door(port)
                app = create_app(self.home, schedule=False, door=self.door)
                self.app = app
                self._server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
                self._loop = asyncio.get_running_loop()
                self._ready.set()
                await self._server.serve(sockets=[listener])
                await self.door.close()
            await self.home.aclose()
        except BaseException as error:
            self._failure = error
            self._ready.set()
            raise

    def __enter__(self) -> "House":
        self._thread.start()
        self._ready.wait(WAIT)
        if self._failure:
            raise self._failure
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """As if the computer had been switched off; `again` switches it on."""
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self.home.news.close)  # or open pages would hold it for a second
        self._server.should_exit = True
        self._thread.join(20)

    def again(self) -> "House":
        """The same home at the same address, at the same moment of its clock."""
        house = House(self._folder, self._language, int(self.url.rpartition(":")[2]))
        house.clock.moment = self.clock.moment
        return house

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WAIT)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "home", "en") as living:
        yield living


@pytest.fixture
def casa(tmp_path: Path) -> Iterator[House]:
    """The same in Chinese."""
    with House(tmp_path / "home", "zh") as living:
        yield living


@pytest.fixture(params=["en", "zh"])
def lived(request: pytest.FixtureRequest) -> tuple[str, House]:
    """A house in either language."""
    house: House = request.getfixturevalue("house" if request.param == "en" else "casa")
    return request.param, house


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium as Debian ships it, with nothing of its own to talk to.

    One for a module and not for all: while Playwright runs, no other test can start an event loop in this thread.
    """
    expect.set_options(timeout=WAIT * 1000)
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


def launched(playwright: Playwright) -> Browser:
    binary = shutil.which("chromium")
    assert binary, "Chromium is missing: run `make test-services`, which installs it"
    return playwright.chromium.launch(executable_path=binary, args=SWITCHES)


def window(browser: Browser, size: tuple[int, int], **more: Any) -> Page:
    """A fresh person's window; `more` goes to Playwright's `new_context`."""
    view = {"width": size[0], "height": size[1]}
    touched = size[0] < 600
    context = browser.new_context(
        **{"viewport": view, "is_mobile": touched, "has_touch": touched, "locale": "en", **more}
    )
    context.set_default_timeout(WAIT * 1000)
    return context.new_page()


@pytest.fixture
def desktop(chromium: Browser) -> Iterator[Page]:
    page = window(chromium, DESKTOP)
    yield page
    page.context.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    page = window(chromium, PHONE)
    yield page
    page.context.close()
