"""Stop reaches the model: over TCP, in this process and from another, and never help for somebody in danger."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from tests.app.conftest import Life
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.app.stopping import stop
from pawsona.config.settings import load
from pawsona.dialogue.answering import was_stopped
from pawsona.dialogue.events import Crisis, Done, Heard, Sentence, TurnEvent
from pawsona.domain.ids import MessageId
from pawsona.domain.message import Message
from pawsona.errors import NotFoundError, StoppedError

SAID = "The river was high today. I saw two herons there. Then it began to rain. I ran home at once. It was a good day."
OPENING = "The river was high today. "


@pytest.fixture
def asked(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """The model that pets talk through."""
    monkeypatch.setenv("PAWSONA_MIND", "llm")
    monkeypatch.setenv("PAWSONA_BASE_URL", model_server.base_url)
    monkeypatch.setenv("PAWSONA_MODEL", "pet-model")
    return model_server


@pytest.fixture
def talking(asked: ModelServer) -> ModelServer:
    """It stays in the middle of its reply for as long as somebody listens."""
    asked.script({"match": '"stream":true', "text": SAID, "stall": "middle"})
    return asked


@pytest.fixture
def silent(asked: ModelServer) -> ModelServer:
    """It stays before the first words of its reply."""
    asked.script({"match": '"stream":true', "text": SAID, "stall": "first"})
    return asked


async def until_left(server: ModelServer) -> list[str]:
    """How the streams ended, once the model sees that nobody listens."""
    for _ in range(300):
        found = [each["outcome"] for each in server.requests("/completions") if each["body"].get("stream")]
        if "open" not in found:
            break
        await asyncio.sleep(0.02)
    return found


async def told(companion: Companion) -> list[Message]:
    return await companion.home.store.talk.recent(companion.pet.bond, 9)


async def outcomes(companion: Companion) -> list[str]:
    await companion.home.workshop.meter.write()
    calls = await companion.home.store.calls.since(companion.pet.bond, companion.pet.adopted_at)
    return [call.outcome for call in calls if call.skill.startswith("chat.")]


def test_what_was_shown_stays_and_the_model_is_hung_up(live: Life, talking: ModelServer) -> None:
    async def body(companion: Companion) -> None:
        events: list[TurnEvent] = []
        async for event in companion.talk("I walked along the river."):
            events.append(event)
            if isinstance(event, Heard):
                heard = event.message.id
            if isinstance(event, Sentence) and event.text == OPENING:
                await stop(companion.home, companion.pet.bond, heard)
        shown = "".join(event.text for event in events if isinstance(event, Sentence))
        done = events[-1]
        assert isinstance(done, Done) and not done.whole
        assert done.message.text == shown.strip() and SAID.startswith(done.message.text) and done.message.text != SAID
        kept = (await told(companion))[-1]
        assert (kept.text, kept.trace.stopped, kept.answers) == (done.message.text, True, heard)
        assert await until_left(talking) == ["left"]
        assert await outcomes(companion) == ["stopped"]

    live(body)


def test_before_the_first_words_nothing_is_kept_and_the_message_can_be_answered(
    live: Life, silent: ModelServer
) -> None:
    async def body(companion: Companion) -> None:
        with pytest.raises(StoppedError, match="first words"):
            async for event in companion.talk("I walked along the river."):
                if isinstance(event, Heard):
                    heard = event.message.id
                    while not any(each["body"].get("stream") for each in silent.requests("/completions")):
                        await asyncio.sleep(0.02)
                    await stop(companion.home, companion.pet.bond, heard)
        assert [message.role for message in await told(companion)] == ["person"]
        assert await until_left(silent) == ["left"]
        silent.always(text=SAID)
        assert isinstance([event async for event in companion.retry(heard)][-1], Done)

    live(body)


def test_at_once_after_the_message_was_heard_nothing_is_said(live: Life, talking: ModelServer) -> None:
    async def body(companion: Companion) -> None:
        companion.home.dialogue.announcer = Ending(companion)
        with pytest.raises(StoppedError):
            await companion.say("I walked along the river.")
        assert await until_left(talking) in ([], ["left"])  # it may be asked while the disk is waited for

    live(body)


class Ending:
    """Speaks where a turn begins to be one that can be ended, and ends it."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion

    async def news(self, *_: object) -> str:
        self._companion.end()
        return ""

    async def told(self, *_: object) -> None: ...


def test_help_for_somebody_in_danger_is_not_ended(live: Life, talking: ModelServer) -> None:
    async def body(companion: Companion) -> None:
        events = []
        async for event in companion.home.dialogue.say(companion.person, companion.pet, "I want to kill myself"):
            events.append(event)
            companion.end()
        assert isinstance(events[-1], Crisis)

    live(body)


