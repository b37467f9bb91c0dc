"""`pawsona doctor`: what is set up, what is not, and what to do about it."""

import platform
import socket
from dataclasses import dataclass

from pawsona.app.minds import AGREED, choose, endpoint_of
from pawsona.app.offers import first_token, offers
from pawsona.app.time import SystemClock
from pawsona.care.resources import stale
from pawsona.config.home import prepare
from pawsona.config.settings import Settings, load
from pawsona.embed import open_embedder
from pawsona.errors import MindError, SetupError
from pawsona.storage import open_store
from pawsona.version import __version__


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    what: str
    well: bool
    says: str


async def check_up() -> list[Finding]:
    """Look at everything; one thing that is wrong does not hide the others.

    Raises:
        SetupError: the settings themselves can't be read.
    """
    settings = load()
    return [
        Finding("version", True, f"pawsona {__version__}, Python {platform.python_version()}"),
        _home(settings),
        await _database(settings),
        await _mind(settings, await _agreed(settings)),
        *await _offers(),
        _embedder(settings),
        _port(settings),
        _care(),
    ]


def _home(settings: Settings) -> Finding:
    try:
        return Finding("home", True, str(prepare(settings)))
    except SetupError as error:
        return Finding("home", False, str(error))


async def _agreed(settings: Settings) -> str:
    """What the person said yes to, where the database can be read."""
    try:
        store = await open_store(settings.database_url)
    except SetupError:
        return ""
    try:
        return (await store.settings()).get(AGREED, "")
    finally:
        await store.close()


async def _database(settings: Settings) -> Finding:
    try:
        store = await open_store(settings.database_url)
    except SetupError as error:
        return Finding("database", False, str(error))
    try:
        persons = await store.people.persons()
        pets = sum([len(await store.people.pets(person.id)) for person in persons])
        return Finding("database", True, f"{len(persons)} person(s), {pets} pet(s)")
    finally:
        await store.close()


async def _mind(settings: Settings, agreed: str) -> Finding:
    try:
        choice = choose(settings, agreed)
    except SetupError as error:
        return Finding("mind", False, str(error))
    talk = choice.talk
    if talk is None:
        return Finding("mind", True, f"storybook, because {choice.why}")
    says = f"llm:{talk.model} at {talk.base_url}, because {choice.why}"
    try:
        first = await first_token(endpoint_of(talk))
    except MindError as error:
        return Finding("mind", False, f"{says}. But {error}. Until then the storybook speaks.")
    return Finding("mind", True, f"{says}; first token after {first:.0f} ms")


async def _offers() -> list[Finding]:
    """Never used unasked; only said."""
    return [
        Finding("offer", True, f"{offer.sentence}. To use it: pawsona mind use {offer.known.name} MODEL")
        for offer in await offers()
    ]


def _embedder(settings: Settings) -> Finding:
    try:
        return Finding("embedder", True, open_embedder(settings.embedder, settings.home, settings.spoken).name)
    except SetupError as error:
        return Finding("embedder", False, str(error))


def _port(settings: Settings) -> Finding:
    where = f"{settings.host}:{settings.port}"
    try:
        socket.create_connection((settings.host, settings.port), timeout=2).close()
    except socket.gaierror:
        return Finding("port", False, f"{settings.host!r} is no address of this machine: set PAWSONA_HOST anew.")
    except OSError:
        return Finding("port", True, f"{where} is free")
    return Finding("port", True, f"{where} is in use (perhaps by Pawsona itself)")


def _care() -> Finding:
    old = stale(SystemClock().now().date())
    if old:
        return Finding("care", False, f"{len(old)} help lines must be verified again: update Pawsona.")
    return Finding("care", True, "help lines are fresh")
