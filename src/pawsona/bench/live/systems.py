"""Systems under test that are ours: a mind by itself, or the whole companion. A model by itself is Inspect AI's."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, Protocol

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import CountedRng, SimulatedClock
from pawsona.bench.ipet.day import SKILL as DAY
from pawsona.bench.ipet.day import made
from pawsona.bench.live.companion import lived, moved
from pawsona.bench.live.mind import answered, mind_of
from pawsona.bench.open.given import BOND
from pawsona.bench.open.instance import Instance
from pawsona.config.settings import Settings, load
from pawsona.domain.call import Call
from pawsona.world.day import World

STORYBOOK = "storybook"
_BEGIN = datetime(2000, 1, 1, tzinfo=UTC)
"""Before every instance. A mind's clock stands here: each instance's moment is in its input."""


@dataclass(frozen=True, kw_only=True)
class Spec:
    """Which system.

    `storybook`, `llm` and `llm:NAME` are minds; `companion`, `companion:storybook`, `companion:llm` and
    `companion:NAME` are the whole companion that speaks through one.
    """

    companion: bool
    mind: Literal["storybook", "llm"]
    model: str | None = None
    base_url: str | None = None

    @classmethod
    def of(cls, name: str, base_url: str | None = None) -> "Spec":
        """From its name."""
        kind, _, model = name.partition(":")
        companion = kind == "companion"
        storybook = name in (STORYBOOK, "companion", f"companion:{STORYBOOK}")
        return cls(
            companion=companion, mind="storybook" if storybook else "llm",
            model=None if storybook or model in ("", "llm") else model, base_url=base_url,
        )  # fmt: skip

    def settings(self) -> Settings:
        """This machine's, with that mind.

        Raises:
            SetupError: they are wrong.
        """
        named = {key: value for key, value in (("model", self.model), ("base_url", self.base_url)) if value}
        more: dict[str, Any] = {"models": {"talk": named}} if named else {}
        return load(mind=self.mind, **more)


@dataclass(frozen=True)
class Answer:
    """An instance's answer, and what it took."""

    plain: Any
    """Like the open set's references."""
    calls: list[Call] = field(default_factory=list)


class System(Protocol):
    """Answers instances, each as if it had never seen another."""

    async def answer(self, instance: Instance, profile: str) -> Answer:
        """One of them.

        Raises:
            MindError: there is no answer.
        """


@dataclass
class OneMind:
    """A mind, asked for one skill at a time."""

    home: Home

    async def answer(self, instance: Instance, profile: str) -> Answer:
        calls: list[Call] = []

        async def record(call: Call) -> None:
            calls.append(call)

        mind = mind_of(self.home, record)
        if instance.skill.startswith(DAY):
            return Answer(await made(World(self.home.store, mind, self.home.clock), instance), calls)
        return Answer(await answered(mind, instance, profile), calls)


@dataclass
class WholeCompanion:
    """A companion in a new home for each instance."""

    settings: Settings
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def answer(self, instance: Instance, profile: str) -> Answer:
        async with AsyncExitStack() as stack:
            async with self._opening:  # a new database is migrated, which is done by one at a time in a process
                life = await stack.enter_async_context(lived(self.settings, instance))
            plain = await life.answer()
            await life.home.workshop.meter.write()
            return Answer(plain, await life.home.store.calls.since(BOND, _BEGIN))


@asynccontextmanager
async def system(spec: Spec) -> AsyncIterator[System]:
    """A system, opened.

    Raises:
        SetupError: it wants a model, and none is named.
    """
    settings = spec.settings()
    if spec.companion:
        yield WholeCompanion(settings)
        return
    with TemporaryDirectory(prefix="pawsona-bench-") as folder:
        home = await open_home(moved(settings, Path(folder)), clock=SimulatedClock(_BEGIN), rng=CountedRng(1))
        try:
            yield OneMind(home)
        finally:
            await home.aclose()
