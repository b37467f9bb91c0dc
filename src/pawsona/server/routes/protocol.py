"""The public protocol page: for everybody who asks, without a login and without a script."""

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from pawsona.app.printed import as_html, sheet
from pawsona.app.reports import protocol_of
from pawsona.app.words import LANGUAGE_NAMES
from pawsona.domain.language import LANGUAGES, Language
from pawsona.server.access import HomeDep, SomebodyDep

router = APIRouter(include_in_schema=False)
STYLE = "/care/protocol.css"
_BACK = {"en": "Back to Care", "zh": "回到关怀页"}
_HELP = {"en": "Help lines", "zh": "求助热线"}


@router.api_route("/care/protocol", methods=["GET", "HEAD"])
async def page(home: HomeDep, person: SomebodyDep, language: Language | None = None) -> HTMLResponse:
    """How this home keeps people safe, from the configuration that runs."""
    chosen = language or (person.language if person else home.settings.spoken)
    html = as_html(await protocol_of(home, chosen), stylesheet=STYLE, above=_above(chosen))
    return HTMLResponse(html, headers={"cache-control": "no-cache"})


@router.get(STYLE)
async def style() -> Response:
    """How the page looks, on a screen and on paper."""
    return Response(sheet(), media_type="text/css", headers={"cache-control": "no-cache"})


def _above(chosen: Language) -> str:
    others = [
        f'<a href="/care/protocol?language={other}" lang="{other}" hreflang="{other}">{LANGUAGE_NAMES[other]}</a>'
        for other in LANGUAGES
        if other != chosen
    ]
    here = f'<a href="/care">{_BACK[chosen]}</a><a href="#lines">{_HELP[chosen]}</a>'
    return f'<div class="above">{here}{"".join(others)}</div>'
