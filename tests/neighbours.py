"""What neighbours in the town do, and the judge who sees everything that comes out of a bond.

The home is a real one, with the caches of one process. Its mind is the storybook; every prompt that a language model
would have been sent in its place is rendered and judged as well.
"""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from tests import town
from tests.conftest import CountingRng, FakeClock
from tests.dialogue.conftest import NOON

from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.opening import assemble
from pawsona.config.settings import load
from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.memory import Memory
from pawsona.errors import NotFoundError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.storage import open_store

Who = tuple[int, int]
"""A bond by the numbers of person and pet."""
Story = list[list[tuple[Who, str, int]]]
"""Moment after moment: who does what, and a number that varies it."""


@dataclass
class Leak(AssertionError):
    """Something of one bond came out of another."""

    of: Who
    out_of: Who
    where: str

    def __str__(self) -> str:
        return f"a secret of {self.of} came out of {self.out_of}: {self.where}"


@dataclass
class Judge:
    """Looks at everything that comes out of a bond."""

    own: int = 0
    """How often a bond's own secret came out: what proves that the judge can see."""

    def see(self, who: Who, where: str, *things: object, pets: bool = True) -> None:
        """Raise at the first thing that is another's; without `pets`, the person's other pets' is allowed."""
        for thing in things:
            for of in town.whose(thing if isinstance(thing, str) else str(thing)):
                if of != who and (pets or of[0] != who[0]):
                    raise Leak(of, who, where)
                self.own += 1


class Watched(Storybook):
    """The storybook; beforehand, the prompt that a language model would get in its place is rendered and judged."""

    def __init__(self, judge: Judge, numbers: dict[Bond, Who]) -> None:
        super().__init__()
        self._judge, self._numbers = judge, numbers
        self._client = cast(Client, Endpointed())
        self._model = LanguageModel({"talk": self._client}, Prompts(), FakeClock(NOON))

    async def perform(self, skill: Skill[Any, Any], given: Any, profile: Profile, *, broken: Any = None) -> Any:
        self._look(skill.name, given)
        return await super().perform(skill, given, profile, broken=broken)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        self._look(skill.name, given)
        async for piece in super().stream(skill, given, profile):
            yield piece

    def _look(self, skill: str, given: Any) -> None:
        asked = self._model._ask(skill, given, self._client, None)
        texts = [message["content"] for message in asked.chat]
        self._judge.see(self._numbers[asked.context.pet.bond], f"the prompt of {skill}", *texts, given)


class Endpointed:
    """What a language model needs of a client to render a prompt."""

    endpoint = Endpoint(base_url="http://localhost/v1", model="nobody", context=200_000)


@dataclass
class Town:
    """The home in which all of them live, open in this process."""

    home: Home
    clock: FakeClock
    judge: Judge
    ear: town.Ear
    numbers: dict[Bond, Who]
    forgotten: dict[Who, list[MemoryId]] = field(default_factory=dict)

    async def companion(self, who: Who) -> Companion:
        bond = town.bond_of(*who)
        self.numbers[bond] = who
        person, pet = await self.home.store.people.person(bond.person), await self.home.store.people.pet(bond)
        assert person is not None and pet is not None
        return Companion(self.home, person, pet)


Act = Callable[[Town, Who, Companion, int], Awaitable[None]]


async def tell(it: Town, who: Who, one: Companion, n: int) -> None:
    secrets = [town.secret(*who, which) for which in range(town.EACH)]
    line = town.TELLS[one.person.language][n % 4]
    await _say(it, who, one, line.format(secrets[4], *secrets[1:]))


async def ask(it: Town, who: Who, one: Companion, n: int) -> None:
    await _say(it, who, one, town.ASKS[one.person.language][n % 4])


async def _say(it: Town, who: Who, one: Companion, text: str) -> None:
    turn = await one.say(text)
    it.judge.see(who, "a turn", turn, await one.suggestions())


async def edit(it: Town, who: Who, one: Companion, n: int) -> None:
    memory = await _one(one, n)
    if memory is not None:
        changed = await one.edit(memory.id, memory.text + "~")
        it.judge.see(who, "an edited memory", changed, await one.why(memory.id))


async def pin(it: Town, who: Who, one: Companion, n: int) -> None:
    memory = await _one(one, n)
    if memory is not None:
        it.judge.see(who, "a pinned memory", await one.pin(memory.id, n % 2 == 0))


async def forget(it: Town, who: Who, one: Companion, n: int) -> None:
    memory = await _one(one, n)
    if memory is not None:
        gone = await one.forget(memory.id, turns=n % 3 == 0)
        await it.home.undo.keep(gone)
        it.forgotten.setdefault(who, []).append(gone.id)
        it.judge.see(who, "a forgotten memory", gone)


