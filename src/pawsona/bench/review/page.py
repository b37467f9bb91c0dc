"""A page for raters on this machine: each answer in turn, and a table for each rater, kept after every rating."""

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pawsona.bench.review import sheet
from pawsona.bench.review.local import PAGE, local, ours, refused
from pawsona.bench.review.queue import Entry
from pawsona.errors import InputError

_FILES = (PAGE, "page.js", "page.css")
_NAME = re.compile(r"[\w-]{1,40}")
_SAFE = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class Desk:
    """What raters have said so far; their tables are in a folder."""

    def __init__(self, entries: Mapping[str, Entry], folder: Path) -> None:
        self.entries = entries
        self._folder = folder
        self._given: dict[str, dict[str, dict[str, str]]] = {}
        self._writing = asyncio.Lock()

    def given(self, rater: str) -> dict[str, dict[str, str]]:
        """A rater's cells by item and column; what stands in their table already is read."""
        if rater not in self._given:
            path = self._folder / f"{rater}.csv"
            kept = sheet.cells(path, self.entries) if path.exists() else {}
            self._given[rater] = kept
        return self._given[rater]

    async def rate(self, rater: str, item: str, cells: Mapping[str, str]) -> None:
        """Keep one rating; it is in the table when this returns.

        Raises:
            InputError: it is of no answer here, or outside its scale.
        """
        entry = self.entries.get(item)
        if entry is None:
            raise InputError("There is no such answer in this queue.")
        kept = {}
        for name, ends in entry.rubric.scale.items():
            if cell := str(cells.get(name, "")).strip():
                sheet.number(cell, ends, name)
                kept[name] = cell
        kept[sheet.NOTE] = str(cells.get(sheet.NOTE, ""))[:2000]
        async with self._writing:
            mine = self.given(rater)
            mine[item] = kept
            self._folder.mkdir(parents=True, exist_ok=True)
            path, new = self._folder / f"{rater}.csv", self._folder / f".{rater}.new"
            sheet.write(new, [self.entries[key] for key in mine], mine)
            new.replace(path)


def app(entries: Mapping[str, Entry], folder: Path, hosts: list[str]) -> Starlette:
    """The page over a queue.

    Args:
        entries: what is to be rated.
        folder: where tables are kept, one for each rater.
        hosts: names by which this machine may be called; others are refused, so no web page can reach in.
    """
    desk = Desk(entries, folder)

    async def queue(request: Request) -> Response:
        rater = request.query_params.get("rater", "")
        if not _NAME.fullmatch(rater):
            return refused("A rater's name has letters, digits, - and _ only, at most 40.")
        return JSONResponse({"rows": [_row(entry) for entry in entries.values()], "given": desk.given(rater)})

    async def rate(request: Request) -> Response:
        if not ours(request):
            return PlainTextResponse("forbidden", 403)
        try:
            given: dict[str, Any] = json.loads(await request.body())
            if not _NAME.fullmatch(str(given["rater"])):
                raise InputError("A rater's name has letters, digits, - and _ only, at most 40.")
            await desk.rate(given["rater"], str(given["item"]), given["ratings"])
        except InputError as error:
            return refused(str(error))
        except (ValueError, KeyError, TypeError, AttributeError):
            return refused("This is no rating.")
        return JSONResponse({"rated": len(desk.given(given["rater"]))})

    routes = [Route("/queue", queue), Route("/rate", rate, methods=["POST"])]
    return local(__package__, _FILES, _SAFE, hosts, routes)


def _row(entry: Entry) -> dict[str, Any]:
    """What the page shows; nothing says whose answer it is."""
    scale = [
        {
            "name": name,
            "low": low,
            "high": high,
            "label": entry.rubric.labels.get(name, ""),
            "choices": {str(value): text for value, text in entry.rubric.choices.items()},
        }
        for name, (low, high) in entry.rubric.scale.items()
    ]
    return {
        "item": entry.key, "task": sheet.kind(entry), "language": entry.item.language, "asked": sheet.asked(entry),
        "answer": entry.answer, "scale": scale,
    }  # fmt: skip
