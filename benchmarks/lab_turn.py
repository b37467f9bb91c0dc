"""What experiments cost a turn (goal: under 0.3 ms): the event loop's processor time inside the port `Lab`.

All that it asks of SQLite runs there. At home, on a server on which none runs, and with a person in three at once.

Usage: PYTHONPATH=src python benchmarks/lab_turn.py [turns]
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import thread_time
from typing import Any

from furnish import TALK

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.app.experiments import Experiments
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.trial import Trial
from pawsona.lab.plan import Plan

START = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)
VARIED = ({"world": ["shown", "hidden"]}, {"greeting": ["own", "plain"]}, {"details": ["told", "untold"]})
PORT = ("value", "dealt", "of_pet", "shown", "count")
METRIC = {"name": "mood_trend", "kind": "mean", "role": "primary", "base": 0, "expected": 0.1, "deviation": 0.5}


class Meter:
    """Processor time inside the port; a call within a call counts once."""

    def __init__(self, experiments: Experiments) -> None:
        self.spent, self._depth = 0.0, 0
        for name in PORT:
            setattr(experiments, name, self._timed(getattr(experiments, name)))

    def _timed(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def timed(*given: Any, **named: Any) -> Any:
            begun = thread_time()
            self._depth += 1
            try:
                return await call(*given, **named)
            finally:
                self._depth -= 1
                if not self._depth:
                    self.spent += thread_time() - begun

        return timed


async def begin(experiments: Experiments) -> None:
    for number, varies in enumerate(VARIED):
        title = {"en": "x", "zh": "x"}
        asked = Plan.model_validate(
            {"title": title, "days": 7, "arms": {"a": 1, "b": 1}, "varies": varies, "metrics": [METRIC]}
        )
        stored = asked.model_dump(mode="json")
        await experiments.store.trials.start(
            Trial(name=f"t{number}", plan=stored, digest=asked.digest, salt="s", started_at=START)
        )
    await experiments.read()


async def measured(folder: Path, turns: int, auth: str, running: bool) -> list[float]:
    clock = SimulatedClock(START)
    settings = load(home=folder, language="en", embedder="hashing").model_copy(update={"auth": auth})
    home = await open_home(settings, clock=clock)
    try:
        if running:
            await begin(home.experiments)
        person = person_from(PersonForm(name="Lin", age_band="adult"), clock, home.rng)
        await home.store.people.add_person(person)
        await home.store.consents.give(person.id, "experiments", "1", clock.now())
        companion = Companion(home, *await home.adopt(PetForm(name="Mikan"), person))
        await companion.say("hello")
        meter, spent = Meter(home.experiments), []
        for n in range(turns):
            clock.moment += timedelta(seconds=40)
            meter.spent = 0.0
            await companion.say(TALK[n % len(TALK)])
            spent.append(1000 * meter.spent)
        assert bool(await home.store.trials.exposures(person.id)) == (running and auth == "accounts")
        return sorted(spent)
    finally:
        await home.aclose()


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for what, auth, running in (
        ("at home", "home", True),
        ("none runs", "accounts", False),
        ("in three", "accounts", True),
    ):
        with tempfile.TemporaryDirectory() as folder:
            spent = asyncio.run(measured(Path(folder), turns, auth, running))
        half, most = spent[turns // 2], spent[int(turns * 0.95)]
        print(f"{what:10}  p50 {half:.3f} ms  p95 {most:.3f} ms  mean {sum(spent) / turns:.3f} ms  (goal 0.3)")


if __name__ == "__main__":
    main()
