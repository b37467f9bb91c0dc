"""What an operator does with experiments: start, stop, see how they stand, read them, take their events along."""

import asyncio
import csv
import logging
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pawsona.app.experiments import Running
from pawsona.app.home import Home
from pawsona.app.variants import check
from pawsona.domain.ids import PersonId
from pawsona.domain.trial import Exposure, Happening, Trial
from pawsona.errors import ConflictError, InputError, NotFoundError, PawsonaError, SetupError
from pawsona.lab.assignment import check_layers, pseudonym
from pawsona.lab.needed import installed
from pawsona.lab.plan import Plan, plan

if TYPE_CHECKING:
    from pawsona.lab.analysis import Analysis

logger = logging.getLogger(__name__)

LOOK_EVERY = timedelta(days=1)
AT_ONCE = 200
"""Persons read at once for an export."""
NAMES = "a name of letters, digits, - and _"


@dataclass(frozen=True)
class Standing:
    """How one experiment stands."""

    trial: Trial
    plan: Plan
    persons: dict[str, int]
    """Arm -> who met it."""
    changed: bool
    """Its stored plan is not the one that was started, so nobody is in it."""


async def start(home: Home, where: str) -> Running:
    """Start the experiment that a file plans; from now on its plan is fixed.

    Raises:
        InputError: the plan can't be run here, or shares persons with another one.
        ConflictError: an experiment of that name was started before.
        SetupError: here nobody is in an experiment, or there are no statistics to watch it.
    """
    installed()
    if home.settings.auth == "home":
        raise SetupError("At home nobody is in an experiment: it takes a server with accounts (PAWSONA_AUTH=accounts).")
    asked, name = plan(where), Path(where).stem
    if not name.replace("-", "").replace("_", "").isalnum():
        raise InputError(f"{name!r} can't name an experiment: rename the file to {NAMES}")
    async with home.store.transaction():
        trials = await home.store.trials.all()
        _new(name, asked, trials)
        _in_time(asked, home.clock.now())
        asked = await check(home, asked)
        trial = Trial(
            name=name, plan=asked.model_dump(mode="json"), digest=asked.digest,
            salt=home.rng.token() + home.rng.token(), started_at=home.clock.now(),
        )  # fmt: skip
        running = Running.of(trial)
        assert running is not None  # its digest was taken just now
        _apart(running, [one for t in trials if t.stopped_at is None and (one := Running.of(t))])
        await home.store.trials.start(trial)
    await follow(home)
    return running


def _new(name: str, asked: Plan, trials: list[Trial]) -> None:
    """Raises ConflictError where there is one of that name."""
    for trial in trials:
        if trial.name != name:
            continue
        same = trial.digest == asked.digest
        state = f"runs since {trial.started_at:%Y-%m-%d}" if trial.stopped_at is None else "was stopped"
        raise ConflictError(
            f"Experiment {name!r} {state}{'' if same else ', and its plan is another'}. "
            "A plan does not change once it was started: save this one under a new name, which deals everybody anew"
            + ("" if trial.stopped_at else f" (and stop the old one first: pawsona lab stop {name})")
            + "."
        )


def _in_time(asked: Plan, now: datetime) -> None:
    """Raises InputError where the days of whoever comes first would not be over by the end."""
    end = asked.end.moment if asked.end is not None else None
    first = now + timedelta(days=asked.days)
    if end is not None and end < first:
        raise InputError(
            f"its end {end:%Y-%m-%d} comes before anybody's {asked.days} days: name {first:%Y-%m-%d} or later"
        )


def _apart(new: Running, running: list[Running]) -> None:
    """Two that vary one thing must not meet in one person."""
    check_layers({one.trial.name: one.dealt for one in [*running, new]})
    for one in running:
        both = sorted(set(one.plan.varies) & set(new.plan.varies))
        if both and not (new.plan.layer and new.plan.layer == one.plan.layer):
            raise InputError(
                f"{new.trial.name!r} and {one.trial.name!r}, which runs, both vary {', '.join(both)}: "
                "give them one `layer` with a `share` each, or stop the other first"
            )


async def stop(home: Home, name: str, why: str = "") -> Trial:
    """End an experiment: from now on everybody has what the home is configured to.

    Raises:
        NotFoundError: there is none of that name.
        ConflictError: it was stopped before.
    """
    before = (await standing(home, name)).trial
    if not await home.store.trials.stop(name, home.clock.now(), why or "an operator stopped it"):
        raise ConflictError(f"Experiment {name!r} was stopped already: {before.why}")
    await follow(home)
    return (await standing(home, name)).trial


async def follow(home: Home) -> None:
    """Where an experiment with minds or prompts of its own ended, its pets go back to the home's, and tell of it.

    Each process does it for itself every minute, whichever of them stopped the experiment.
    """
    await home.experiments.read()
    before, now = home.experiments.spoken, await _speaking(home)
    home.experiments.spoken = now
    if before - now and home.pinning is not None:
        for _, pet in await home.runner.pets():
            await home.pinning.settle(pet)


async def _speaking(home: Home) -> frozenset[str]:
    """Experiments that have pets speak with something else."""
    running = await home.experiments.running()
    return frozenset(one.trial.name for one in running if {"mind", "prompts"} & set(one.plan.varies))


async def standings(home: Home) -> list[Standing]:
    """Every experiment, by its start."""
    return [await _standing(home, trial) for trial in await home.store.trials.all()]


