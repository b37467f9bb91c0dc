"""A past for a companion under test: sessions on days of their own, lived through the product before it is asked.

An instance's `lived` has `sittings` (`at`, `turns` of `who` and `say`) and `ask`, the question as somebody puts it who
knows that the companion was there. Everything is stored, indexed and collected by the home's own mind; nothing expires
meanwhile, as in `pawsona bench recall`.
"""

from datetime import datetime, timedelta

from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.time import SimulatedClock
from pawsona.bench.open.instance import Instance, Json
from pawsona.bench.recall.conversation import Conversation, Sitting, Turn
from pawsona.bench.recall.replay import Replay
from pawsona.domain.message import Role

_A_TURN = timedelta(minutes=1)


def past_of(instance: Instance) -> Conversation:
    """What was said before."""
    assert instance.lived is not None
    sittings = tuple(_sitting(number, row) for number, row in enumerate(instance.lived["sittings"]))
    return Conversation(
        id=instance.id, language=instance.language, person=instance.person["name"], pet=instance.companion["name"],
        sittings=sittings, questions=(), asked_at=instance.now,
    )  # fmt: skip


def _sitting(number: int, row: Json) -> Sitting:
    at = datetime.fromisoformat(row["at"])
    turns = tuple(
        Turn(f"{number}:{n}", turn["who"], _role(turn["who"]), turn["say"], at + n * _A_TURN)
        for n, turn in enumerate(row["turns"])
    )
    return Sitting(str(number), at, turns)


def _role(who: str) -> Role:
    return "person" if who == "person" else "pet"


async def asked_later(home: Home, companion: Companion, clock: SimulatedClock, instance: Instance) -> str:
    """Live through the instance's past, and then answer its question."""
    assert instance.lived is not None
    replay = Replay(past_of(instance), home.store, home.embedder, clock, companion.person, companion.pet)
    await replay.say()
    await replay.collect(home.collector)
    async with replay.held():
        clock.moment = instance.now
        return (await companion.say(instance.lived["ask"])).reply
