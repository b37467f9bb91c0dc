"""Who is in an experiment, what their arm changes, what is counted of them - and that nobody else notices."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.app.tried import Body, Trying, client, get, plan, trying
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.lab.forgetting import KEPT, forget

Run = Callable[..., None]
CRISIS = "I want to kill myself tonight."


@pytest.fixture
def tried(tmp_path: Path, clock: FakeClock, rng: CountingRng) -> Run:
    def run(body: Body, *, auth: str = "accounts") -> None:
        trying(tmp_path / "home", clock, rng, body, auth=auth)

    return run


async def arms_of(it: Trying, companion: Companion) -> list[tuple[str, str]]:
    return [(e.trial, e.arm) for e in await it.home.store.trials.exposures(companion.person.id)]


def test_two_persons_in_two_arms_live_different_lives_through_the_api(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan()
        await it.begin(asked)
        found = await it.of_each_arm(asked)
        async with client(it) as http:
            for _ in range(3):
                seen = {arm: await get(http, companion, "now") for arm, companion in found.items()}
                assert not seen["old"]["day"]["items"] and seen["old"]["pose"] == "sit"
                assert 5 <= len(seen["new"]["day"]["items"]) <= 8
                assert (await get(http, found["old"], "days"))["dates"] == []
                assert (await get(http, found["new"], "days"))["dates"]
                for companion in found.values():
                    await companion.night()
                it.clock.move(days=1)
        for arm, companion in found.items():
            assert await arms_of(it, companion) == [("mine", arm)]

    tried(body)


def test_a_pet_that_only_talks_is_not_told_of_its_day(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan()
        await it.begin(asked)
        given = {}
        for arm, companion in (await it.of_each_arm(asked)).items():
            message = (await companion.say("What are you doing today?")).message
            understanding = it.home.dialogue.understanding
            said = replace(message, role="person", text="What are you doing today?")
            given[arm] = (await understanding.of(companion.person, companion.pet, said, [])).given
        assert given["old"].today is None and given["old"].tomorrow is None
        assert given["new"].today is not None

    tried(body)


@pytest.mark.parametrize("who", ["a minor", "nobody knows their age", "no consent", "at home"])
def test_who_must_not_be_in_an_experiment_is_in_none(tried: Run, who: str) -> None:
    known: dict[str, dict[str, Any]] = {
        "a minor": {"age_band": "teen"}, "nobody knows their age": {"age_band": "unknown"},
        "no consent": {"agrees": False}, "at home": {},
    }  # fmt: skip

    async def body(it: Trying) -> None:
        await it.begin(plan(arms={"old": 9999, "new": 1}))  # nearly everybody has nothing of the day
        companion = await it.join(**known[who])
        await companion.say("Hello! I had a good day.")
        assert (await companion.today()).items
        assert await arms_of(it, companion) == [] and await it.counted(companion) == []

    tried(body, auth="home" if who == "at home" else "accounts")


def test_who_turns_out_to_be_a_minor_was_never_in(tried: Run) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan())
        companion = await it.join()
        await companion.say("Hello!")
        assert await arms_of(it, companion) and await it.counted(companion)
        await companion.say("I am 14 years old.")
        await companion.say("And I like football.")
        assert not await arms_of(it, companion) and not await it.counted(companion)

    tried(body)


def test_a_hard_talk_ends_it_and_only_its_count_stays(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan()
        await it.begin(asked)
        companion = (await it.of_each_arm(asked))["old"]
        assert not (await companion.today()).items
        it.clock.move(minutes=1)
        await companion.say(CRISIS)
        before = await it.kinds(companion)
        assert before.count("crisis") == 1 and "turn" not in before
        it.clock.move(days=2)
        assert (await companion.today()).items  # it lives as configured
        await companion.say("I am better now.")
        it.clock.move(days=40)
        await companion.say("Good morning!")
        assert (await companion.today()).items  # and is not dealt back and forth
        assert await it.kinds(companion) == before

    tried(body)


def test_nobody_is_dealt_in_within_thirty_days_of_a_hard_talk(tried: Run) -> None:
    async def body(it: Trying) -> None:
        companion = await it.join()
        await companion.say(CRISIS)
        await it.begin(plan())
        it.clock.move(days=29)
        await companion.today()
        await companion.say("Good morning!")
        assert not await arms_of(it, companion) and not await it.counted(companion)
        it.clock.move(days=2)
        await companion.today()
        assert await arms_of(it, companion)

    tried(body)


def test_a_stop_gives_everybody_back_what_is_configured(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan()
        await it.begin(asked)
        companion = (await it.of_each_arm(asked))["old"]
        assert not (await companion.today()).items
        await it.home.store.trials.stop("mine", it.clock.now(), "enough")  # in another process
        it.clock.move(seconds=11)
        assert (await companion.today()).items

    tried(body)


def test_a_day_untold_and_a_day_without_memories(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan(varies={"details": ["untold", "told"], "mode": ["normal", "memory"]})
        await it.begin(asked)
        for arm, companion in (await it.of_each_arm(asked)).items():
            await companion.say("My sister is called Mei and she lives in Oslo.")
            day = await companion.night()
            assert {bool(item.detail) for item in day.items} == {arm == "new"}
            assert day.mode == ("memory" if arm == "new" else "normal")
            it.clock.move(days=1)
            assert (await companion.today()).items == day.items  # it is whole: no second night makes it anew

    tried(body)


def test_a_day_of_before_the_start_shows_no_difference_yet(tried: Run) -> None:
    async def body(it: Trying) -> None:
        companion = await it.join()
        it.clock.move(minutes=5)
        await it.begin(plan(varies={"details": ["told", "untold"]}))
        await companion.today()
        assert await arms_of(it, companion) == []
        it.clock.move(days=1)
        await companion.today()
        assert len(await arms_of(it, companion)) == 1

    tried(body)


def test_a_plain_greeting(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan(varies={"greeting": ["own", "plain"]})
        await it.begin(asked)
        found = await it.of_each_arm(asked)
        for arm, companion in found.items():
            today = await companion.today()
            made = await it.home.welcome.greetings.make(companion.person, companion.pet, today)
            with_no_day = await it.home.welcome.greetings.make(companion.person, companion.pet, None)
            assert (made.say == with_no_day.say) == (arm == "plain" or arm == "new")

    tried(body)


def test_what_is_counted_of_talk(tried: Run) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan())
        companion = await it.join()
        await companion.say("I am so happy, my sister Zanzibarquixote visits me!")
        it.clock.move(minutes=2)
        await companion.say("Good night, see you tomorrow!")
        counted = await it.counted(companion)
        kinds = [one.kind for one in counted]
        assert (kinds.count("turn"), kinds.count("visit"), kinds.count("mood")) == (2, 1, 2)
        assert next(one.value for one in counted if one.kind == "mood" and one.value) > 0
        assert [one.value for one in counted if one.kind == "farewell"] == [1.0]
        rows = await it.home.store.export(companion.person.id)
        assert "Zanzibarquixote" not in str(rows["happenings"]) + str(rows["exposures"])
        await it.home.erase(companion.person)
        assert await it.home.store.trials.page("mine", None, 9) == []

    tried(body)


@pytest.mark.parametrize(("after", "taken"), [(3, 1.0), (8, 0.0), (20, 1.0)])
def test_a_break_is_taken_until_somebody_goes_on_writing(tried: Run, after: int, taken: float) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan())
        companion = await it.join()
        await it.home.experiments.count(companion.person, ("break", 1.0))
        it.clock.move(minutes=after)
        await it.home.experiments.count(companion.person, ("turn", None))
        assert [one.value for one in await it.counted(companion) if one.kind == "break"] == [taken]

    tried(body)


def test_a_plan_that_was_changed_in_the_database_deals_nobody(tried: Run) -> None:
    async def body(it: Trying) -> None:
        asked = plan(arms={"old": 9999, "new": 1})
        trial = await it.begin(asked)
        await it.home.store.trials.start(
            replace(trial, name="other", plan=plan(days=9).model_dump(mode="json"), digest=asked.digest)
        )
        await it.home.experiments.read()
        assert [one.trial.name for one in await it.home.experiments.running()] == ["mine"]

    tried(body)


def test_counts_go_when_no_experiment_needs_them(tried: Run) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan())
        companion = await it.join()
        await companion.say("Hello!")
        await it.home.store.trials.stop("mine", it.clock.now(), "enough")
        for days, left in ((KEPT.days - 1, True), (2, False)):
            it.clock.move(days=days)
            await forget(it.home.store, companion.person.id, it.clock.now())
            assert bool(await it.counted(companion)) == left == bool(await arms_of(it, companion))

    tried(body)


def test_withdrawing_a_yes_takes_the_counts_along(tried: Run) -> None:
    from pawsona.app.consents import take_back

    async def body(it: Trying) -> None:
        await it.begin(plan())
        companion = await it.join()
        await companion.say("Hello!")
        await take_back(it.home, companion.person, "experiments")
        assert not await it.counted(companion) and not await arms_of(it, companion)
        it.clock.move(minutes=1)
        await companion.say("Still here.")
        assert not await it.counted(companion)

    tried(body)


def test_a_turn_that_is_not_stored_is_not_counted(tried: Run) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan())
        companion = await it.join()
        before = await it.counted(companion)
        with pytest.raises(RuntimeError):
            async with it.home.store.transaction():
                await it.home.experiments.count(companion.person, ("turn", None))
                raise RuntimeError
        assert await it.counted(companion) == before

    tried(body)


def test_somebody_is_dealt_alike_after_a_restart(tmp_path: Path, clock: FakeClock, rng: CountingRng) -> None:
    seen: list[tuple[str, int]] = []

    async def body(it: Trying) -> None:
        if not await it.home.store.trials.all():
            await it.begin(plan())
            for _ in range(4):
                await it.join()
        for person, pet in await it.home.runner.pets():
            day = await Companion(it.home, person, pet).today()
            seen.append((person.id, bool(day.items)))

    trying(tmp_path / "home", clock, rng, body)
    clock.move(minutes=1)
    trying(tmp_path / "home", clock, rng, body)
    assert seen[:4] == seen[4:]