async def standing(home: Home, name: str) -> Standing:
    """One experiment.

    Raises:
        NotFoundError: there is none; the sentence lists those there are.
    """
    trials = {trial.name: trial for trial in await home.store.trials.all()}
    if name not in trials:
        there = f"; there is {', '.join(trials)}" if trials else ": none was started here"
        raise NotFoundError(f"there is no experiment {name!r}{there}")
    return await _standing(home, trials[name])


async def _standing(home: Home, trial: Trial) -> Standing:
    asked, met = Plan.model_validate(trial.plan), await home.store.trials.arms(trial.name)
    return Standing(trial, asked, {arm: met.get(arm, 0) for arm in asked.arms}, asked.digest != trial.digest)


async def report(home: Home, name: str, *, peeked: bool = False) -> "Analysis":
    """What an experiment says.

    At the end that its plan names it is read once, of those who came by then. Before it only guardrails are told;
    stopped earlier, or without such an end, it is read by intervals that hold whenever somebody stops by what they see.

    Args:
        home: where it runs.
        name: of it.
        peeked: by those intervals after its end, too.

    Raises:
        NotFoundError: there is none of that name.
        InputError: nobody met it yet.
    """
    of = await standing(home, name)
    found = await _read(home, of, of.plan, peeked or of.plan.end is None)
    early = of.plan.end is not None and not found.tally.ended
    return found.until_its_end() if early and of.trial.stopped_at is None else found


async def _read(home: Home, of: Standing, by: Plan, peeked: bool) -> "Analysis":
    installed()
    if not any(of.persons.values()):
        raise InputError(f"nobody met {of.trial.name!r} yet: there is nothing to say of it")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.csv"
        await _written(home, of, path)
        until = of.trial.stopped_at or home.clock.now()
        return await asyncio.to_thread(_analysed, by, path, until, peeked)


def _analysed(by: Plan, path: Path, until: datetime, peeked: bool) -> "Analysis":
    from pawsona.lab.analysis import of_files

    return of_files(by, [path], until, peeked=peeked, until=until)


async def export(home: Home, name: str, to: Path) -> int:
    """Write the events of an experiment under pseudonyms of its own; how many there were.

    Raises:
        InputError: the file is neither Parquet nor CSV, or can't be written.
    """
    installed()
    of = await standing(home, name)
    if to.suffix.casefold() not in {".parquet", ".csv"} or not to.parent.is_dir():
        raise InputError(f"{str(to)!r} can't be written: name a .parquet or .csv file in a folder that is there")
    if to.suffix.casefold() == ".csv":
        return await _written(home, of, to)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.csv"
        rows = await _written(home, of, path)
        await asyncio.to_thread(_to_parquet, path, to)
    return rows


def _to_parquet(path: Path, to: Path) -> None:
    from pawsona.lab.events import to_parquet

    to_parquet(path, to)


async def _written(home: Home, of: Standing, path: Path) -> int:
    """Only what the plan may count leaves: the days before and after each exposure, while they were in it."""
    rows, stopped = 0, of.trial.stopped_at
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(("person", "at", "kind", "value", "arm", "cohort"))
        async for exposure, happenings in _pages(home, of.trial.name):
            who, reach = pseudonym(of.trial.salt, exposure.person), timedelta(days=of.plan.days)
            out.writerow((who, _moment(exposure.at), "exposure", None, exposure.arm, exposure.cohort))
            over = min(at for at in (stopped, exposure.left_at, exposure.at + reach) if at is not None)
            near = [one for one in happenings if exposure.at - reach <= one.at <= over]
            out.writerows((who, _moment(one.at), one.kind, one.value, None, None) for one in near)
            rows += 1 + len(near)
    return rows


async def _pages(home: Home, name: str) -> AsyncIterator[tuple[Exposure, list[Happening]]]:
    last: PersonId | None = None
    while page := await home.store.trials.page(name, last, AT_ONCE):
        for one in page:
            yield one
        last = page[-1][0].person


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


ENDED = "its planned end was reached"


async def look(home: Home) -> list[Trial]:
    """Look at the guardrails of what runs, each once a day; those that were stopped by it, or by their own end."""
    stopped = []
    for trial in await home.store.trials.all():
        now = home.clock.now()
        if trial.stopped_at is not None or (trial.looked_at and now - trial.looked_at < LOOK_EVERY):
            continue
        await home.store.trials.looked(trial.name, now)
        why = await _reason(home, trial.name)
        if why and await home.store.trials.stop(trial.name, home.clock.now(), why):
            logger.warning("experiment %s was stopped: %s", trial.name, why)
            stopped.append((await standing(home, trial.name)).trial)
    if stopped:
        await follow(home)
    return stopped


async def _reason(home: Home, name: str) -> str:
    """Why an experiment must stop; empty where it may go on. One that nobody can watch may not."""
    of = await standing(home, name)
    if of.changed:
        return "its plan was changed after the start"
    try:
        found = await _read(home, of, of.plan.model_copy(update={"end": None}), peeked=True)
        ended = of.plan.end is not None and (await _read(home, of, of.plan, peeked=False)).tally.ended
    except InputError:  # nobody met it yet
        return ""
    except PawsonaError as error:
        return f"its guardrails can't be looked at: {error}"
    broken = [f"{one.metric.name} got worse in {one.arm} (p = {one.p:.2g})" for one in found.to_stop]
    return f"guardrail: {'; '.join(broken)}" if broken else ENDED if ended else ""
