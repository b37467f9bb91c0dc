"""What happens while a page is open: a new day, a promise that fell due."""

from collections.abc import AsyncIterable

from fastapi import APIRouter, Depends, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from pawsona.server.access import HomeDep, PersonDep, needs, visitor_of

router = APIRouter(tags=["events"], dependencies=[Depends(needs("talk"))])


@router.get("/events", response_class=EventSourceResponse)
async def events(request: Request, home: HomeDep, person: PersonDep) -> AsyncIterable[ServerSentEvent]:
    """Events: `day` {pet, date} and `promise` {pet, id}, of this person's pets only."""
    async with home.news.subscribe(person.id) as news:
        async for item in news:
            if (await visitor_of(request, home)).trouble:  # signed out meanwhile, perhaps in another process
                return
            yield ServerSentEvent(event=item.kind, data=dict(item.data))
