"""The operator's page in a real browser: many persons, weeks of them, both languages, phone and desktop."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import DESKTOP, PHONE, House, window
from tests.browser.hands import find, quiet, shot, until_says
from tests.browser.test_pages import Look, barriers, cramped, untranslated

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.domain.affect import Affect
from pawsona.domain.call import Call
from pawsona.domain.carelog import Line
from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session, Tier
from pawsona.domain.trial import Exposure, Happening, Trial
from pawsona.lab.plan import plan

LOOKS = (
    Look("en", "light", DESKTOP),
    Look("en", "dark", PHONE),
    Look("zh", "dark", DESKTOP),
    Look("zh", "light", PHONE),
)
PERSONS = 300


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with some hundred persons who came over ten weeks."""
    with House(tmp_path_factory.mktemp("busy") / "home", "en") as living:
        living.do(fill(living))
        yield living


async def fill(house: House) -> None:
    home, chance = house.home, Random(7)
    owner = PersonForm(name="Xanthippe", language="en", time_zone="UTC", age_band="adult", region="CN")
    person, pet = await home.adopt(PetForm(name="Mikan"), owner)
    now = home.clock.now()
    async with home.store.transaction():
        for number in range(PERSONS):
            since = now - timedelta(days=chance.randrange(70), hours=chance.randrange(24))
            one = replace(person, id=PersonId(f"p{number}"), created_at=since)
            theirs = replace(pet, id=PetId("x"), person=one.id, adopted_at=since)
            await home.store.people.add_person(one)
            await home.store.people.add_pet(theirs)
            await live(house, theirs.bond, since, chance)
    await experiment(house, chance)


async def experiment(house: House, chance: Random) -> None:
    """iPET's own, with an effect; over for all but the last who came."""
    store, now = house.home.store, house.clock.now()
    asked, since = plan("ipet"), now - timedelta(days=12)
    stored = asked.model_dump(mode="json")
    await store.trials.start(Trial(name="ipet", plan=stored, digest=asked.digest, salt="s", started_at=since))
    async with store.transaction():
        for number in range(PERSONS):
            person, arm = PersonId(f"p{number}"), number % 2
            at = since + timedelta(days=number % 3, minutes=number)
            name = list(asked.arms)[arm]
            met = Exposure(person=person, trial="ipet", arm=name, at=at, cohort="en/memory/old")
            await store.trials.expose(met)
            for turn in range(chance.randrange(1, 10) if chance.random() < 0.4 + 0.3 * arm else 0):
                told = at + timedelta(hours=20 * turn)
                await store.trials.count(person, [Happening(id=f"{number}{turn}t", at=told, kind="turn")])
                mood = Happening(id=f"{number}{turn}m", at=told, kind="mood", value=chance.uniform(-1, 1))
                await store.trials.count(person, [mood])


async def live(house: House, bond: Bond, since: datetime, chance: Random) -> None:
    """Talk on some days, fewer with each week; memories, moods, calls, nights and help now and then."""
    store, now = house.home.store, house.clock.now()
    keenness, day = chance.random(), since
    await store.talk.open_session(Session(id=SessionId("s"), bond=bond, started_at=since, last_at=since))
    while day < now:
        if chance.random() < keenness * 0.97 ** (day - since).days:
            for n in range(chance.randrange(1, 9)):
                name = MessageId(f"{day:%m%d%H}{n}")
                said = Message(id=name, bond=bond, session=SessionId("s"), role="person", text="Xanthippe", at=day)
                await store.talk.add(said)
            state = chance.choice(("joy", "joy", "sadness", "trust"))
            await store.talk.add_affect(bond, day, Affect(state, 1))
            await store.calls.add(call(bond, day, chance))
            for stage in ("outline", "schedule", "details"):
                await store.nights.record(bond, day.date(), stage, day)
            if chance.random() < 0.05:
                await store.carelog.add(Line(bond=bond, at=day, event="referral", tier=Tier.high), f"{day:%Y-%m}")
            if chance.random() < 0.4:
                await store.memories.add(memory(bond, day, chance))
        day += timedelta(days=1)


def call(bond: Bond, at: datetime, chance: Random) -> Call:
    return Call(
        bond=bond, at=at, skill="chat.general", prompt="1", model="small", tokens_in=chance.randrange(900, 3000),
        tokens_cached=700, tokens_out=80, first_ms=300.0, ms=900.0, retries=0,
        outcome="failed" if chance.random() < 0.03 else "ok",
    )  # fmt: skip


def memory(bond: Bond, at: datetime, chance: Random) -> Memory:
    return Memory(
        id=MemoryId(f"{at:%m%d}"), bond=bond, text="Xanthippe", topic="food", importance=1, origin="said",
        retention=chance.choice(("permanent", "long_term")), sources=(), created_at=at, renewed_at=at, expires_on=None,
    )  # fmt: skip


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_page_is_sound_and_quotes_nobody(chromium: Browser, busy: House, look: Look) -> None:
    page = window(chromium, look.size, color_scheme=look.theme, locale=look.language)
    page.goto(f"{busy.url}/operate?language={look.language}")
    until_says(page, "How this server does" if look.language == "en" else "服务器运行情况")
    assert "Xanthippe" not in page.content()
    assert page.locator("svg[role=img]").count() >= 5
    page.screenshot(path=shot(f"operate-{look}"), full_page=True)
    faults = [*barriers(page), *untranslated(page, look.language), *cramped(page)]
    page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    quiet(page)
    page.context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_an_experiment_is_read_in_intervals_and_days(chromium: Browser, busy: House, look: Look) -> None:
    page = window(chromium, look.size, color_scheme=look.theme, locale=look.language)
    page.goto(f"{busy.url}/operate?language={look.language}")
    find(page, "a[href='/operate/experiments/ipet']").click()
    page.goto(f"{page.url}?language={look.language}")
    until_says(page, "dialogue engagement" if look.language == "en" else "对话参与率")
    assert page.locator("svg[role=img]").count() >= 3 and not re.search(r"\bp[0-9]+\b", page.inner_text("main"))
    page.screenshot(path=shot(f"experiment-{look}"), full_page=True)
    faults = [*barriers(page), *untranslated(page, look.language), *cramped(page)]
    quiet(page)
    page.context.close()
    assert not faults, "\n".join(faults)


def test_the_other_language_and_every_section_are_reached_by_keyboard(chromium: Browser, busy: House) -> None:
    page = window(chromium, DESKTOP)
    page.goto(f"{busy.url}/operate")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until_says(page, "服务器运行情况")
    find(page, "nav a[href='#cohorts']").press("Enter")
    assert page.evaluate("document.querySelector('#cohorts').getBoundingClientRect().top") < 200
    find(page, "#cohorts .wide").focus()
    assert page.evaluate("document.activeElement.className") == "wide"
    page.context.close()


def test_a_page_that_was_kept_shows_the_same_without_a_server(chromium: Browser, busy: House, tmp_path: Path) -> None:
    page = window(chromium, DESKTOP)
    page.goto(f"{busy.url}/operate")
    with page.expect_download() as download:
        page.locator("a[href*='file=true']").click()
    download.value.save_as(tmp_path / "kept.html")
    page.goto(f"file://{tmp_path}/kept.html")
    until_says(page, "How this server does")
    colour = page.locator("svg .s0").first.evaluate("one => getComputedStyle(one).fill")
    assert colour == "rgb(31, 95, 122)"  # its style got through its own policy
    assert page.page_errors() == [] and not [line for line in page.console_messages() if line.type == "error"]
    page.context.close()
