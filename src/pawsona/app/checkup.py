"""`pawsona doctor`: what is set up, what is not, and what to do about it."""

import platform
import shlex
import shutil
import socket
from contextlib import aclosing, suppress
from dataclasses import dataclass
from time import perf_counter

from pawsona.app.embedder import own_embedder, served_embedder
from pawsona.app.local import LOCAL, LocalModels
from pawsona.app.minds import Choice, choose, endpoint_of
from pawsona.app.offers import context_at, first_token, models_at, offers
from pawsona.app.opening import care_of
from pawsona.app.reranker import reranker
from pawsona.app.switching import current_choice
from pawsona.app.time import SystemClock
from pawsona.care.ready import BARE
from pawsona.config.home import prepare
from pawsona.config.models import NamedModel
from pawsona.config.settings import Settings, load
from pawsona.domain.language import LANGUAGES
from pawsona.embed import Lately
from pawsona.embed.reranker import EndpointReranker
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
        *await _reranker(settings),
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
        return await _pulled(settings, f"llm:{talk.model} on this machine, because {choice.why}", talk)
    return await _answers("mind", f"llm:{talk.model} at {talk.base_url}, because {choice.why}", talk)


async def _pulled(settings: Settings, says: str, named: NamedModel) -> Finding:
    """Whether a model of this home's own can be loaded, and how soon it answers then."""
    if missing():
        return Finding("mind", False, f"{says}. {missing()}")
    running = False
    with suppress(socket.gaierror):  # said of the port
        running = _in_use(settings)
    if running:
        return Finding("mind", True, f"{says}. Not measured: Pawsona seems to run, and may have it in memory already.")
    models, begun = LocalModels(settings.home), perf_counter()
    try:
        started = await models.started(named)
        loaded = f"{says}; loaded in {perf_counter() - begun:.1f} s"
        return await _answers("mind", loaded, started)
    except SetupError as error:
        return Finding("mind", False, f"{says}. But {error} Until then the storybook stands in.")
    finally:
        await models.aclose()


async def _answers(what: str, says: str, named: NamedModel) -> Finding:
    """Whether a model on a server answers, and how soon; whether it has the context that is set."""
    endpoint = endpoint_of(named)
    try:
        first = await first_token(endpoint)
    except MindError as error:
        has = await models_at(endpoint)
        listed = f" It has {', '.join(has)}." if has else ""
        return Finding(what, False, f"{says}. But {error}.{listed} Until then the storybook stands in.")
    says = f"{says}; first token after {first:.0f} ms"
    has_context = await context_at(endpoint)
    if not 0 < has_context < endpoint.context:
        return Finding(what, True, says)
    return Finding(
        what, False,
        f"{says}. But its server has {has_context} tokens of context and {endpoint.context} are set, so what is longer "
        f"is refused, or cut without a word: give it more, or set context = {has_context} "
        f"under [models.{named.group}].",
    )  # fmt: skip


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


async def _reranker(settings: Settings) -> list[Finding]:
    """Nothing where none is asked for; one that runs in this process is loaded by the first recall."""
    try:
        found = reranker(settings)
    except SetupError as error:
        return [Finding("reranker", False, str(error))]
    named = settings.named("reranker")
    if found is None or named is None or not isinstance(found, EndpointReranker):
        return [] if found is None else [Finding("reranker", True, settings.reranker)]
    async with aclosing(found):
        scores = await found.scores("tea", ["a cup of tea", "a stone"])
    says = f"endpoint:{named.model} at {named.base_url}"
    if scores is not None:
        return [Finding("reranker", True, says)]
    return [Finding("reranker", False, f"{says} puts nothing in order: look at the address, the name and the key. "
                    "Until it does, recall keeps its own order.")]  # fmt: skip


def _port(settings: Settings) -> Finding:
    where = f"{settings.host}:{settings.port}"
    try:
        taken = _in_use(settings)
    except socket.gaierror:
        return Finding("port", False, f"{settings.host!r} is no address of this machine: set PAWSONA_HOST anew.")
    return Finding("port", True, f"{where} is in use (perhaps by Pawsona itself)" if taken else f"{where} is free")


def _in_use(settings: Settings) -> bool:
    """Whether somebody listens where Pawsona would.

    Raises:
        socket.gaierror: there is no such address.
    """
    try:
        socket.create_connection((settings.host, settings.port), timeout=2).close()
    except socket.gaierror:
        raise
    except OSError:
        return False
    return True


def _hooks(settings: Settings) -> list[Finding]:
    """Programs that are called once somebody needs them: too late to find out that one is not there."""
    hooks = {"reset_hook": settings.accounts.reset_hook, "contact_hook": settings.care.contact_hook}
    programs = {
        name: shlex.split(command) for name, command in hooks.items() if not command.startswith(("http://", "https://"))
    }
    return [_program(name, words[0]) for name, words in programs.items() if words]


def _program(name: str, program: str) -> Finding:
    there = shutil.which(program) is not None
    return Finding("hook", there, f"{name} calls {program!r}{'' if there else ', and there is no such program'}")


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
