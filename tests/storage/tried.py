"""What a life has of experiments: the ones it met, and what was counted."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pawsona.domain.trial import Exposure, Happening, Trial

if TYPE_CHECKING:
    from tests.storage.life import Life

    from pawsona.domain.ports import Store

LONG_AGO = timedelta(days=9)


def exposure(life: Life, trial: str, ago: timedelta) -> Exposure:
    at = life.samples.noon - ago
    return Exposure(person=life.bond.person, trial=trial, arm=life.word, at=at, cohort="en/memory/new")


async def begin(life: Life, store: Store) -> None:
    noon, person = life.samples.noon + timedelta(minutes=life.number), life.bond.person
    for name, ago in (("a", LONG_AGO), ("b", timedelta())):
        assert await store.trials.expose(exposure(life, name, ago))
        assert not await store.trials.expose(exposure(life, name, ago))
        await store.trials.count(person, [Happening(id=f"{name}1", at=noon, kind="mood", value=life.number)])
    await store.trials.count(person, [Happening(id="a", at=noon - LONG_AGO, kind="turn")])


async def change(life: Life, store: Store) -> None:
    noon, person = life.samples.noon, life.bond.person
    await store.trials.start(Trial(name=life.word, plan={"days": 7}, digest="d", salt="s", started_at=noon))
    await store.trials.looked(life.word, noon)
    assert await store.trials.stop(life.word, noon, "w") and not await store.trials.stop(life.word, noon, "w")
    assert (await store.trials.changed()).startswith("1 1 ")
    assert [trial.why for trial in await store.trials.all()] == ["w"]
    await store.trials.leave(person, noon)
    await store.trials.set_value(person, "b1", 0.5)
    await store.trials.drop(person, noon)


async def seen(life: Life, store: Store) -> list[Any]:
    person, since = life.bond.person, life.samples.noon - 9 * LONG_AGO
    exported = await store.export(person)
    latest = await store.trials.recent(person, ("mood", "turn"), since)
    part = await store.trials.part(person, "greeted", "everybody's words")
    return [part, await store.trials.exposures(person), latest, exported["happenings"], exported["exposures"]]
