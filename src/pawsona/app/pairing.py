"""Pairing a phone: a ticket that works once and for minutes, and the secret that the phone keeps instead."""

import contextlib
import hashlib
import itertools
import secrets
from collections.abc import Collection
from datetime import date, datetime, timedelta
from hmac import compare_digest

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.cloakroom import Cloakroom
from pawsona.domain.device import Device
from pawsona.domain.ids import DeviceId, PersonId, new_id
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.errors import InputError, NotFoundError

VALID = timedelta(minutes=5)
"""Long enough to find the phone; a ticket lies in the open on a screen."""
LONGEST_NAME = 40
_TICKETS, _AWAITED = "codes for phones", "phones awaited"


class Pairing:
    """A restart of the server voids tickets. What was paired lies in the store."""

    def __init__(self, store: Store, clock: Clock, rng: Rng, cloakroom: Cloakroom) -> None:
        self._store = store
        self._clock = clock
        self._rng = rng
        self._cloakroom = cloakroom

    async def ticket(self, person: PersonId) -> tuple[str, datetime]:
        """A new ticket and until when it is valid; the one before it is void."""
        ticket, until = secrets.token_urlsafe(16), self._clock.now() + VALID
        await self._cloakroom.put(_TICKETS, _key(ticket), person, VALID, alone=True)
        await self._cloakroom.put(_AWAITED, "", person, VALID)
        return ticket, until

    async def awaited(self) -> bool:
        """Whether a ticket was given out that a phone may still come with."""
        return await self._cloakroom.look(_AWAITED, "") is not None

    async def void(self) -> None:
        """No code that was given out pairs a phone any more."""
        await self._cloakroom.clear(_TICKETS)
        await self._cloakroom.clear(_AWAITED)

    async def valid(self, ticket: str) -> bool:
        """Whether this would pair a phone now."""
        return await self._cloakroom.look(_TICKETS, _key(ticket)) is not None

    async def pair(self, ticket: str, name: str) -> tuple[Device, str]:
        """Use a ticket up; the device, and the secret that is shown to nobody else.

        Raises:
            InputError: the ticket is wrong, used up or expired, or the name is too long; nothing was paired.
        """
        # Browsers suggest the same name for all phones of a kind; two of one name could not be told apart.
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME:
            raise InputError(f"A phone's name has 1 to {LONGEST_NAME} characters.")
        person = await self._cloakroom.take(_TICKETS, _key(ticket))
        if person is None:
            raise InputError("This code was used or is too old. Ask for a new one on the computer: pawsona pair")
        secret, now = secrets.token_urlsafe(32), self._clock.now()
        taken = {device.name for device in await self.devices()}
        device = Device(
            id=DeviceId(new_id(now, self._rng.token())),
            person=PersonId(person),
            name=_untaken(name, taken),
            key=_key(secret),
            paired_at=now,
            seen_at=now,
        )
        await self._store.devices.add(device)
        await self._cloakroom.clear(_AWAITED)
        return device, secret

    async def known(self, secret: str) -> Device | None:
        """Whose secret this is; None where it was never given out or was taken back."""
        for device in await self.devices() if secret else ():
            if compare_digest(device.key, _key(secret)):
                await self._note(device)
                return device
        return None

    async def devices(self) -> list[Device]:
        """Every paired device of this home."""
        persons = await self._store.people.persons()
        return [device for person in persons for device in await self._store.devices.all(person.id)]

    async def revoke(self, name_or_id: str) -> Device:
        """Shut a device out, from its next request on.

        Raises:
            NotFoundError: none is called so.
            InputError: several are; nothing was done.
        """
        meant = [device for device in await self.devices() if name_or_id in (device.id, device.name)]
        if not meant:
            raise NotFoundError(f"No phone called {name_or_id!r} is paired. These are: pawsona pair --list")
        if len(meant) > 1:
            ids = ", ".join(device.id for device in meant)
            raise InputError(f"{len(meant)} phones are called {name_or_id!r}. Say which one, by its id: {ids}")
        await self._store.devices.remove(meant[0].person, meant[0].id)
        return meant[0]

    async def _note(self, device: Device) -> None:
        if _day(device.seen_at) != _day(self._clock.now()):  # one write a day, not one a request
            await self._store.devices.seen(device.person, device.id, self._clock.now())


def pairing_of(home: Home) -> Pairing:
    """Who may come into this home, and who is just let in."""
    return Pairing(home.store, home.clock, home.rng, home.cloakroom)


async def paired() -> list[Device]:
    """The devices of the home that the settings name."""
    async with contextlib.aclosing(await open_home(load())) as home:
        return await pairing_of(home).devices()


async def shut_out(name_or_id: str) -> Device:
    """See `Pairing.revoke`; a server that runs sees it at the next request."""
    async with contextlib.aclosing(await open_home(load())) as home:
        return await pairing_of(home).revoke(name_or_id)


def _key(secret: str) -> str:
    """A secret of 256 bits by chance needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _untaken(name: str, taken: Collection[str]) -> str:
    numbered = (f"{name} {n}" for n in itertools.count(2))
    return next(one for one in itertools.chain([name], numbered) if one not in taken)


def _day(moment: datetime) -> date:
    return moment.date()
