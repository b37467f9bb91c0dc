"""What happens while a page is open: a new day, a promise that fell due, talk on another page."""

import asyncio
import random
from functools import partial
from time import monotonic

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pawsona.app.home import Home
from pawsona.domain.ids import PersonId
from pawsona.server.access import HomeDep, PersonDep, needs
from pawsona.server.handover import Handed, Write
from pawsona.server.streaming import HEADERS, EventStream, event_of

router = APIRouter(tags=["events"], dependencies=[Depends(needs("talk"))])

PING = 15.0
"""Seconds of silence after which a comment shows proxies, and us, that the other side is still there."""
LIFETIME = 600.0
"""Seconds after which a stream ends; a page connects anew by itself, and has to show again that it may come in."""


@router.get("/events", response_class=EventStream)
async def events(home: HomeDep, person: PersonDep) -> Response:
    """Events: `day` {pet, date}, `promise` {pet, id} and `talk` {pet, id}, of this person's pets only.

    Pages are open for hours, thousands of them: this stream holds a queue and little more, FastAPI's own holds tasks.
    """
    return Handed(partial(_tell, home, person.id), EventStream.media_type, HEADERS)


async def _tell(home: Home, person: PersonId, write: Write, gone: asyncio.Future[None]) -> None:
    until = monotonic() + LIFETIME * random.uniform(0.8, 1)  # not all that came at once go at once
    async with home.news.subscribe(person) as news:
        gone.add_done_callback(lambda _: news.end())
        while monotonic() < until:
            try:
                async with asyncio.timeout(PING):
                    item = await anext(news)
            except TimeoutError:
                await write(": ping\n\n")
            except StopAsyncIteration:
                return
            else:
                await write(event_of(item.kind, item.data))
