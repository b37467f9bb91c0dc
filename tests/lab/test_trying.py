"""An operator starts, sees, reads and stops an experiment; what must not be started is refused with what to do."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.app.tried import METRICS, Body, Trying, plan, trying
from tests.conftest import CountingRng, FakeClock

from pawsona.domain.ids import PersonId
from pawsona.domain.trial import Exposure, Happening
from pawsona.errors import ConflictError, InputError, NotFoundError, SetupError

for needed in ("duckdb", "statsmodels"):
    pytest.importorskip(needed, reason="needs the extra lab (make test-services)")
import duckdb  # noqa: E402

from pawsona.app.told import told  # noqa: E402
from pawsona.app.trying import export, look, report, standing, start, stop  # noqa: E402

pytestmark = pytest.mark.lab
Run = Callable[..., None]


@pytest.fixture
def tried(tmp_path: Path, clock: FakeClock, rng: CountingRng) -> Run:
    def run(body: Body, *, auth: str = "accounts") -> None:
        trying(tmp_path / "home", clock, rng, body, auth=auth)

    return run


def written(folder: Path, name: str = "mine", **given: Any) -> str:
    asked = plan(**given).model_dump(mode="json")
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(asked, allow_unicode=True, sort_keys=False), "utf-8")
    return str(path)


GUARD = [
    *METRICS,
    {"name": "crisis_share", "kind": "share", "role": "guardrail", "worse": "higher", "base": 0.01, "expected": 0.05},
]


async def crowd(it: Trying, name: str, worse: str, persons: int = 260) -> None:
    """Persons who met an experiment; in one arm every third has a hard talk."""
    companion = await it.join()
    for n in range(persons):
        person, arm = PersonId(f"crowd{n:04}"), ("old", "new")[n % 2]
        await it.home.store.people.add_person(replace(companion.person, id=person))
        now = it.clock.now()
        await it.home.store.trials.expose(Exposure(person=person, trial=name, arm=arm, at=now, cohort="en/normal/new"))
        await it.home.store.trials.count(person, [Happening(id=f"{n}a", at=now, kind="turn")])
        if arm == worse and n % 3 == 0:
            await it.home.store.trials.count(person, [Happening(id=f"{n}b", at=now, kind="crisis")])


def test_from_start_to_stop(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        running = await start(it.home, written(tmp_path))
        assert [one.trial.name for one in await it.home.experiments.running()] == ["mine"]
        assert (await standing(it.home, "mine")).persons == {"old": 0, "new": 0}
        with pytest.raises(InputError, match="nobody met 'mine' yet"):
            await report(it.home, "mine")
        companion = (await it.of_each_arm(running.plan, salt=running.trial.salt))["new"]
        await companion.say("Hello!")
        assert (await standing(it.home, "mine")).persons == {"old": 0, "new": 1}
        assert (await report(it.home, "mine")).peeked
        assert (await stop(it.home, "mine", "we know enough")).why == "we know enough"
        assert (await report(it.home, "mine")).peeked  # it ended when somebody liked to
        with pytest.raises(ConflictError, match="we know enough"):
            await stop(it.home, "mine")
        with pytest.raises(NotFoundError, match="there is mine"):
            await standing(it.home, "yours")

    tried(body)


def test_a_plan_does_not_change_once_it_was_started(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path))
        with pytest.raises(ConflictError, match="runs since 2026-04-12. A plan does not change"):
            await start(it.home, written(tmp_path))
        with pytest.raises(ConflictError, match="its plan is another.*new name.*stop the old one first"):
            await start(it.home, written(tmp_path, days=9))
        await stop(it.home, "mine")
        with pytest.raises(ConflictError, match="was stopped"):
            await start(it.home, written(tmp_path))
        await start(it.home, written(tmp_path, "mine-2"))

    tried(body)


def test_two_that_vary_one_thing_share_nobody(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path, "one", layer="life", share=(0, 0.5)))
        with pytest.raises(InputError, match="both vary world"):
            await start(it.home, written(tmp_path, "two"))
        with pytest.raises(InputError, match="overlap"):
            await start(it.home, written(tmp_path, "two", layer="life", share=(0.4, 1)))
        await start(it.home, written(tmp_path, "two", layer="life", share=(0.5, 1)))
        await start(it.home, written(tmp_path, "three", varies={"greeting": ["own", "plain"]}))
        for _ in range(6):
            companion = await it.join()
            await companion.greet()
            met = {one.trial for one in await it.home.store.trials.exposures(companion.person.id)}
            assert len(met & {"one", "two"}) == 1 and "three" in met

    tried(body)


@pytest.mark.parametrize(
    ("varies", "says"),
    [
        ({}, "varies nothing"),
        ({"mind": ["home", "qwen3"]}, "no server of models"),
        ({"prompts": ["home", "warm"]}, "has no prompts to vary"),
    ],
)
def test_what_this_server_cannot_be_is_refused_at_the_start(
    tried: Run, tmp_path: Path, varies: dict[str, list[str]], says: str
) -> None:
    async def body(it: Trying) -> None:
        with pytest.raises(InputError, match=says):
            await start(it.home, written(tmp_path, varies=varies))
        assert not await it.home.store.trials.all()

    tried(body)


def test_at_home_nothing_starts(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        with pytest.raises(SetupError, match="At home nobody is in an experiment"):
            await start(it.home, written(tmp_path))

    tried(body, auth="home")


@pytest.mark.parametrize("worse", ["new", ""])
def test_a_guardrail_stops_it_by_itself(tried: Run, tmp_path: Path, worse: str) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path, metrics=GUARD))
        assert await look(it.home) == []  # nobody met it yet
        await crowd(it, "mine", worse)
        it.clock.move(hours=23)
        assert await look(it.home) == []  # once a day
        it.clock.move(hours=1)
        stopped = await look(it.home)
        assert [one.name for one in stopped] == (["mine"] if worse else [])
        if worse:
            assert stopped[0].why.startswith("guardrail: crisis_share got worse in new")
            assert not await it.home.experiments.running()

    tried(body)


def test_one_whose_plan_was_changed_under_it_is_stopped(tried: Run) -> None:
    async def body(it: Trying) -> None:
        trial = await it.begin(plan())
        await it.home.store.trials.start(replace(trial, name="bent", digest="another"))
        assert [(one.name, one.why) for one in await look(it.home)] == [
            ("bent", "its plan was changed after the start")
        ]

    tried(body)


def test_an_export_has_pseudonyms_of_its_own_and_no_words(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path, "one"))
        await start(it.home, written(tmp_path, "two", varies={"greeting": ["own", "plain"]}))
        companion = await it.join()
        await companion.greet()
        await companion.say("Zanzibarquixote came by.")
        names = set()
        for name, file in (("one", "one.parquet"), ("two", "two.csv")):
            rows = await export(it.home, name, tmp_path / file)
            found = duckdb.sql(f"SELECT person, kind FROM '{tmp_path / file}'").fetchall()
            assert len(found) == rows > 2 and "exposure" in {kind for _, kind in found}
            assert b"Zanzibarquixote" not in (tmp_path / file).read_bytes()
            names |= {person for person, _ in found}
        assert len(names) == 2 and companion.person.id not in names
        with pytest.raises(InputError, match="parquet or .csv"):
            await export(it.home, "one", tmp_path / "one.txt")

    tried(body)


async def waits(it: Trying, days: int) -> None:
    """Days go by, and guardrails are looked at."""
    it.clock.move(hours=24 * days)
    await look(it.home)


def test_one_with_an_end_tells_only_guardrails_before_it_and_then_ends_by_itself(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path, metrics=GUARD, end={"persons": 130}))
        await crowd(it, "mine", "")
        await waits(it, 6)
        early = await report(it.home, "mine")
        assert early.sealed and early.peeked and {one.metric.name for one in early.findings} == {"crisis_share"}
        assert (await report(it.home, "mine", peeked=True)).sealed
        days = (await told(it.home, "mine")).days
        assert {one.metric.name for day in days for one in day.findings} <= {"crisis_share"}
        await waits(it, 2)
        assert (await standing(it.home, "mine")).trial.why == "its planned end was reached"
        found = await report(it.home, "mine")
        assert not found.peeked and not found.sealed and found.tally.persons == {"old": 130, "new": 130}
        assert ("mood_trend", "new") in found.missing  # nobody's mood was counted, and that is told now

    tried(body)


def test_one_that_was_stopped_before_its_end_is_read_by_intervals_that_hold_whenever(
    tried: Run, tmp_path: Path
) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path, metrics=GUARD, end={"day": "2026-04-30"}))
        await crowd(it, "mine", "")
        it.clock.move(hours=24 * 8)
        await stop(it.home, "mine", "it looks good")
        it.clock.move(hours=24 * 60)  # an end that passes after the stop makes nothing of it
        found = await report(it.home, "mine")
        assert found.peeked and not found.sealed and found.tally.dropped.not_through == 0

    tried(body)


def test_an_end_that_nobody_can_reach_is_refused(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        with pytest.raises(InputError, match="name 2026-04-19 or later"):
            await start(it.home, written(tmp_path, end={"day": "2026-04-18"}))
        assert not await it.home.store.trials.all()

    tried(body)


def test_whose_days_went_by_in_silence_is_through(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        await start(it.home, written(tmp_path, metrics=GUARD))
        await crowd(it, "mine", "")
        assert (await report(it.home, "mine")).tally.dropped.not_through == 260
        it.clock.move(hours=24 * 7)  # and nobody said anything again
        assert (await report(it.home, "mine")).tally.dropped.not_through == 0
        await stop(it.home, "mine")

    tried(body)


def test_nothing_counts_after_somebody_left_or_it_was_stopped(tried: Run, tmp_path: Path) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan(days=60))
        companion = (await it.of_each_arm(plan(days=60)))["new"]
        await companion.say("Hello!")
        person, trials = companion.person.id, it.home.store.trials

        async def counts() -> int:
            return await export(it.home, "mine", tmp_path / "e.csv")

        async def happens(name: str) -> None:
            it.clock.move(hours=1)
            await trials.count(person, [Happening(id=name, at=it.clock.now(), kind="turn")])

        before = await counts()
        await happens("a")
        assert await counts() == before + 1
        await trials.leave(person, it.clock.now())
        await happens("b")  # counted for a newer experiment, in which they are again
        assert await counts() == before + 1
        other = replace(companion.person, id=PersonId("other"))
        await it.home.store.people.add_person(other)
        now = it.clock.now()
        await trials.expose(Exposure(person=other.id, trial="mine", arm="old", at=now, cohort="en/normal/new"))
        await stop(it.home, "mine")
        await trials.count(other.id, [Happening(id="c", at=now + timedelta(hours=1), kind="turn")])
        assert await counts() == before + 2  # that they met it, and no more

    tried(body)
