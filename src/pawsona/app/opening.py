"""Opening a home: settings, store, embedder and mind come together, and every service gets its parts."""

import secrets
from collections.abc import Callable

from pawsona.app import stopping
from pawsona.app.alarm import ContactHook
from pawsona.app.embedder import own_embedder, sentences_of, served_embedder
from pawsona.app.experiments import Experiments
from pawsona.app.home import Home
from pawsona.app.local import LocalModels
from pawsona.app.minds import Workshop
from pawsona.app.news import Newsroom, Relay
from pawsona.app.order import ManyProcesses, OneProcess
from pawsona.app.pinning import Pinning
from pawsona.app.pressure import Pressure
from pawsona.app.reranker import reranker
from pawsona.app.sweep import Sweep
from pawsona.app.switching import current_choice
from pawsona.app.talks import Talks
from pawsona.app.time import SystemClock, SystemRng
from pawsona.app.undo import Undo
from pawsona.app.webhooks.postbox import StoredPostbox
from pawsona.app.welcome import Welcome
from pawsona.care import marks, normal
from pawsona.care.audit import Audit
from pawsona.care.protocol import protocol_ready
from pawsona.care.ready import Care, care_ready
from pawsona.config.home import prepare
from pawsona.config.settings import Settings
from pawsona.dialogue.aside import Aside
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.documents import Documents
from pawsona.dialogue.feedback import FeedbackDesk
from pawsona.dialogue.feelings import Feelings
from pawsona.dialogue.followup import FollowUp
from pawsona.dialogue.greeting import Greetings
from pawsona.dialogue.notes import Notes
from pawsona.dialogue.notices import Notices
from pawsona.dialogue.promises import PromiseLedger
from pawsona.dialogue.search import OwnSearch
from pawsona.dialogue.second import SecondLook
from pawsona.dialogue.sessions import Sessions
from pawsona.dialogue.touch import Touch
from pawsona.dialogue.turn import Dialogue
from pawsona.dialogue.understanding import Understanding
from pawsona.dialogue.wellbeing import Wellbeing
from pawsona.domain.cloakroom import Cloakroom, Shelves
from pawsona.domain.ports import Clock, Embedder, Rng, Store
from pawsona.embed import Lately
from pawsona.lab.varied import Lab
from pawsona.memory import lexemes
from pawsona.memory.collect import Collector
from pawsona.memory.edit import Editor
from pawsona.memory.forget import Forgetter
from pawsona.memory.provenance import Provenance
from pawsona.memory.recall import Recall
from pawsona.memory.reindex import Reindexer
from pawsona.memory.turns import Turns
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.pinned import Pinned
from pawsona.minds.storybook import ruled, worth
from pawsona.night.catchup import CatchUp
from pawsona.night.night import Night
from pawsona.night.pace import Pace
from pawsona.night.runner import NightRunner
from pawsona.skills import Mind
from pawsona.storage import open_store
from pawsona.world.change import Changes
from pawsona.world.day import World
from pawsona.world.friends import Friends

ALONE = "alone"
"""The process that serves a store which no other serves: when it begins, whoever had the name has ended."""


async def open_home(
    settings: Settings,
    *,
    clock: Clock | None = None,
    rng: Rng | None = None,
    pace: Pace | None = None,
    ask: Callable[[Endpoint], Client] | None = None,
    process: str = "",
    cloakroom: Cloakroom | None = None,
    mind: Mind | None = None,
) -> Home:
    """Open the home that settings name.

    Args:
        settings: which, and how.
        clock: another than the machine's.
        rng: another than the system's.
        pace: for a node of a fleet, which asks models no faster than they answer and meets pets one by one.
        ask: how language models are asked; None is over HTTP.
        process: the name of this one among those that serve the store; without one it gets one. With `ALONE` what
            the one before it held is free at once.
        cloakroom: that of several processes; None is one of its own.
        mind: speaks instead of any that is chosen, now or later; its answers are checked as well.

    Raises:
        SetupError: its folder, database, model file or mind can't be used; the sentence says what to do.
        ContentError: a content file of care, or a prompt file, is wrong.
    """
    care = care_of(settings)
    clock, rng = clock or SystemClock(), rng or SystemRng()
    folder = prepare(settings)
    own = own_embedder(settings, folder)
    store = await open_store(
        settings.database_url, cache_bytes=settings.cache_mb * 2**20, connections=settings.connections
    )
    local = LocalModels(folder)
    workshop = Workshop(settings, store, clock, own, local, pace, ask, brought=mind)
    try:
        embedder = served_embedder(settings, local) or own
        choice = await current_choice(settings, store, local)
        pinning = Pinning(store, workshop, choice, clock, folder / "prompts")
        mind = Pinned(workshop.mind(choice), pinning.kept)
        home = assemble(
            settings, store, mind, choice.why, embedder, clock, rng,
            care=care, workshop=workshop, pinning=pinning, process=process, cloakroom=cloakroom,
        )  # fmt: skip
        if process == ALONE:
            await store.leases.bury(ALONE)
        if pace is None:
            for _, pet in await home.runner.pets():
                await pinning.settle(pet)
    except BaseException:
        await workshop.aclose()
        await store.close()
        raise
    return home


def care_of(settings: Settings) -> Care:
    """Care as the settings want it.

    Raises:
        ContentError: a content file is wrong, or there is no such pack.
        SetupError: MiniLM is installed, and its files are not the published ones.
    """
    asked = settings.care
    care = care_ready(
        asked.packs,
        asked.packs_folder,
        asked.resources,
        settings.locale_region,
        attachment=asked.attachment == "on",
        sentences=sentences_of(settings),
    )
    protocol_ready(care)
    return care


