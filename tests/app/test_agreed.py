"""Whose yes counts once the words have changed."""

from pathlib import Path

import pytest
from tests.app.tried import Trying, plan, trying
from tests.conftest import CountingRng, FakeClock

from pawsona.app.consents import agree, asked
from pawsona.domain.consent import VERSIONS


@pytest.mark.long
def test_a_yes_to_old_words_is_none_to_new_ones(
    tmp_path: Path, clock: FakeClock, rng: CountingRng, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(it: Trying) -> None:
        await it.begin(plan(arms={"old": 9999, "new": 1}))
        companion, late = await it.join(), await it.join()
        await companion.say("Hello!")
        before = await it.counted(companion)
        monkeypatch.setitem(VERSIONS, "experiments", "2")
        assert before and (await asked(it.home, companion.person))[0].since is None
        for one in (companion, late):
            it.clock.move(minutes=1)
            await one.say("Still here.")
            assert (await one.today()).items  # as configured
        assert await it.counted(companion) == before and not await it.home.store.trials.exposures(late.person.id)
        await agree(it.home, late.person, "experiments", "2")
        assert not (await late.today()).items and await it.home.store.trials.exposures(late.person.id)

    trying(tmp_path / "home", clock, rng, body)
