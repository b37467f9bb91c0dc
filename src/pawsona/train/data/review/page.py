"""The reviewers' page, on this machine only: entry after entry, each decision kept at once, blind to the others."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pawsona.bench.review.local import PAGE, local, ours, refused
from pawsona.errors import ConflictError, InputError
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Entry
from pawsona.train.data.review.decisions import REASONS, Desk, decision_of, digest, ordered, reviewer

_FILES = (PAGE, "page.js", "words.js", "kept.js", "page.css")
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

    async def queue(request: Request) -> Response:
        try:
            mine = desk.of(reviewer(request.query_params.get("reviewer", "")))
        except InputError as error:
            return refused(str(error))
        given = {id_: asdict(one) for id_, one in mine.items()}
        return JSONResponse({"rows": rows, "given": given, "reasons": REASONS}, headers=_SAFE)

    async def decide(request: Request) -> Response:
        if not ours(request):
            return PlainTextResponse("forbidden", 403)
        try:
            body = await request.body()
            if len(body) > _BODY:
                raise InputError("This is too long to be a decision.")
            given: dict[str, Any] = json.loads(body)
            name = reviewer(str(given["reviewer"]))
            desk.add(name, decision_of(given["decision"], desk.entries))
        except (InputError, ConflictError) as error:
            return refused(str(error), 409 if isinstance(error, ConflictError) else 422)
        except (ValueError, KeyError, TypeError, AttributeError):
            return refused("This is no decision.")
        return JSONResponse({"decided": len(desk.of(name))})

    routes = [Route("/queue", queue), Route("/decide", decide, methods=["POST"])]
    return local(__package__, _FILES, _SAFE, hosts, routes)


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
