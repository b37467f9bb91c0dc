"""What letters to webhooks cost: storing them with what happened, and bringing them to a program on this machine.

Run: PYTHONPATH=src python benchmarks/webhooks.py [--letters 2000] [--database postgresql://...]
"""

import argparse
import asyncio
import tempfile
import time
from datetime import UTC, datetime

from pawsona.app.time import SystemClock, SystemRng
from pawsona.app.webhooks.delivery import Delivery
from pawsona.app.webhooks.postbox import StoredPostbox
from pawsona.app.webhooks.signing import new_secret
from pawsona.domain.ids import PersonId
from pawsona.domain.tenant import DEFAULT
from pawsona.domain.webhook import USUAL, Webhook
from pawsona.storage import open_store

YES = b"HTTP/1.1 204 No Content\r\n\r\n"


async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A program that takes everything at once."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(YES)
    await writer.drain()
    writer.close()


async def measure(database: str, count: int) -> None:
    """Put so many letters in, one transaction each, and bring them all."""
    server = await asyncio.start_server(take, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    store, clock = await open_store(database), SystemClock()
    postbox = StoredPostbox(store, clock, SystemRng())
    await _put(postbox, count, "without a webhook")
    made = Webhook(
        id="wh", tenant=DEFAULT, url=url, events=USUAL, secret=new_secret(), made_at=datetime.now(UTC)
    )  # fmt: skip
    await store.webhooks.add(made)
    await _put(postbox, count, "with one")
    delivery = Delivery(store, clock, private=True)
    wall, busy = time.perf_counter(), time.process_time()
    while await store.outbox.counts():
        await delivery.step()
        await delivery.settled()
    wall, busy = time.perf_counter() - wall, time.process_time() - busy
    print(f"brought: {count / wall:,.0f} letters a second, {1000 * busy / count:.2f} ms of processor each, both sides")
    await store.close()
    server.close()


async def _put(postbox: StoredPostbox, count: int, what: str) -> None:
    busy = time.process_time()
    for number in range(count):
        async with postbox.store.transaction():
            await postbox.post(PersonId(f"p{number}"), "person.left")
    print(f"posted {what}: {1000 * (time.process_time() - busy) / count:.2f} ms of processor each")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=2000)
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(given.database or f"sqlite:///{folder}/pawsona.db", given.letters))


if __name__ == "__main__":
    main()
