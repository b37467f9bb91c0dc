"""The cookies of a session.

Its secret, which no script can read; the token that a page of ours shows with each change; and what tells a browser
that its person signed in with before from strangers.
"""

import hmac
from hmac import compare_digest

from starlette.requests import HTTPConnection
from starlette.responses import Response

from pawsona.domain.account import Role

SESSION = "pawsona_session"
SHOWN = "pawsona_csrf"
BROWSER = "pawsona_browser"
CSRF = "x-csrf-token"
"""The header in which a page shows the token."""
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
YEAR = 365 * 24 * 3600
KEPT: dict[Role, int | None] = {"person": 180 * 24 * 3600, "operator": None}
"""Seconds that a browser keeps a session; an operator's goes with the browser. When it ends the server decides."""


class Cookies:
    """Sets and reads them.

    Args:
        secure: they travel over HTTPS only; then their names say so, and no other site of the domain can set them.
    """

    def __init__(self, secure: bool) -> None:
        self._secure = secure
        self._prefix = "__Host-" if secure else ""

    def session(self, request: HTTPConnection) -> str:
        """The secret that a browser showed, or nothing."""
        return self._read(request, SESSION)

    def browser(self, request: HTTPConnection) -> str:
        """What it keeps of an earlier sign-in, or nothing."""
        return self._read(request, BROWSER)

    def begin(self, response: Response, secret: str, memento: str, role: Role) -> None:
        """A session begins."""
        self._set(response, SESSION, secret, KEPT[role])
        self._set(response, SHOWN, csrf_of(secret), KEPT[role], hidden=False)
        self.know(response, memento)

    def know(self, response: Response, memento: str) -> None:
        """Its person was here, whoever they are: nobody can lock them out of this browser."""
        self._set(response, BROWSER, memento, YEAR)

    def end(self, response: Response) -> None:
        """It is over; the browser stays known."""
        for name in (SESSION, SHOWN):
            self._set(response, name, "", 0, hidden=name == SESSION)

    def _read(self, request: HTTPConnection, name: str) -> str:
        return request.cookies.get(self._prefix + name, "")

    def _set(self, response: Response, name: str, value: str, seconds: int | None, *, hidden: bool = True) -> None:
        response.set_cookie(
            self._prefix + name,
            value,
            max_age=seconds,
            path="/",
            httponly=hidden,
            samesite="strict",
            secure=self._secure,
        )


def csrf_of(secret: str) -> str:
    """The token of a session: nobody can make it who has not the secret, and it goes with the secret."""
    return hmac.new(secret.encode(), b"csrf", "sha256").hexdigest()


def shows_token(request: HTTPConnection, secret: str) -> bool:
    """Whether a change comes from a page of ours, which alone can read the token."""
    return compare_digest(request.headers.get(CSRF, "").encode(), csrf_of(secret).encode())
