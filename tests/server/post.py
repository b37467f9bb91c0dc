"""A server with a program that is told, and what brings it its letters, step by step."""

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from tests.server.guests import City, Guest, Town
from tests.server.receiver import Receiver, receiving

from pawsona.app.webhooks.delivery import Delivery
from pawsona.app.webhooks.signing import new_secret
from pawsona.domain.person import Person
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.domain.webhook import USUAL, Event, Webhook


class Post:
    """A server with a program that is told, and what brings it its letters."""

    def __init__(self, it: Town, receiver: Receiver) -> None:
        self.it, self.receiver, self.store = it, receiver, it.home.store
        self.delivery = Delivery(it.home.store, it.clock, private=True, seconds=5)

    async def hook(self, name: str = "wh", tenant: Tenant = DEFAULT, *events: Event, path: str = "") -> Webhook:
        made = Webhook(
            id=name, tenant=tenant, url=self.receiver.url + path, events=frozenset(events) or USUAL,
            secret=new_secret(), made_at=self.it.clock.now(),
        )  # fmt: skip
        await self.store.webhooks.add(made)
        return made

    async def bring(self, **later: float) -> list[Any]:
        """Let time pass, bring what is due, and say what came."""
        self.it.clock.moment += timedelta(**later)
        await self.delivery.step()
        await self.delivery.settled()
        return self.receiver.take()

    async def told(self) -> list[str]:
        return [got.said["type"] for got in await self.bring()]


@asynccontextmanager
async def posting(it: Town) -> Any:
    async with receiving() as receiver:
        post = Post(it, receiver)
        try:
            yield post
        finally:
            await post.delivery.aclose()
            for one in await it.home.store.webhooks.all():
                await it.home.store.webhooks.remove(one.id)


def telling(two: City, tale: Callable[[Town, Post], Awaitable[None]]) -> None:
    async def body(it: Town) -> None:
        async with posting(it) as post:
            await tale(it, post)

    two(body)


async def agree(guest: Guest, purpose: str) -> None:
    asked = {one["purpose"]: one for one in (await guest.ask("GET", "/consents")).json()}
    said = await guest.ask("PUT", f"/consents/{purpose}", json={"version": asked[purpose]["version"]})
    assert said.status_code == 204, said.text


async def person_of(it: Town, login: str, tenant: Tenant = DEFAULT) -> Person:
    found = await it.home.store.people.person((await it.accounts.named(login, tenant)).person)
    assert found is not None
    return found
