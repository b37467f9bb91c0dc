"""The companion under test: what a question is about was said to it, on days of its own, and then it is asked.

Sessions of LongMemEval are talked through as they are dated; a book's excerpt is read to it; a person tells about
themselves. All of it goes through the product: stored, indexed, collected into memories by the home's own mind. Nothing
expires meanwhile, as in `pawsona bench recall`.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pawsona.app.companion import Companion
from pawsona.app.opening import open_home
from pawsona.app.time import CountedRng, SimulatedClock
from pawsona.bench.live.companion import moved
from pawsona.bench.moodbench.item import Item
from pawsona.bench.recall.arms import PRODUCT, arm_of
from pawsona.bench.recall.conversation import Conversation, Question, Sitting, Turn
from pawsona.bench.recall.longmemeval import conversation as dated
from pawsona.bench.recall.replay import Replay, begun, two
from pawsona.config.settings import Settings
from pawsona.errors import MindError

TASKS = ("LongMemEval", "Book-SORT", "PersonaFeedback")
"""Datasets that can be lived."""
_BEGIN = datetime(2026, 1, 10, 19, 0, tzinfo=UTC)
_A_DAY = timedelta(days=1)


@dataclass
class Life:
    """A companion after everything was said."""

    companion: Companion
    replay: Replay

    async def sessions(self, question: Question) -> list[str]:
        """The sessions that the product's recall leads to, best first."""
        place = {turn.id: sitting.id for sitting in self.replay.conversation.sittings for turn in sitting.turns}
        ranking = await arm_of(PRODUCT).prepare(self.replay)(question)
        return list(dict.fromkeys(place[turn].partition("#")[0] for turn, _ in ranking))

    async def asked(self, text: str, at: datetime) -> str:
        """Its reply."""
        self.replay.clock.moment = at
        return (await self.companion.say(text)).reply


def conversation_of(item: Item) -> Conversation | None:
    """What is said before the question; None where the data has nothing that could be lived."""
    if "row" in item.extra:
        return next(dated(item.extra["row"], Counter()), None)
    told: Sequence[str] = item.extra.get("told", ())
    if not told:
        return None
    turns = tuple(
        Turn(str(n), "user", "person", text, _BEGIN + timedelta(minutes=n)) for n, text in enumerate(told)
    )  # fmt: skip
    asked_at = _BEGIN + _A_DAY
    question = Question(id=item.id, ask=item.extra["ask"], category=item.dataset, asked_at=asked_at)
    return Conversation(
        id=item.id, language=item.language, person="user", pet="Miso", sittings=(Sitting("s1", _BEGIN, turns),),
        questions=(question,), asked_at=asked_at,
    )  # fmt: skip


@asynccontextmanager
async def life(conversation: Conversation, settings: Settings) -> AsyncIterator[Life]:
    """A home of its own in which a conversation was lived.

    Raises:
        SetupError: the settings ask for what is not there.
    """
    clock = SimulatedClock(begun(conversation))
    with TemporaryDirectory(prefix="pawsona-bench-") as folder:
        home = await open_home(moved(settings, Path(folder)), clock=clock, rng=CountedRng(1))
        try:
            person, pet = two(conversation)
            await home.store.people.add_person(person)
            await home.store.people.add_pet(pet)
            replay = Replay(conversation, home.store, home.embedder, clock, person, pet)
            await replay.say()
            await replay.collect(home.collector)
            async with replay.held():
                yield Life(Companion(home, person, pet), replay)
        finally:
            await home.aclose()


async def reply(item: Item, settings: Settings) -> Any:
    """What the companion replies to a question, in the form that its dataset is scored in; None where it failed.

    Of LongMemEval {"ranking": session ids, "answer": words}, of which the answer is scored; of the others words.
    """
    lived = conversation_of(item)
    if lived is None:
        return None
    question = lived.questions[0]
    async with life(lived, settings) as there:
        ranking = await there.sessions(question)
        try:
            answer = await there.asked(item.extra["ask"], question.asked_at)
        except MindError:
            answer = ""
    return {"ranking": ranking, "answer": answer} if "row" in item.extra else answer
