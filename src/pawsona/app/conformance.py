"""Lives through the checks of a pack: the whole app in a home of its own, on a clock that is moved.

What a pack asks is data, and so is how it is told that it is kept: an operator's pack is checked like ours.
"""

import shutil
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.care.pack import Check, Pack, Step
from pawsona.care.packs import FOLDER, checked_pack, known_packs
from pawsona.config.care import Care
from pawsona.config.settings import Settings, load
from pawsona.dialogue.events import Crisis, Notice, Sentence, TurnEvent
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.safeguards import Contact, Safeguards
from pawsona.errors import InvalidOutputError, NotFoundError
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")

START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
STRIDE = timedelta(minutes=25)
"""Between two messages of somebody who goes on talking; a silence of 30 minutes would end the session."""
SMALL_TALK: Mapping[Language, Sequence[str]] = {
    "en": ("I made some tea", "The bus was late", "It is raining a little"),
    "zh": ("我泡了杯茶", "公交车晚点了", "外面下了点小雨"),
}


@dataclass(frozen=True)
class Outcome:
    """How one check went in one language."""

    pack: str
    it: str
    language: Language
    problem: str = ""
    """What did not hold; empty where all did."""


@dataclass
class _Given(Mind):
    """The home's mind, except where a step has it say something."""

    mind: Mind
    words: str = ""

    @property
    def name(self) -> str:
        return self.mind.name

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        return await self.mind.perform(skill, given, profile, broken=broken)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        if self.words:
            yield Piece(self.words)
            return
        async for piece in self.mind.stream(skill, given, profile):
            yield piece


@dataclass
class _Life:
    """One home with one person, in one language."""

    settings: Settings
    language: Language
    clock: SimulatedClock = field(default_factory=lambda: SimulatedClock(START))
    home: Home | None = None
    said: int = 0

    async def open(self) -> Home:
        if self.home is None:
            self.home = await open_home(self.settings, clock=self.clock)
            self.home.dialogue.mind = _Given(self.home.dialogue.mind)
        return self.home

    async def close(self) -> None:
        if self.home is not None:
            await self.home.aclose()
            self.home = None

    async def begin(self, check: Check) -> None:
        """Somebody new moves in."""
        home = await self.open()
        await home.erase_all(await home.store.people.persons())
        owner = PersonForm(name="Lin", language=self.language, age_band=check.age)
        await home.adopt(PetForm(name="Mikan"), owner)

    async def live(self, step: Step) -> str:
        """Do what a step says; what then isn't so."""
        if step.restart:
            await self.close()
        home = await self.open()
        if step.contact:
            [(person, _)] = await home.runner.pets()
            await home.store.people.set_safeguards(person.id, Safeguards(contact=Contact("Mei", "000-111")))
        before = await self._counts(home)
        self.clock.moment += step.away or timedelta()
        events = [event async for event in self._talk(home, step)]
        return _unmet(step, events, await self._counts(home) - before, self.language)

    async def _talk(self, home: Home, step: Step) -> AsyncIterator[TurnEvent]:
        left = step.talk or timedelta()
        while left:
            self.clock.moment += min(left, STRIDE)
            left -= min(left, STRIDE)
            async for event in self._say(home, self._small_talk()):
                yield event
        if step.say or step.reply:
            words = step.reply[self.language] if step.reply else ""
            async for event in self._say(home, step.say[self.language] if step.say else self._small_talk(), words):
                yield event

    def _small_talk(self) -> str:
        self.said += 1
        lines = SMALL_TALK[self.language]
        return lines[self.said % len(lines)]

    async def _say(self, home: Home, text: str, words: str = "") -> AsyncIterator[TurnEvent]:
        assert isinstance(home.dialogue.mind, _Given)
        home.dialogue.mind.words = words
        [(person, pet)] = await home.runner.pets()
        async with aclosing(Companion(home, person, pet).talk(text)) as turn:
            async for event in turn:
                yield event

    async def _counts(self, home: Home) -> Counter[str]:
        counts: Counter[str] = Counter()
        for row in await home.store.carelog.tallies(START.year):
            counts[row.event] += row.count
        return counts


