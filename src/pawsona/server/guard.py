"""Who may talk to this server: checked before routing, so that no web page can reach into a home.

At home there is no login; what protects it is that only loopback is listened to, that the Host header must name this
machine (no DNS rebinding), and that a browser's Origin must be this server itself (no cross-site requests). No CORS
header is ever sent.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pawsona.server.problems import problem

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """ASGI middleware.

    Args:
        app: what it guards.
        hosts: names by which this server may be called, besides loopback; without port.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset([*LOOPBACK, *(host.lower() for host in hosts)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(headers, scope)
        if refusal:
            await problem(403, "This request was refused", refusal)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.setdefault("content-security-policy", POLICY)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded)

    def _refusal(self, headers: Headers, scope: Scope) -> str:
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return "The Host header does not name this server. Open it as http://127.0.0.1 or http://localhost."
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return "The request comes from another site. Pawsona only answers its own pages."
        if headers.get("sec-fetch-site") == "cross-site" and not _follows_a_link(headers, scope):
            return "The request comes from another site. Pawsona only answers its own pages."
        return ""


def _follows_a_link(headers: Headers, scope: Scope) -> bool:
    """A person who opens a page of ours from elsewhere; that only shows it, and nobody else can read it."""
    navigates = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
    return navigates and not scope["path"].startswith("/api/v1")


def _name(host: str) -> str:
    """The host without its port; an IPv6 address keeps its brackets."""
    host = host.lower()
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.split(":", 1)[0]
