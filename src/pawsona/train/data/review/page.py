"""The reviewers' page, on this machine only: entry after entry, each decision kept at once, blind to the others."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pawsona.errors import ConflictError, InputError
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Entry
from pawsona.train.data.review.decisions import REASONS, Desk, decision_of, digest, ordered, reviewer

_FILES = ("page.html", "page.js", "words.js", "kept.js", "page.css")
_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
_SAFE = {
    "content-security-policy": "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_BODY = 100_000
_SAID = re.compile(r"«(.*?)»", re.DOTALL)


def app(desk: Desk, hosts: list[str]) -> Starlette:
    """The page over a folder's entries.

    Args:
        desk: entries, and what was decided on them.
        hosts: names by which this machine may be called; others are refused, so no web page can reach in.
    """
    rows = [_row(entry) for entry in ordered(list(desk.entries.values()))]

    async def static(request: Request) -> Response:
        name = request.path_params.get("name", "page.html")
        if name not in _FILES:
            return PlainTextResponse("not found", 404)
        text = (files(__package__) / "content" / name).read_text("utf-8")
        return Response(text, media_type=_TYPES[name.rpartition(".")[2]], headers=_SAFE)

    async def queue(request: Request) -> Response:
        try:
            mine = desk.of(reviewer(request.query_params.get("reviewer", "")))
        except InputError as error:
            return _refused(str(error))
        given = {id_: asdict(one) for id_, one in mine.items()}
        return JSONResponse({"rows": rows, "given": given, "reasons": REASONS}, headers=_SAFE)

    async def decide(request: Request) -> Response:
        if not _ours(request):
            return PlainTextResponse("forbidden", 403)
        try:
            body = await request.body()
            if len(body) > _BODY:
                raise InputError("This is too long to be a decision.")
            given: dict[str, Any] = json.loads(body)
            name = reviewer(str(given["reviewer"]))
            desk.add(name, decision_of(given["decision"], desk.entries))
        except (InputError, ConflictError) as error:
            return _refused(str(error), 409 if isinstance(error, ConflictError) else 422)
        except (ValueError, KeyError, TypeError, AttributeError):
            return _refused("This is no decision.")
        return JSONResponse({"decided": len(desk.of(name))})

    return Starlette(
        routes=[
            Route("/queue", queue),
            Route("/decide", decide, methods=["POST"]),
            Route("/", static),
            Route("/{name}", static),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)],
    )


def _row(entry: Entry) -> Mapping[str, Any]:
    """What the page shows; of what made the answer and of other reviewers it says nothing."""
    *before, answer = entry.messages
    risk = bank(entry.language).safety.get(entry.category.removeprefix("like."))
    return {
        "id": entry.id, "of": digest(entry), "language": entry.language, "skill": entry.skill, "kind": entry.kind,
        "category": entry.category, "about": risk.about if risk else "",
        "should": risk.answer if risk and entry.kind == "safety" else "",
        "said": _last(before[-1].content, entry.skill),
        "talk": [{"role": turn.role, "text": turn.content} for turn in before], "answer": answer.content,
        "real": entry.provenance.get("source") == "talk",
    }  # fmt: skip


def _last(content: str, skill: str) -> str:
    """What the person says last, out of the prompt around it; for other skills the whole is shown below."""
    found = _SAID.findall(content)
    return found[-1] if found and skill.startswith(("chat.", "note.chat", "note.retrieve")) else ""


def _ours(request: Request) -> bool:
    """Whether a request that changes something comes from the page itself."""
    origin = request.headers.get("origin", "")
    return origin == f"{request.url.scheme}://{request.headers.get('host', '')}"


def _refused(sentence: str, code: int = 422) -> Response:
    return JSONResponse({"error": sentence}, code)
