"""Who stands at the door of a server of many persons: a browser with a session, a program with a token, a stranger."""

from dataclasses import dataclass, field

from starlette.requests import Request

from pawsona.app.accounts import Accounts, Known, accounts_of
from pawsona.app.home import Home
from pawsona.app.tenants import Tenants
from pawsona.config.origin import host_of
from pawsona.domain.tenant import Tenant
from pawsona.errors import ForbiddenError, UnknownError
from pawsona.server.cookies import UNSAFE, Cookies, shows_token
from pawsona.server.pace import Pace
from pawsona.server.proxy import Proxy

_NOBODY = "Sign in first, or send an API token: Authorization: Bearer ..."
_ELSEWHERE = "Here nobody knows who this is. Sign in at the address where you signed up."
_FOREIGN = "This change does not come from a page of this server: send the token of the cookie as X-CSRF-Token."


@dataclass(frozen=True)
class Reception:
    """Knows people again."""

    accounts: Accounts
    cookies: Cookies
    pace: Pace
    proxy: Proxy | None = None
    """What stands before this server and names the address of whoever asks."""
    tenants: Tenants = field(default_factory=Tenants)

    def tenant(self, request: Request) -> Tenant:
        """Whose door they stand at."""
        return self.tenants.at(host_of(request.headers.get("host", "")))

    def base(self, request: Request) -> str:
        """The address that people open there."""
        own = self.proxy.url if self.proxy else f"{request.url.scheme}://{request.headers['host']}"
        return self.tenants.origins.get(self.tenant(request), own)

    async def recognise(self, request: Request) -> Known:
        """Who asks.

        Raises:
            UnknownError: a stranger, a secret that is not good (any more), or somebody of another tenant.
            ForbiddenError: a session is good, but the change comes from elsewhere.
            TooOftenError: they ask too much.
        """
        known = await self._by_token(request) or await self._by_session(request)
        if known is None:
            raise UnknownError(_NOBODY)
        if not self.tenants.admits(known.account, known.credential.kind, host_of(request.headers.get("host", ""))):
            raise UnknownError(_ELSEWHERE)
        self.pace.ask(known.person.id)
        return known

    def address(self, request: Request) -> str:
        """Where a request comes from. What the proxy wrote is last; what is before it, anybody could have written."""
        if self.proxy:
            return request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return request.client.host if request.client else ""

    async def _by_token(self, request: Request) -> Known | None:
        secret = token_of(request)
        return None if secret is None else await self.accounts.passes.known(secret, "token")

    async def _by_session(self, request: Request) -> Known | None:
        secret = self.cookies.session(request)
        if not secret:
            return None
        known = await self.accounts.passes.known(secret, "session")
        if request.method in UNSAFE and not shows_token(request, secret):
            raise ForbiddenError(_FOREIGN)
        return known


def token_of(request: Request) -> str | None:
    """The API token that is shown; empty: it can't be read. None: there is none, as where a proxy asks for `Basic`."""
    kind, *rest = request.headers.get("authorization", "").split(None, 1) or [""]
    if kind.casefold() == "bearer":
        return rest[0].strip() if rest else ""
    return None if rest or not kind else ""


def reception(home: Home, proxy: Proxy | None) -> Reception | None:
    """The door of a server with accounts; None at home, where nobody signs in."""
    settings = home.settings
    if settings.auth != "accounts":
        return None
    secure = proxy is not None and proxy.secure
    pace = Pace(settings.accounts.requests_per_minute, settings.workers)
    return Reception(accounts_of(home), Cookies(secure), pace, proxy, home.tenants)
