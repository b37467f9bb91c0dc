"""Who may talk to this server: checked before routing, so that no web page and no neighbour can reach into a home.

On this machine there is no login; what protects a home is that the Host header must name this machine (no DNS
rebinding), and that a browser's Origin must be this server itself (no cross-site requests). No CORS header is ever
sent. What comes over the network must name the very address that it came to, and bring the secret of a paired device.
So must whatever a proxy on this machine passed on.

With accounts everybody may come to the door; `visitors` then knows people by their session or token. Host and Origin
are checked all the same.
"""

import ipaddress
from collections.abc import Collection
from typing import Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pawsona.app.pairing import Pairing
from pawsona.config.origin import host_of
from pawsona.server import doorstep
from pawsona.server.listening import LOOPBACK
from pawsona.server.problems import problem
from pawsona.server.proxy import FORWARDED, Proxy

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LOCAL_HEADERS = {**HEADERS, "cross-origin-opener-policy": "same-origin"}
"""Browsers ignore this one, with a complaint, where there is neither loopback nor HTTPS."""
COOKIE = "pawsona_device"
DOORSTEP = "/pair"
_OPEN = (DOORSTEP, "/healthz", "/readyz")
_HERE = "pawsona.here"
Kind = Literal["closed", "far", "behind"]
"""Why somebody stands outside."""
_ADVICE = {
    "closed": ("This phone is not paired", "Pair it on the computer where Pawsona runs: pawsona pair"),
    "behind": (
        "This was passed on by another program",
        "Start Pawsona with the address that it shows: pawsona serve --proxied https://home.example.org",
    ),
}
_SITE = "The request comes from another site. Pawsona only answers its own pages."


class Guard:
    """ASGI middleware.

    Args:
        app: what it guards.
        hosts: names by which this server may be called, besides loopback; without port. They may change.
        pairing: knows the devices that may come in over the network; None with accounts, where everybody may come to
            the door and signs in.
        proxy: what stands before this server, if anything does.
        apart: those of the hosts that are other products' addresses, which take changes from their own pages alone.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        pairing: Pairing | None,
        proxy: Proxy | None = None,
        apart: Collection[str] = (),
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._pairing = pairing
        self._proxy = proxy
        self._apart = apart

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope[_HERE] = self._proxy.at_a_terminal(headers) if self._proxy else _on_loopback(scope, headers)
        isolated = at_this_machine(scope) or (self._proxy is not None and self._proxy.secure)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.setdefault("content-security-policy", POLICY)
                for name, value in (LOCAL_HEADERS if isolated else HEADERS).items():
                    out.setdefault(name, value)
            await send(message)

        refusal = self._refusal(headers, scope)
        kind: Kind = "far" if self._proxy else "behind" if _forwarded(headers) else "closed"
        if refusal and kind != "behind":
            await problem(403, "This request was refused", refusal)(scope, receive, guarded)
        elif refusal or not await self._may_enter(scope):
            await _turned_away(headers, scope, kind)(scope, receive, guarded)
        else:
            await self._app(scope, receive, guarded)

    def _refusal(self, headers: Headers, scope: Scope) -> str:
        host = headers.get("host", "")
        if not self._named(host_of(host), scope):
            return "The Host header does not name this server. Open it as http://127.0.0.1 or http://localhost."
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower() and not self._shown(origin, host):
            return _SITE
        if headers.get("sec-fetch-site") == "cross-site" and not _follows_a_link(headers, scope):
            return _SITE
        return ""

    def _named(self, name: str, scope: Scope) -> bool:
        if name in LOOPBACK or name in self._hosts:
            return True
        address = _address(scope.get("server"))
        return address is not None and name == (f"[{address}]" if address.version == 6 else str(address))

    def _shown(self, origin: str, host: str) -> bool:
        """Many proxies put their own name for this server into `Host`; `Origin` is the address that they show."""
        here = self._proxy is not None and origin.lower() == self._proxy.url
        return here and host_of(host) not in self._apart

    async def _may_enter(self, scope: Scope) -> bool:
        """From this machine, to what is no secret, or with the secret of a paired device."""
        path = scope["path"]
        if self._pairing is None:
            return self._proxy is not None or not _forwarded(Headers(scope=scope))
        if at_this_machine(scope) or path in _OPEN or path.startswith("/static/"):
            return True
        return await self._pairing.known(HTTPConnection(scope).cookies.get(COOKIE, "")) is not None


def at_this_machine(scope: Scope) -> bool:
    """Whether a request that passed the guard comes from somebody who sits at this machine."""
    return bool(scope.get(_HERE))


def _on_loopback(scope: Scope, headers: Headers) -> bool:
    """Whether it came to loopback and from there, and no proxy says that it passed it on."""
    ends = (_address(scope.get("server")), _address(scope.get("client")))
    return all(end is not None and end.is_loopback for end in ends) and not _forwarded(headers)


def _forwarded(headers: Headers) -> bool:
    return any(name in headers for name in FORWARDED)


def _address(end: tuple[str, int | None] | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """One end of a connection, in IPv4 where it is written as IPv6."""
    try:
        found = ipaddress.ip_address(end[0].partition("%")[0]) if end else None
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _turned_away(headers: Headers, scope: Scope, kind: Kind) -> ASGIApp:
    if scope["path"].startswith(("/api", "/v1")) or "text/html" not in headers.get("accept", ""):
        return problem(403, *_ADVICE["behind" if kind == "behind" else "closed"])
    language = doorstep.language_of(headers.get("accept-language", ""))
    return HTMLResponse(doorstep.closed(language, kind), status_code=403, headers={"cache-control": "no-store"})


def _follows_a_link(headers: Headers, scope: Scope) -> bool:
    """A person who opens a page of ours from elsewhere; that only shows it, and nobody else can read it."""
    navigates = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
    return navigates and not scope["path"].startswith("/api/v1")
