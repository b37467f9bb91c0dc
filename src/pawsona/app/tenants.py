"""The products that this server is run under: which of them somebody comes to, and who is known there.

By the name that a request asks for, which is the address that the browser shows; no other header says anything. Whoever
writes another name into a request has opened another product's door, and is as much a stranger there as everybody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pawsona.domain.account import Account, Kind
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.errors import NotFoundError


@dataclass(frozen=True)
class Tenants:
    """All of them. `origins`: tenant -> the address that its persons open; the default's is the server's own."""

    origins: Mapping[Tenant, str] = field(default_factory=dict)

    @property
    def hosts(self) -> Iterable[str]:
        """The names that the server may be called by for them, without ports."""
        return [_host(origin) for origin in self.origins.values()]

    def at(self, host: str) -> Tenant:
        """Whose door a name is, without port and in small letters; every name that is nobody's is the default's."""
        return next((tenant for tenant, origin in self.origins.items() if _host(origin) == host), DEFAULT)

    def admits(self, account: Account, kind: Kind, host: str) -> bool:
        """Whether somebody is known at a door: at their own, and with an API token at the server's own address too."""
        there = account.tenant == DEFAULT or account.tenant in self.origins
        here = self.at(host)
        return there and (account.tenant == here or (kind == "token" and here == DEFAULT))

    def seen_by(self, account: Account | None) -> Tenant | None:
        """Whose counts an operator sees; None: everybody's, where there is one tenant alone."""
        return account.tenant if account is not None and self.origins else None

    def named(self, name: str) -> Tenant:
        """One of them.

        Raises:
            NotFoundError: the settings know none of that name.
        """
        known = [DEFAULT, *self.origins]
        if name not in known:
            raise NotFoundError(f"There is no tenant {name!r} in the settings; there is {', '.join(known)}.")
        return Tenant(name)


def _host(origin: str) -> str:
    name = urlsplit(origin).hostname or ""
    return f"[{name}]" if ":" in name else name
