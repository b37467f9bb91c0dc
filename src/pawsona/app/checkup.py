"""`pawsona doctor`: what is set up, what is not, and what to do about it."""

import platform
import shlex
import shutil
import socket
from contextlib import aclosing
from dataclasses import dataclass

from pawsona.app.embedder import own_embedder, served_embedder
from pawsona.app.local import LOCAL, LocalModels
from pawsona.app.minds import Choice, choose, endpoint_of
from pawsona.app.offers import first_token, models_at, offers
from pawsona.app.opening import care_of
from pawsona.app.switching import current_choice
from pawsona.app.time import SystemClock
from pawsona.care.ready import BARE
from pawsona.config.home import prepare
from pawsona.config.models import NamedModel
from pawsona.config.settings import Settings, load
from pawsona.domain.language import LANGUAGES
from pawsona.embed import Lately
from pawsona.errors import ContentError, MindError, SetupError
from pawsona.minds.llm.budget import least
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.tokens import Tokens
from pawsona.minds.local.extra import missing
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
        *await _minds(settings),
        *await _offers(),
        await _embedder(settings),
        _port(settings),
        _care(settings),
        *_hooks(settings),
    ]


def _home(settings: Settings) -> Finding:
    try:
        return Finding("home", True, str(prepare(settings)))
    except SetupError as error:
        return Finding("home", False, str(error))


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


async def _choice(settings: Settings) -> Choice:
    """What the home is set to; what the settings alone say where its database can't be read."""
    try:
        store = await open_store(settings.database_url)
    except SetupError:
        return choose(settings)
    try:
        return await current_choice(settings, store, LocalModels(settings.home))
    finally:
        await store.close()


async def _minds(settings: Settings) -> list[Finding]:
    """Who talks, and who else is asked for other groups of skills."""
    try:
        choice = await _choice(settings)
    except SetupError as error:
        return [Finding("mind", False, str(error))]
    talk = choice.talk
    others = [] if talk is None else [one for one in choice.models.values() if _where(one) != _where(talk)]
    return [
        await _mind(settings, choice),
        *[await _answers(one.group, f"llm:{one.model} at {one.base_url}", one) for one in others],
    ]


def _where(named: NamedModel) -> tuple[str, str, str]:
    return named.base_url, named.model, named.key.get_secret_value() if named.key else ""


async def _mind(settings: Settings, choice: Choice) -> Finding:
    talk = choice.talk
    if talk is None:
        return _storybook(settings, choice)
    try:
        if wrong := _prompts(choice, talk):
            return Finding("mind", False, wrong)
    except (ContentError, SetupError) as error:
        return Finding("mind", False, str(error))
    if talk.base_url == LOCAL:
        says = f"llm:{talk.model} on this machine, because {choice.why}"
        return Finding("mind", not missing(), f"{says}. {missing() or 'It is loaded when it is first asked.'}")
    return await _answers("mind", f"llm:{talk.model} at {talk.base_url}, because {choice.why}", talk)


async def _answers(what: str, says: str, named: NamedModel) -> Finding:
    """Whether a model on a server answers, and how soon."""
    endpoint = endpoint_of(named)
    try:
        first = await first_token(endpoint)
    except MindError as error:
        has = await models_at(endpoint)
        listed = f" It has {', '.join(has)}." if has else ""
        return Finding(what, False, f"{says}. But {error}.{listed} Until then the storybook stands in.")
    return Finding(what, True, f"{says}; first token after {first:.0f} ms")


def _storybook(settings: Settings, choice: Choice) -> Finding:
    says = f"storybook, because {choice.why}"
    half = bool(settings.base_url) != bool(settings.model) and settings.mind != "storybook"
    if not half:
        return Finding("mind", True, says)
    given, lacks = ("PAWSONA_BASE_URL", "PAWSONA_MODEL") if settings.base_url else ("PAWSONA_MODEL", "PAWSONA_BASE_URL")
    return Finding("mind", False, f"{says}: {given} is set and {lacks} is not. Set both, or neither.")


def _prompts(choice: Choice, talk: NamedModel) -> str:
    """What is wrong with prompts and context; empty if all is well.

    Raises:
        ContentError: a prompt file breaks its contract.
        SetupError: the folder of one's own prompts is not there.
    """
    prompts, tokens = Prompts(choice.prompts), Tokens(talk.asked.tokenizer)
    prompts.check()
    needed = max(least(prompts, language, tokens) for language in LANGUAGES)
    if talk.asked.context >= needed:
        return ""
    return (
        f"the context of llm:{talk.model} is set to {talk.asked.context} tokens, and the longest prompt with its "
        f"answer takes {needed}: set its context anew, or the storybook speaks for it."
    )


async def _offers() -> list[Finding]:
    """Never used unasked; only said."""
    return [
        Finding("offer", True, f"{offer.sentence}. To use it: pawsona mind use {offer.known.name} MODEL")
        for offer in await offers()
    ]


async def _embedder(settings: Settings) -> Finding:
    named = settings.named("embedding")
    try:
        found = served_embedder(settings, LocalModels(settings.home)) or own_embedder(settings, settings.home)
    except SetupError as error:
        return Finding("embedder", False, str(error))
    if named is None or not isinstance(found, Lately) or found.name != f"endpoint:{named.model}":
        return Finding("embedder", True, found.name)
    async with aclosing(found):
        [vector] = await found.embed(["hello"])
    says = f"{found.name} at {named.base_url}"
    if vector:
        return Finding("embedder", True, says)
    has = await models_at(endpoint_of(named))
    why = "there is no model server, or it refuses the key" if has is None else f"it has {', '.join(has) or 'no model'}"
    return Finding("embedder", False, f"{says} gives no vector: {why}. Until it does, recall compares words alone.")


def _port(settings: Settings) -> Finding:
    where = f"{settings.host}:{settings.port}"
    try:
        socket.create_connection((settings.host, settings.port), timeout=2).close()
    except socket.gaierror:
        return Finding("port", False, f"{settings.host!r} is no address of this machine: set PAWSONA_HOST anew.")
    except OSError:
        return Finding("port", True, f"{where} is free")
    return Finding("port", True, f"{where} is in use (perhaps by Pawsona itself)")


def _hooks(settings: Settings) -> list[Finding]:
    """Programs that are called once somebody needs them: too late to find out that one is not there."""
    hooks = {"reset_hook": settings.accounts.reset_hook, "contact_hook": settings.care.contact_hook}
    return [
        Finding("hook", there, f"{name} calls {program!r}{'' if there else ', and there is no such program'}")
        for name, command in hooks.items()
        if command and not command.startswith(("http://", "https://"))
        for program in shlex.split(command)[:1]
        for there in [shutil.which(program) is not None]
    ]


def _care(settings: Settings) -> Finding:
    try:
        care = care_of(settings)
    except (ContentError, SetupError) as error:
        return Finding("care", False, str(error))
    old = care.resources.stale(SystemClock().now().date())
    if old:
        return Finding(
            "care", False, f"{len(old)} help line(s) must be verified again: update Pawsona, or your care.resources."
        )
    if not care.attachment:
        return Finding("care", False, BARE)
    held = ", ".join(pack.id for pack in care.rules.packs)
    return Finding("care", True, f"rules of {held}; help lines are fresh")
