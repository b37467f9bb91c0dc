"""A program that dies where it is told to; `test_durability.py` starts it. Arguments: database, fault point."""

import asyncio
import os
import signal
import sys
from datetime import UTC, datetime

from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.message import Message, Trace
from pawsona.domain.ports import Entry
from pawsona.storage import open_store

BOND = Bond(PersonId("ann"), PetId("mo"))
NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)


def message(name: str) -> Message:
    session = SessionId("s1")
    trace = Trace((f"line.{name}",))
    return Message(id=MessageId(name), bond=BOND, session=session, role="person", text="hello", at=NOON, trace=trace)


async def live(address: str, deadly: str) -> None:
    armed = False

    def fault(point: str) -> None:
        if armed and point == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    store = await open_store(address, fault=fault)
    await store.talk.add(message("before"))
    armed = True
    async with store.transaction():
        await store.talk.add(message("during"))
        await store.index.put(BOND, [Entry("turn", "during", "hello")], "e")
    sys.exit("the point was never reached")


asyncio.run(live(*sys.argv[1:]))