def test_a_message_that_does_not_exist_or_is_answered_is_no_turn(live: Life) -> None:
    async def body(companion: Companion) -> None:
        with pytest.raises(NotFoundError):
            await stop(companion.home, companion.pet.bond, MessageId("none"))
        turn = await companion.say("Hello")
        assert turn.message.answers is not None
        await stop(companion.home, companion.pet.bond, turn.message.answers)
        assert (await companion.say("Hello again")).whole

    live(body)


def test_another_process_ends_it(tmp_path: Path, talking: ModelServer) -> None:
    async def body() -> None:
        async with served(tmp_path) as here, served(tmp_path) as there:
            events = []
            async for event in here.talk("I walked along the river."):
                events.append(event)
                if isinstance(event, Heard):
                    heard = event.message.id
                if isinstance(event, Sentence) and event.text == OPENING:
                    await stop(there.home, there.pet.bond, heard)
                    await there.home.news.look()
                    await here.home.news.look()
            done = events[-1]
            assert isinstance(done, Done) and done.message.trace.stopped
            assert (await told(there))[-1].text == done.message.text
            assert await until_left(talking) == ["left"]

    asyncio.run(body())


def test_what_was_stopped_elsewhere_says_nothing_of_a_reply_that_is_asked_for_after_it(
    tmp_path: Path, silent: ModelServer
) -> None:
    """The reply ended meanwhile, and is tried again before this process has looked at the board."""

    async def body() -> None:
        async with served(tmp_path) as here, served(tmp_path) as there:
            with pytest.raises(StoppedError):
                async for event in here.talk("I walked along the river."):
                    if isinstance(event, Heard):
                        heard = event.message.id
                        await stop(there.home, there.pet.bond, heard)
                        here.end()
            silent.script({"match": '"stream":true', "text": SAID, "stall": "middle"})
            async for event in here.retry(heard):
                if isinstance(event, Sentence):
                    await there.home.news.look()
                    await here.home.news.look()
                    assert not here.home.dialogue.answering.ended(heard)
                    break

    asyncio.run(body())


def test_a_reply_that_is_asked_for_again_says_from_when_on_another_process_can_end_it(
    tmp_path: Path, silent: ModelServer
) -> None:
    """A Stop that comes before is for the try before."""

    async def body() -> None:
        async with served(tmp_path) as here, served(tmp_path) as there:
            heard = await stopped_at_once(here)
            silent.script({"match": '"stream":true', "text": SAID, "stall": "first"})
            with pytest.raises(StoppedError):
                async for event in here.retry(heard):
                    if isinstance(event, Heard):
                        await stop(there.home, there.pet.bond, event.message.id)
                        await here.home.news.look()
            [message] = await told(here)
            assert await was_stopped(here.home.store, message)

    asyncio.run(body())


@pytest.mark.parametrize("again", [False, True])
def test_every_process_knows_which_reply_was_stopped_before_it_began(
    tmp_path: Path, silent: ModelServer, again: bool
) -> None:
    async def body() -> None:
        async with served(tmp_path) as here, served(tmp_path) as there:
            await stopped_at_once(here)
            [message] = await told(there)
            assert await was_stopped(there.home.store, message)
            if again:
                silent.script({"match": '"stream":true', "stall": "first"})
                listening = asyncio.create_task(listened(there.retry(message.id)))
                while len([one for one in silent.requests("/completions") if one["body"].get("stream")]) < 2:
                    await asyncio.sleep(0.02)
                assert not await was_stopped(here.home.store, message), "it is on the way again"
                listening.cancel()

    asyncio.run(body())


async def stopped_at_once(companion: Companion) -> MessageId:
    """What was said, and its reply ended before the first words."""
    with pytest.raises(StoppedError):
        async for event in companion.talk("I walked along the river."):
            if isinstance(event, Heard):
                heard = event.message.id
                await stop(companion.home, companion.pet.bond, heard)
    return heard


async def listened(turn: AsyncIterator[TurnEvent]) -> list[TurnEvent]:
    return [event async for event in turn]


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Companion]:
    """The one pet of a home that several processes serve, as one of them has it."""
    settings = load(home=folder, language="en", embedder="hashing", workers=2)
    async with aclosing(await open_home(settings)) as home:
        if not await home.runner.pets():
            await home.adopt(PetForm(name="Mo"), PersonForm(name="Lin", time_zone="UTC"))
        [(person, pet)] = await home.runner.pets()
        yield Companion(home, person, pet)
