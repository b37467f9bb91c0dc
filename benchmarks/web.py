"""How the web app feels in Chromium: the first page, an idle home, 500 messages and 2,000 memories.

Everything is measured by the browser itself: paints, shifts and events by its performance observers, bytes by its
network log, work by its own counters. The server is a process of its own with one pet; for the long lists it is a
thread beside this script, on a simulated clock.

Usage: PYTHONPATH=. python benchmarks/web.py
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from furnish import furnish
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.browser.conftest import DESKTOP, PHONE, House, launched, window
from tests.server.process import ask, server

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.domain.ids import MessageId, SessionId
from pawsona.domain.message import Message, Session

ROUNDS = 5
IDLE = 10
MESSAGES, MEMORIES = 500, 2000
LIN = PersonForm(name="Lin", time_zone="UTC", age_band="adult")
KINDS = {
    "RecalcStyleDuration": "style",
    "LayoutDuration": "layout",
    "ScriptDuration": "script",
    "TaskDuration": "all tasks",
}
WATCH = """
  window.seen = {paint: 0, shifts: [], events: [], long: []};
  const on = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({type, buffered: true, ...more});
  on("largest-contentful-paint", (entry) => (seen.paint = entry.startTime));
  on("layout-shift", (entry) => seen.shifts.push([entry.startTime, entry.value]));
  on("event", (entry) => entry.interactionId && seen.events.push(entry.duration), {durationThreshold: 16});
  on("longtask", (entry) => seen.long.push(entry.duration));
"""


class Watched:
    """A fresh window that counts what it loads."""

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        self.page: Page = window(browser, size)
        self.bytes = 0
        self._cdp: CDPSession = self.page.context.new_cdp_session(self.page)
        self._cdp.send("Network.enable")
        self._cdp.send("Performance.enable")
        self._cdp.on("Network.loadingFinished", self._count)
        self.page.add_init_script(WATCH)

    def _count(self, loaded: dict[str, Any]) -> None:
        self.bytes += int(loaded["encodedDataLength"])

    def work(self) -> dict[str, float]:
        """Seconds of work on the page's main thread so far, by kind."""
        found = self._cdp.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in found if one["name"].endswith("Duration")}

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("window.seen")
        return found

    def fresh(self) -> None:
        """Forget what was seen of events."""
        self.page.evaluate("() => { seen.events = []; seen.long = []; }")

    def close(self) -> None:
        self.page.context.close()


@contextmanager
def opened(browser: Browser, size: tuple[int, int]) -> Iterator[Watched]:
    watched = Watched(browser, size)
    try:
        yield watched
    finally:
        watched.close()


async def live_long(house: House) -> None:
    """A pet with a long past."""
    companion = Companion(house.home, *await house.home.adopt(PetForm(name="Mikan"), LIN))
    await furnish(companion, MEMORIES)
    await talked(companion)


async def talked(companion: Companion) -> None:
    """As much talk as the page can be asked to show."""
    home, bond = companion.home, companion.pet.bond
    now = home.clock.now()
    session = Session(id=SessionId("long"), bond=bond, started_at=now, last_at=now)
    await home.store.talk.open_session(session)
    for n in range(MESSAGES):
        await home.store.talk.add(
            Message(
                id=MessageId(f"~{n:05}"),  # after all others
                bond=bond,
                session=session.id,
                role="pet" if n % 2 else "person",
                text=f"{n}: a heron stood by the river, and the willow leaned over the water. " * (1 + n % 3),
                at=now - timedelta(minutes=MESSAGES - n),
            )
        )


def first_pages(browser: Browser, url: str) -> None:
    """Cold: a browser that was never here."""
    for path, shown in (("/", ".timeline .is-now"), ("/talk", "#say"), ("/diary", ".entry")):
        paints, sizes, shifts = [], [], []
        for size in [DESKTOP, PHONE] * ROUNDS:
            with opened(browser, size) as it:
                it.page.goto(url + path)
                it.page.locator(shown).filter(visible=True).first.wait_for()
                it.page.wait_for_timeout(1000)
                seen = it.seen()
                paints.append(seen["paint"])
                sizes.append(it.bytes / 1000)
                shifts.append(sum(value for _, value in seen["shifts"]))
        print(
            f"{path:<10} largest contentful paint {median(paints):5.0f} ms, worst {max(paints):5.0f} (goal 1000)   "
            f"transfer {max(sizes):4.0f} kB (goal 250)   layout shift {max(shifts):.4f} (goal 0)"
        )


