"""For whoever runs the server: counts, health, cost, nights, care and experiments. Nobody's talk, name or id."""

from html import escape
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from pawsona.app.operating import as_csv, plain
from pawsona.app.overview import overview_of, overview_page
from pawsona.app.printed import as_html
from pawsona.app.told import page_of, told
from pawsona.domain.document import Document
from pawsona.domain.language import Language
from pawsona.errors import NotFoundError
from pawsona.lab.words import Words
from pawsona.server.access import HomeDep, SeenDep, SomebodyDep, guessed_language, operator
from pawsona.server.routes.protocol import STYLE

router = APIRouter(prefix="/operate", tags=["operate"], dependencies=[Depends(operator)])
pages = APIRouter(include_in_schema=False, dependencies=[Depends(operator)])
_FRESH = {"cache-control": "no-store"}


async def _whole(name: str, tenant: SeenDep) -> None:
    """Experiments are the whole server's: who sees a part of it sees none.

    Raises:
        NotFoundError: for a tenant's operator there is none.
    """
    if tenant is not None:
        raise NotFoundError(f"There is no experiment {name[:100]!r} here.")


_EXPERIMENT = [Depends(_whole)]


async def _words(request: Request, home: HomeDep, somebody: SomebodyDep, language: Language | None = None) -> Words:
    """In the language that is asked for; else at home in its person's, and for an operator in their browser's."""
    own = somebody.language if somebody and home.settings.auth == "home" else guessed_language(home, request)
    return Words(language or own)


WordsDep = Annotated[Words, Depends(_words)]


@router.get("")
async def figures(home: HomeDep, tenant: SeenDep) -> dict[str, Any]:
    """Every figure of the operator's page: table, row, column. Null: hidden, one to nine persons are behind it."""
    return plain((await overview_of(home, tenant)).figures())


@router.get("/experiments/{name}", dependencies=_EXPERIMENT)
async def experiment(name: str, home: HomeDep) -> dict[str, Any]:
    """What an experiment says so far: metric, arm, figure. Null, or left out: it would point to one of few."""
    return plain((await told(home, name)).figures())


@pages.get("/operate")
async def page(home: HomeDep, tenant: SeenDep, words: WordsDep, file: bool = False) -> HTMLResponse:
    """The page, or the same as a file that stands for itself."""
    seen = await overview_of(home, tenant)
    found = overview_page(seen, words)
    if file:
        return as_file(found, "operate.html")
    names = [escape(trial.name) for trial, _ in seen.trials]
    links = "".join(f'<a href="/operate/experiments/{name}">{name}</a>' for name in names)
    more = f'<div class="above"><span>{words("trials.read")}</span>{links}</div>' if names else ""
    return shown(found, words, "/operate", "/operate.csv", more=more)


@pages.get("/operate.csv")
async def table(home: HomeDep, tenant: SeenDep) -> Response:
    """All figures of the page."""
    return as_table(as_csv((await overview_of(home, tenant)).figures()), "operate.csv")


@pages.get("/operate/experiments/{name}.csv", dependencies=_EXPERIMENT)
async def report_table(name: str, home: HomeDep) -> Response:
    """All figures of an experiment."""
    return as_table(as_csv((await told(home, name)).figures()), f"{name}.csv")


@pages.get("/operate/experiments/{name}", dependencies=_EXPERIMENT)
async def report(name: str, home: HomeDep, words: WordsDep, file: bool = False) -> HTMLResponse:
    """The page of an experiment."""
    found, here = await page_of(home, name, words), f"/operate/experiments/{name}"
    return as_file(found, f"{name}.html") if file else shown(found, words, here, f"{here}.csv", "/operate")


def shown(found: Document, words: Words, here: str, csv: str, back: str = "/", more: str = "") -> HTMLResponse:
    """A page with its links: where it came from, the other language, and the figures."""
    other: Language = "zh" if words.language == "en" else "en"
    links = (
        f'<a href="{back}">{words("operate.home" if back == "/" else "operate.back")}</a>'
        f'<a href="{here}?language={other}" lang="{other}" hreflang="{other}">{words("operate.other")}</a>'
        f'<a href="{csv}">{words("operate.csv")}</a>'
        f'<a href="{here}?language={words.language}&amp;file=true">{words("operate.file")}</a>'
    )
    return HTMLResponse(
        as_html(found, stylesheet=STYLE, above=f'<div class="above">{links}</div>{more}'), headers=_FRESH
    )


def as_file(found: Document, name: str) -> HTMLResponse:
    """A page to keep, with its style inside."""
    return HTMLResponse(as_html(found), headers=_FRESH | {"content-disposition": f'attachment; filename="{name}"'})


def as_table(text: str, name: str) -> Response:
    """A table for a spreadsheet."""
    headers = _FRESH | {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
