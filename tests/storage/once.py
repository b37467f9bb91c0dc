"""What a life has once for each person, whichever of their pets it is lived with."""

from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
from typing import Any

from pawsona.domain.consent import PURPOSES
from pawsona.domain.device import Device
from pawsona.domain.ids import DeviceId, PersonId
from pawsona.domain.ports import Store
from pawsona.domain.safeguards import Contact, Safeguards
from pawsona.domain.usage import Stretch, UseDay

ON = date(2026, 4, 13)
A, B = "a", "b"


async def begin(store: Store, person: PersonId, word: str, number: int, noon: datetime) -> None:
    await store.people.set_safeguards(person, Safeguards(contact=Contact(word, word)))
    await store.usage.use(person, Stretch(noon, noon), use(ON, number))
    await store.usage.count(person, use(ON - timedelta(days=9), number))
    for purpose in PURPOSES:
        for version in range(number):
            await store.consents.give(person, purpose, f"{word} {version}", noon)
    for name in (A, B):
        await store.devices.add(
            Device(id=DeviceId(name), person=person, name=word, key=word, paired_at=noon, seen_at=noon)
        )


async def change(store: Store, person: PersonId, number: int, noon: datetime) -> None:
    await store.people.set_safeguards(person, Safeguards(day_minutes=30))
    await store.usage.use(person, Stretch(noon, noon + timedelta(days=9)), use(ON, number))
    await store.usage.count(person, use(ON, number))
    await store.usage.drop(person, ON)
    await store.consents.give(person, "training", "2", noon)
    await store.consents.withdraw(person, "experiments", noon)
    await store.devices.seen(person, DeviceId(B), noon + timedelta(days=9))
    await store.devices.remove(person, DeviceId(A))


async def look(store: Store, person: PersonId) -> AsyncIterator[Any]:
    yield await store.people.safeguards(person)
    yield [await store.talk.last_mark(person, "greeted"), await store.usage.stretch(person)]
    yield [await store.usage.days(person, ON - timedelta(days=9)), await store.devices.all(person)]
    yield await store.consents.all(person)
    yield (await store.export(person))["consents"]
    yield [await store.consents.given(person, purpose) for purpose in PURPOSES]


def use(on: date, number: int) -> UseDay:
    return UseDay(on=on, seconds=60 * number, night_seconds=number, unasked=1)