def idle(browser: Browser, url: str) -> None:
    """The home, looked at and left alone; frames of its animations are the compositor's, not the page's."""
    for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
        with opened(browser, size) as it:
            it.page.goto(url)
            it.page.locator(".timeline .is-now").filter(visible=True).first.wait_for()
            it.page.wait_for_timeout(4000)  # the first light has settled
            before, began = it.work(), time.monotonic()
            it.page.wait_for_timeout(IDLE * 1000)
            after, took = it.work(), time.monotonic() - began
            spent = {kind: 100 * (after[kind] - before[kind]) / took for kind in KINDS}
            parts = "  ".join(f"{label} {spent[kind]:.3f}%" for kind, label in KINDS.items())
            moving = it.page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length")
            whole = sum(share for kind, share in spent.items() if kind != "TaskDuration")
            print(f"idle home, {name:<8} {whole:.3f}% of a core (goal 5), {moving} animations running: {parts}")


def long_lists(browser: Browser, house: House) -> None:
    """Interactions as a person has them: until the next frame is shown."""
    for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
        with opened(browser, size) as it:
            print(f"{MEMORIES} memories, {name}: {memories(it, house)}")
            print(f"{MESSAGES} messages, {name}: {messages(it, house)}")


def memories(it: Watched, house: House) -> str:
    page = it.page
    page.goto(f"{house.url}/memories")
    row = page.locator(".mem").first
    row.wait_for()
    opened = page.evaluate("performance.now()")
    it.fresh()
    page.locator("input[type=search]").press_sequentially("river cello", delay=120)
    page.wait_for_timeout(600)
    page.locator("input[type=search]").fill("")
    page.wait_for_timeout(1500)
    page.locator(".chip").nth(1).click()
    page.wait_for_timeout(1000)
    page.locator(".chip").first.click()
    page.wait_for_timeout(1500)
    row.locator(".acts button").first.click()
    row.locator(".why").wait_for()
    row.get_by_role("button", name="Edit").click()
    page.keyboard.type(" and more")
    page.keyboard.press("Escape")
    for _ in range(20):
        page.mouse.wheel(0, 1500)
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    return f"shown after {opened:.0f} ms, {told(it)}"


def messages(it: Watched, house: House) -> str:
    page = it.page
    page.goto(f"{house.url}/talk")
    page.locator("#say").wait_for()
    for _ in range(MESSAGES // 50 - 1):
        before = page.locator(".lines > *").count()
        page.locator(".earlier").click()
        page.wait_for_function("n => document.querySelectorAll('.lines > *').length > n", arg=before)
    it.fresh()
    page.locator("#say").press_sequentially("what did the heron do?", delay=60)
    page.keyboard.press("Enter")
    page.wait_for_timeout(3000)
    return told(it)


def counted(house: House) -> str:
    """What Care asks for, beside the whole export that it once counted; medians."""

    def took(path: str) -> float:
        began = time.perf_counter()
        ask("GET", f"{house.url}/api/v1/{path}")
        return 1000 * (time.perf_counter() - began)

    counts, export = (median(took(path) for _ in range(ROUNDS)) for path in ("stored", "export"))
    return f"what is kept, counted: {counts:.0f} ms; as an export: {export:.0f} ms"


def told(it: Watched) -> str:
    seen = it.seen()
    worst, longest = max(seen["events"], default=0), max(seen["long"], default=0)
    return f"slowest interaction {worst:.0f} ms (goal 100), longest task {longest:.0f} ms"


def main() -> None:
    with sync_playwright() as playwright, launched(playwright) as browser, tempfile.TemporaryDirectory() as folder:
        with server(Path(folder) / "one", Path(folder) / "log") as url:
            pet = {"name": "Mikan", "species": "cat", "personality": "sunny", "person": {"name": "Lin"}}
            ask("POST", f"{url}/api/v1/pets", pet)
            first_pages(browser, url)
            idle(browser, url)
        with House(Path(folder) / "long", "en") as house:
            house.do(live_long(house))
            print(counted(house))
            long_lists(browser, house)


if __name__ == "__main__":
    main()
