"""Puts what happened into the store, for each webhook that may hear of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pawsona.care.minors import is_minor
from pawsona.domain.consent import VERSIONS
from pawsona.domain.ids import PersonId, new_id
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.domain.webhook import ASKED, Event, Letter, Webhook


@dataclass(frozen=True)
class StoredPostbox:
    """The port `Postbox`."""

    store: Store
    clock: Clock
    rng: Rng

    async def post(self, person: PersonId, event: Event, **data: Any) -> None:
        wanted = [one for one in await self.store.webhooks.all() if event in one.events]
        if not wanted:
            return
        account = await self.store.accounts.of(person)
        tenant = account.tenant if account is not None else DEFAULT
        theirs = [one for one in wanted if one.tenant == tenant]
        if theirs and await self._agreed(person, event):
            whose = None if event == "person.left" else person  # that one stays when everything of them goes
            now = self.clock.now()
            letters = [letter(one, event, {"person": person, **data}, now, self.rng, whose) for one in theirs]
            await self.store.outbox.put(letters)

    async def _agreed(self, person: PersonId, event: Event) -> bool:
        """Whether it may be told: it needs no yes, or an adult gave one to the words of today."""
        purpose = ASKED.get(event)
        if purpose is None:
            return True
        who, given = await self.store.people.person(person), await self.store.consents.all(person)
        stands = {(one.purpose, one.version) for one in given if one.withdrawn_at is None}
        return who is not None and not is_minor(who) and (purpose, VERSIONS[purpose]) in stands


async def asking(store: Store, person: PersonId) -> frozenset[Event]:
    """What the product of a person would be told of."""
    webhooks = await store.webhooks.all()
    account = await store.accounts.of(person) if webhooks else None
    tenant: Tenant = account.tenant if account is not None else DEFAULT
    return frozenset(event for one in webhooks if one.tenant == tenant for event in one.events)


def letter(
    webhook: Webhook, event: Event, data: dict[str, Any], at: datetime, rng: Rng, person: PersonId | None = None
) -> Letter:
    """A letter to one webhook."""
    id_ = f"msg_{new_id(at, rng.token())}"
    return Letter(id=id_, webhook=webhook.id, person=person, event=event, data=data, at=at)