def assemble(
    settings: Settings,
    store: Store,
    mind: Mind,
    reason: str,
    embedder: Embedder,
    clock: Clock,
    rng: Rng,
    *,
    care: Care | None = None,
    workshop: Workshop | None = None,
    pinning: Pinning | None = None,
    process: str = "",
    cloakroom: Cloakroom | None = None,
) -> Home:
    """Put the services together over a store and a mind."""
    care, lab = care or care_of(settings), Experiments(store, clock, rng, at_home=settings.auth == "home")
    process = process or secrets.token_hex(8)
    contexts, sessions, world = Contexts(store, clock), Sessions(store, clock, rng), World(store, mind, clock, lab)
    collector, promises = Collector(store, mind, embedder, clock, rng), PromiseLedger(store, mind, clock, rng)
    understanding = _understanding(settings, store, mind, embedder, world, contexts, promises, clock, care, lab)
    greetings = Greetings(store, mind, contexts, promises, FollowUp(store, clock), clock, care, lab)
    talk = _dialogue(settings, store, mind, understanding, greetings, embedder, sessions, clock, rng, care, pinning)
    friends, forgetter = Friends(store, mind, clock), Forgetter(store, clock, settings.history_months)
    night = Night(store, mind, world, friends, collector, forgetter, promises, sessions, clock)
    workshop = workshop or Workshop(settings, store, clock, embedder, LocalModels(settings.home))
    cloakroom = cloakroom or Shelves(clock)
    stopgap = World(store, workshop.storybook(), clock, lab) if pinning is not None and pinning.choice.models else None
    home = Home(
        process=process, settings=settings, care=care, store=store, mind=mind,
        mind_reason=reason, embedder=embedder, clock=clock, rng=rng, contexts=contexts, sessions=sessions,
        dialogue=talk, welcome=Welcome(store, clock, greetings),
        feedback=FeedbackDesk(store, mind, contexts, clock, rng, care),
        notes=Notes(store, mind, embedder, clock, rng),
        documents=Documents(store, embedder, clock, rng),
        promises=promises,
        feelings=understanding.feelings,
        touch=Touch(mind, contexts, care),
        world=world,
        friends=friends,
        collector=collector,
        editor=Editor(store, embedder, clock),
        provenance=Provenance(store),
        reindexer=Reindexer(store, embedder),
        night=night,
        catchup=CatchUp(store, world, friends, stopgap, clock),
        runner=NightRunner(store, night, sessions, collector, clock, name=process),
        cloakroom=cloakroom,
        undo=Undo(cloakroom),
        sweep=Sweep(store, embedder, cloakroom),
        workshop=workshop,
        experiments=lab,
        pinning=pinning,
    )  # fmt: skip
    return _joined(home)


def _joined(home: Home) -> Home:
    """Turns and news, among as many processes as may serve this store; and who hears of what."""
    settings, store, clock = home.settings, home.store, home.clock
    order = ManyProcesses(store, clock, home.process) if settings.shared else OneProcess()
    home.talks = Talks(order, Pressure(settings.turns))
    home.news = Newsroom(Relay(store, clock) if settings.shared else None)
    home.runner.tell = home.tell
    stopping.listen(home)
    if home.pinning is not None:
        home.pinning.lab = home.experiments
    texts = normal.forget_words, marks.forget_texts, lexemes.forget_words, worth.forget_texts, ruled.forget_texts
    home.sweep.caches.extend((home.welcome.forget, *texts))
    return home


def _understanding(
    settings: Settings,
    store: Store,
    mind: Mind,
    embedder: Embedder,
    world: World,
    contexts: Contexts,
    promises: PromiseLedger,
    clock: Clock,
    care: Care,
    lab: Lab,
) -> Understanding:
    """What reads a message, with everything that it looks up."""
    near = isinstance(embedder, Lately) and embedder.near
    recall, search = Recall(store, embedder, reranker(settings), near), OwnSearch(store, embedder)
    changes, feelings = Changes(store, mind, world, clock), Feelings(store, clock)
    return Understanding(
        store, mind, recall, search, contexts, promises, changes, feelings, clock, care.attachment, lab
    )


def _dialogue(
    settings: Settings,
    store: Store,
    mind: Mind,
    understanding: Understanding,
    greetings: Greetings,
    embedder: Embedder,
    sessions: Sessions,
    clock: Clock,
    rng: Rng,
    care: Care,
    pinning: Pinning | None,
) -> Dialogue:
    """Talk, with what care says in it."""
    lab = understanding.lab
    audit, hook = Audit(store, clock), settings.care.contact_hook
    alarm = ContactHook(hook, audit) if hook else None
    return Dialogue(
        store=store,
        mind=mind,
        understanding=understanding,
        turns=Turns(store, embedder),
        sessions=sessions,
        clock=clock,
        rng=rng,
        care=care,
        notices=Notices(store, care.rules.duties, audit, clock, lab),
        wellbeing=Wellbeing(store, care, audit, clock, lab),
        follow_up=FollowUp(store, clock),
        aside=Aside(store, care, audit, clock, alarm, lab, StoredPostbox(store, clock, rng)),
        audit=audit,
        greetings=greetings,
        announcer=pinning,
        lab=lab,
        second=SecondLook(store, mind, understanding.contexts, care) if settings.care.classify == "model" else None,
    )
