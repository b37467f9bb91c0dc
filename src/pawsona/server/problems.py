"""Errors as problem documents (RFC 9457): `detail` is the one sentence to show."""

import logging
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pawsona.app.blunder import place
from pawsona.errors import (
    BusyError,
    ChangedError,
    ConflictError,
    DiskFullError,
    ForbiddenError,
    InputError,
    MindBusyError,
    MindError,
    NotFoundError,
    PawsonaError,
    SetupError,
    StoppedError,
    StorageError,
    StoreBusyError,
    TooOftenError,
    UnknownError,
)

logger = logging.getLogger(__name__)

SOON = 3
"""Seconds after which to come back to what is busy or begins anew; it can't tell for how long it will be."""
_STATUS: tuple[tuple[type[PawsonaError], int, str], ...] = (
    (NotFoundError, 404, "Not found"),
    (InputError, 422, "This can't be used"),
    (UnknownError, 401, "Sign in first"),
    (ForbiddenError, 403, "This is not yours to do"),
    (TooOftenError, 429, "Too often"),
    (BusyError, 503, "Too much is going on"),
    (StoppedError, 503, "This was stopped"),
    (ChangedError, 412, "This was changed elsewhere"),
    (ConflictError, 409, "This clashes with what is stored"),
    (DiskFullError, 507, "The disk is full"),
    (StorageError, 503, "The database can't be used"),
    (SetupError, 503, "Something on this computer must change first"),
    (MindError, 503, "The mind is not available"),
    (PawsonaError, 500, "Something went wrong"),
)


def problem(status: int, title: str, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """A problem document."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(body, status_code=status, headers=headers, media_type="application/problem+json")


def of_error(error: PawsonaError) -> Response:
    """The problem document of one of our errors."""
    status, title = status_of(error)
    return problem(status, title, str(error), headers_of(error))


def headers_of(error: PawsonaError) -> dict[str, str]:
    """What a client is told beside it: how to show who one is, when to come back."""
    if isinstance(error, UnknownError):
        return {"www-authenticate": 'Bearer realm="Pawsona"'}
    if isinstance(error, TooOftenError | BusyError):
        return {"retry-after": str(error.seconds)}
    return {"retry-after": str(SOON)} if isinstance(error, StoreBusyError | MindBusyError | StoppedError) else {}


def status_of(error: PawsonaError) -> tuple[int, str]:
    """The HTTP status and title of one of our errors."""
    return next((status, title) for kind, status, title in _STATUS if isinstance(error, kind))


_NO_OBJECT = "The body should be a JSON object, sent with the header Content-Type: application/json."


async def _pawsona(request: Request, error: Exception) -> Response:
    assert isinstance(error, PawsonaError)
    if isinstance(error, UnknownError) and _opens_a_page(request):
        return RedirectResponse("/sign-in", 303)
    return of_error(error)


def _opens_a_page(request: Request) -> bool:
    """Whether a person waits for a page of ours, and not a program for an answer."""
    asks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return asks and not request.url.path.startswith(("/api", "/v1"))


async def _validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # Only places and reasons: the values are what a person typed.
    if any(e["type"] == "model_attributes_type" and e["loc"] == ("body",) for e in error.errors()):
        return problem(422, "This can't be used", _NO_OBJECT)
    parts = [f"{'.'.join(str(p) for p in e['loc'][1:]) or e['loc'][0]}: {e['msg']}" for e in error.errors()]
    return problem(422, "This can't be used", f"The request does not fit: {'; '.join(parts)}.")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, "The request failed", f"{error.detail}.")


class LastResort:
    """ASGI middleware for errors that nobody foresaw: the log names type and place, never a value."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:
            if scope["type"] != "http":
                raise
            logger.error("unforeseen %s", place(error))
            if not started:
                sentence = "Pawsona stumbled over this request. Nothing stored was lost."
                await problem(500, "Something went wrong", sentence)(scope, receive, send)


def install(app: FastAPI) -> None:
    """Answer every error with a problem document."""
    app.add_exception_handler(PawsonaError, _pawsona)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(LastResort)
