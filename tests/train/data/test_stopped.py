"""A reply that its person stopped is no lesson: it would teach to end in the middle."""

from pathlib import Path

from tests.conftest import CountingRng, FakeClock
from tests.train.data.talked import Talked, talked

from pawsona.domain.message import Trace
from pawsona.train.data.talk.taken import take
from pawsona.train.data.told import teller


def test_a_reply_that_was_stopped_is_no_lesson(tmp_path: Path, clock: FakeClock, rng: CountingRng) -> None:
    async def body(it: Talked) -> None:
        _, pet = await it.person()
        await it.talk(pet, [("the kettle sings at night, apple.", "(ears up) I would listen all night.")])
        await it.talk(pet, [("the kettle sings at night, window.", "(ears up) I")], trace=Trace(stopped=True))
        found = await take(it.home, it.folder, teller())
        assert (found.turns, found.added, dict(found.left_out)) == (2, 1, {"stopped": 1})
        assert "apple" in it.texts() and "window" not in it.texts()

    talked(tmp_path, clock, rng, body)