async def restore(it: Town, who: Who, one: Companion, n: int) -> None:
    if it.forgotten.get(who):
        with suppress(NotFoundError):  # more than ten seconds ago
            kept = await it.home.undo.take(one.pet.bond, it.forgotten[who].pop())
            it.judge.see(who, "a restored memory", kept)
            await one.restore(kept)


async def _one(one: Companion, n: int) -> Memory | None:
    known = await one.memories()
    return known[n % len(known)] if known else None


async def write(it: Town, who: Who, one: Companion, n: int) -> None:
    note = await one.write_note(f"Note {n}", town.secret(*who, 4))
    await one.add_document("more.txt", f"The price of {town.secret(*who, 4)} is {n}.".encode())
    it.judge.see(who, "a note", await one.extract(note.id, ["price"]), await one.notes(), await one.documents())


async def greet(it: Town, who: Who, one: Companion, n: int) -> None:
    day = await one.today()
    greeting = await it.home.greeting(one.person, one.pet, day)
    it.judge.see(who, "a greeting", greeting, await one.greet(), day, await one.suggestions())


async def react(it: Town, who: Who, one: Companion, n: int) -> None:
    await one.today()
    it.judge.see(who, "feedback", await one.react(one.present, n % 4, "funny", town.secret(*who, 4)))


async def sleep(it: Town, who: Who, one: Companion, n: int) -> None:
    it.judge.see(who, "a night", await one.night(), await one.memories())


async def look(it: Town, who: Who, one: Companion, n: int) -> None:
    """Search for one's own things and for a neighbour's, word for word."""
    stranger = ((who[0] + 2 * n + 1) % town.PERSONS, 0)
    wanted = [*town.ASKS[one.person.language], town.secret(*stranger, n % town.EACH), town.secret(*who, 0)]
    question = wanted[n % len(wanted)]
    now, understanding = one.person.local(it.clock.now()), it.home.dialogue.understanding
    it.judge.see(who, "recall", await understanding.recall.find(one.pet.bond, one.person, question, now, share=0.1))
    it.judge.see(who, "the search", await understanding.search.find(one.pet.bond, question))
    [vector], index = await town.EMBEDDER.embed([question]), it.home.store.index
    near = await index.nearest(one.pet.bond, vector, town.EMBEDDER.name, town.KINDS, 99)
    match = await index.match(one.pet.bond, question, town.KINDS, 99)
    for hits in (near, match):  # what was mixed stands there twice, or has an id that is not known here
        once = len({(hit.kind, hit.ref) for hit in hits}) == len(hits)
        assert once and None not in await index.texts(one.pet.bond, hits), f"another's rows came out of {who}"
    it.judge.see(who, "its pages", await one.memories(), await one.notes(), await one.promises(), await one.tastes())
    it.judge.see(who, "what leaves", await one.leaving(), await one.departures())
    it.judge.see(who, "the context", await it.home.contexts.of(one.person, one.pet))


async def export(it: Town, who: Who, one: Companion, n: int) -> None:
    it.judge.see(who, "the export", await it.home.store.export(one.person.id), pets=False)


ACTS: dict[str, Act] = {
    "tell": tell, "ask": ask, "edit": edit, "pin": pin, "forget": forget, "restore": restore, "write": write,
    "greet": greet, "react": react, "sleep": sleep, "look": look, "export": export,
}  # fmt: skip


@asynccontextmanager
async def living(folder: Path, built: Path) -> AsyncIterator[Town]:
    shutil.copy(built, folder / "pawsona.db")
    store, clock, judge = await open_store(folder / "pawsona.db"), FakeClock(NOON), Judge()
    numbers: dict[Bond, Who] = {}
    mind = Checked(Watched(judge, numbers))
    home = assemble(load(home=folder, embedder="hashing"), store, mind, "", town.EMBEDDER, clock, CountingRng())
    ear, root = town.Ear(), logging.getLogger()
    level = root.level
    root.addHandler(ear)
    root.setLevel(logging.DEBUG)
    try:
        yield Town(home, clock, judge, ear, numbers)
        assert not [line for line in ear.heard if any(town.whose(line))], "a log tells what somebody said"
    finally:
        root.removeHandler(ear)
        root.setLevel(level)
        await home.aclose()


async def live(it: Town, moments: Story) -> None:
    """Moment after moment; what stands in one moment happens at once, for each bond one thing."""
    for moment in moments:
        it.clock.move(seconds=4)
        acting = {who: (act, n) for who, act, n in moment}
        pairs = [(who, await it.companion(who), act, n) for who, (act, n) in acting.items()]
        await asyncio.gather(*(ACTS[act](it, who, one, n) for who, one, act, n in pairs))
