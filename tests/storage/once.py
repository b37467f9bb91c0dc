"""What a life has once for each person, whichever of their pets it is lived with."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from pawsona.domain.account import SCOPES, Account, Credential
from pawsona.domain.consent import PURPOSES
from pawsona.domain.device import Device
from pawsona.domain.ids import CredentialId, DeviceId, PersonId
from pawsona.domain.ports import Store
from pawsona.domain.safeguards import Contact, Safeguards
from pawsona.domain.shared import Told
from pawsona.domain.usage import Stretch, UseDay
from pawsona.domain.webhook import Event, Letter

ON = date(2026, 4, 13)
A, B = "a", "b"


async def begin(store: Store, person: PersonId, word: str, number: int, noon: datetime) -> None:
    await store.people.set_safeguards(person, Safeguards(contact=Contact(word, word)))
    await store.usage.use(person, Stretch(noon, noon), use(ON, number))
    await store.usage.count(person, use(ON - timedelta(days=9), number))
    for purpose in PURPOSES:
        for version in range(number):
            await store.consents.give(person, purpose, f"{word} {version}", noon)
        await store.consents.give(person, purpose, "everybody's words", noon)
    await store.board.put([Told(id=word, person=person, kind="day", data={}, at=noon)])
    for name in (A, B):
        await store.devices.add(
            Device(id=DeviceId(name), person=person, name=word, key=word, paired_at=noon, seen_at=noon)
        )
    for name in (A, B, "over"):
        until = noon + timedelta(days=-1 if name == "over" else 1)
        await store.credentials.add(credential(person, name, word, noon, until))
    await store.accounts.add(account(person, word, noon))
    await store.accounts.attempt(person, noon, noon)
    events: tuple[Event, ...] = ("person.joined", "person.joined", "pet.adopted")
    for name, event in zip((A, B, "over"), events, strict=True):
        await store.outbox.put([letter(person, name, event, noon)])


async def change(store: Store, person: PersonId, number: int, noon: datetime) -> None:
    await store.people.set_safeguards(person, Safeguards(day_minutes=30))
    await store.usage.use(person, Stretch(noon, noon + timedelta(days=9)), use(ON, number))
    await store.usage.count(person, use(ON, number))
    await store.usage.drop(person, ON)
    for _ in range(2):  # the second yes to the same words is none
        await store.consents.give(person, "training", "2", noon)
    await store.consents.withdraw(person, "experiments", noon)
    await store.devices.seen(person, DeviceId(B), noon + timedelta(days=9))
    await store.devices.remove(person, DeviceId(A))
    later = noon + timedelta(days=9)
    await store.credentials.seen(person, CredentialId(B), later, later)
    await store.credentials.remove(person, [CredentialId(A)])
    await store.credentials.drop(person, noon)
    await store.accounts.update(replace(account(person, "new", noon), locked=True))
    assert (await store.accounts.attempts(person, noon))[0] == 1
    await store.outbox.sent(letter(person, A, "person.joined", noon))
    await store.outbox.fail(letter(person, B, "person.joined", noon), "no", later)
    assert await store.outbox.take_back(person, "pet.adopted") == 1
    await store.accounts.forgive("nobody")
    await store.accounts.forget_attempts(later)


async def look(store: Store, person: PersonId) -> AsyncIterator[Any]:
    yield await store.people.safeguards(person)
    yield [await store.talk.last_mark(person, "greeted"), await store.usage.stretch(person)]
    yield [await store.usage.days(person, ON - timedelta(days=9)), await store.devices.all(person)]
    yield await store.consents.all(person)
    exported = await store.export(person)
    yield [exported["consents"], exported["outbox"]]
    assert not {"password", "reset_key"} & exported["accounts"][0].keys()
    yield [await store.accounts.of(person), await store.credentials.all(person)]
    yield [await store.credentials.get(person, CredentialId(name)) for name in (A, B)]


def letter(person: PersonId, name: str, event: Event, noon: datetime) -> Letter:
    return Letter(id=name, webhook="everybody's", person=person, event=event, data={"person": person}, at=noon)


def account(person: PersonId, word: str, noon: datetime) -> Account:
    return Account(person=person, login=person, role="person", password=word, made_at=noon)


def credential(person: PersonId, name: str, word: str, noon: datetime, until: datetime) -> Credential:
    return Credential(
        id=CredentialId(name), person=person, kind="session", name=word, key=word, scopes=SCOPES, made_at=noon,
        seen_at=noon, until=until,
    )  # fmt: skip


def use(on: date, number: int) -> UseDay:
    return UseDay(on=on, seconds=60 * number, night_seconds=number, unasked=1)
