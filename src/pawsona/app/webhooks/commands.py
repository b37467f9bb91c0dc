"""`pawsona webhook`: what whoever runs a server does with webhooks."""

import contextlib
import ipaddress
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from pawsona.app.calling import CallFailed
from pawsona.app.tenants import Tenants
from pawsona.app.time import SystemClock, SystemRng
from pawsona.app.webhooks.delivery import Delivery
from pawsona.app.webhooks.signing import OVERLAP, new_secret
from pawsona.config.home import prepare
from pawsona.config.settings import Settings, load
from pawsona.domain.ids import new_id
from pawsona.domain.ports import Store
from pawsona.domain.webhook import EVENTS, USUAL, Event, Letter, Waiting, Webhook
from pawsona.errors import InputError, NotFoundError
from pawsona.storage import open_store

LONGEST = 500


@dataclass(frozen=True)
class Listed:
    """A webhook and what waits for it."""

    webhook: Webhook
    letters: Waiting


async def add(url: str, events: Sequence[str], tenant: str) -> Webhook:
    """Make one; its secret is shown this once.

    Raises:
        InputError: the address or an event can't be used.
        NotFoundError: there is no such tenant.
    """
    async with _office() as at:
        made_at = at.clock.now()
        webhook = Webhook(
            id=f"wh_{new_id(made_at, at.rng.token())}",
            tenant=Tenants(at.settings.accounts.tenants).named(tenant),
            url=address(url),
            events=_events(events),
            secret=new_secret(),
            made_at=made_at,
        )
        await at.store.webhooks.add(webhook)
        return webhook


async def everything() -> list[Listed]:
    """All of them."""
    async with _office() as at:
        counts = await at.store.outbox.counts()
        return [Listed(one, counts.get(one.id, Waiting())) for one in await at.store.webhooks.all()]


async def dead(name: str) -> list[Letter]:
    """The letters that nobody sends any more.

    Raises:
        NotFoundError: there is no such webhook.
    """
    async with _office() as at:
        return await at.store.outbox.dead((await _named(at.store, name)).id)


async def test(name: str) -> str:
    """Send it a letter of no event, now and once; what came of it, empty where it was taken.

    Raises:
        NotFoundError: there is no such webhook.
    """
    async with _office() as at:
        webhook, now = await _named(at.store, name), at.clock.now()
        letter = Letter(
            id=f"msg_{new_id(now, at.rng.token())}", webhook=webhook.id, person=None,
            event="webhook.test", data={}, at=now,
        )  # fmt: skip
        try:
            await Delivery(at.store, at.clock, at.settings.webhooks == "private").bring(webhook, letter)
        except CallFailed as error:
            return str(error)
        return ""


async def rotate(name: str) -> Webhook:
    """Give it another secret; for a day the one before signs as well.

    Raises:
        NotFoundError: there is no such webhook.
    """
    async with _office() as at:
        old = await _named(at.store, name)
        webhook = replace(old, secret=new_secret(), former=old.secret, former_until=at.clock.now() + OVERLAP)
        await at.store.webhooks.renew(webhook)
        return webhook


async def remove(name: str) -> Waiting:
    """Take it away, with what waits for it; how much that was.

    Raises:
        NotFoundError: there is no such webhook.
    """
    async with _office() as at:
        webhook = await _named(at.store, name)
        lost = (await at.store.outbox.counts()).get(webhook.id, Waiting())
        await at.store.webhooks.remove(webhook.id)
        return lost


async def resend(name: str) -> int:
    """Send its dead letters once more; how many.

    Raises:
        NotFoundError: there is no such webhook.
    """
    async with _office() as at:
        webhook = await _named(at.store, name)
        return await at.store.outbox.resend(webhook.id, at.clock.now())


def address(url: str) -> str:
    """Where letters may go: https, and http only to this machine itself.

    Raises:
        InputError: elsewhere.
    """
    try:
        found = urlsplit(url)
        host = found.hostname or ""
        _ = found.port
    except ValueError:
        raise InputError("This is no web address. Write it as https://hooks.example.org/pawsona") from None
    if found.scheme not in ("http", "https") or not host or len(url) > LONGEST or not url.isprintable() or " " in url:
        raise InputError("This is no web address. Write it as https://hooks.example.org/pawsona")
    if found.username is not None or found.fragment:
        raise InputError("A webhook's address has no user name and no #: every letter is signed instead.")
    if found.scheme == "http" and not _here(host):
        raise InputError("Only this machine itself is told over http. Give an address that begins with https://")
    return url


def _here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _events(asked: Sequence[str]) -> frozenset[Event]:
    for name in asked:
        if name not in EVENTS:
            raise InputError(f"There is no event {name!r}; there is {', '.join(EVENTS)}.")
    return frozenset(event for event in EVENTS if event in asked) or USUAL


async def _named(store: Store, name: str) -> Webhook:
    for one in await store.webhooks.all():
        if one.id == name:
            return one
    raise NotFoundError(f"There is no webhook {name!r}. These are: pawsona webhook list")


@dataclass(frozen=True)
class _Office:
    """The little of a home that commands about webhooks need; minds, content and pets have no part in it."""

    settings: Settings
    store: Store
    clock: SystemClock = field(default_factory=SystemClock)
    rng: SystemRng = field(default_factory=SystemRng)


@contextlib.asynccontextmanager
async def _office() -> AsyncIterator[_Office]:
    settings = load()
    prepare(settings)
    store = await open_store(settings.database_url)
    try:
        yield _Office(settings, store)
    finally:
        await store.close()