async def conform_here() -> list[Outcome]:
    """Check every pack that is known in this home, an operator's own too.

    Raises:
        SetupError: the settings can't be read.
        ContentError: a pack file is wrong.
    """
    return await conform(folder=load().care.packs_folder)


async def conform(wanted: Sequence[str] = (), folder: Path | None = None) -> list[Outcome]:
    """Check packs that are known, each by itself.

    Args:
        wanted: their ids; all of them where none is named.
        folder: where an operator's own packs are.

    Raises:
        NotFoundError: there is no such pack.
        ContentError: a pack file is wrong.
    """
    known = known_packs(folder)
    for name in wanted:
        if name not in known:
            raise NotFoundError(f"there is no pack {name!r}; there are {', '.join(known)}")
    packs = [known[name] for name in wanted or known]
    return [one for pack in packs for one in await _lived([pack], Care(packs=(pack.id,), packs_folder=folder))]


async def conform_all(folder: Path | None = None, languages: Sequence[Language] = LANGUAGES) -> list[Outcome]:
    """Check that the strictest of all packs keeps what each of them asks."""
    return await _lived(list(known_packs(folder).values()), Care(packs_folder=folder), languages)


async def conform_file(path: Path) -> list[Outcome]:
    """Check a pack that nobody has chosen yet.

    Raises:
        ContentError: the file is wrong, or its pack has the name of one that ships.
    """
    pack = checked_pack(path)
    if path.resolve().parent == FOLDER.resolve() and pack.id in known_packs():
        return await _lived([pack], Care(packs=(pack.id,)))
    with TemporaryDirectory(prefix="pawsona-pack-") as folder:
        shutil.copy(path, Path(folder) / f"{path.stem}.yaml")
        known_packs(Path(folder))
        return await _lived([pack], Care(packs=(pack.id,), packs_folder=Path(folder)))


async def _lived(packs: Sequence[Pack], care: Care, languages: Sequence[Language] = LANGUAGES) -> list[Outcome]:
    return [outcome for language in languages for outcome in await _lived_in(packs, care, language)]


async def _lived_in(packs: Sequence[Pack], care: Care, language: Language) -> list[Outcome]:
    """Nothing of this machine's own home is touched, whatever its settings say."""
    with TemporaryDirectory(prefix="pawsona-check-") as place:
        given: dict[str, Any] = {"database_url": f"sqlite:///{place}/pawsona.db", "mind": "storybook", "care": care}
        settings = load(home=Path(place), embedder="hashing", reranker="none", language=language, region="US", **given)
        life = _Life(settings, language)
        try:
            return [await _outcome(life, pack, check) for pack in packs for check in pack.checks]
        finally:
            await life.close()


async def _outcome(life: _Life, pack: Pack, check: Check) -> Outcome:
    await life.begin(check)
    for number, step in enumerate(check.steps, 1):
        if problem := await life.live(step):
            return Outcome(pack.id, check.it, life.language, f"step {number}: {problem}")
    return Outcome(pack.id, check.it, life.language)


def _unmet(step: Step, events: Sequence[TurnEvent], counted: Counter[str], language: Language) -> str:
    """The first thing that a step asks for and that isn't so."""
    told = Counter(event.kind for event in events if isinstance(event, Notice))
    for kind, least in step.told:
        if told[kind] < least:
            return f"{kind}: told {told[kind]} time(s), should be {least}"
    helped = any(isinstance(event, Crisis) and event.reply.resources for event in events)
    if step.crisis and not helped:
        return "the persona did not step aside with help"
    for name in step.counted:
        if not counted[name]:
            return f"{name}: was not counted"
    shown = "".join(event.text for event in events if isinstance(event, Sentence))
    if step.blocked and step.reply and step.reply[language].strip() in shown:
        return "the answer was shown as it was"
    return ""
