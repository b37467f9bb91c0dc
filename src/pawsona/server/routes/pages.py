"""The web app's page and the API's documentation, from files that are installed: no request to any other host."""

import importlib.util
from pathlib import Path

from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from pawsona.server.access import HomeDep, SomebodyDep, guessed_language
from pawsona.server.assets import Immutable, digest, index, worker

DOCS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pawsona API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head><body><div id="docs"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="{static}/docs.js"></script></body></html>
"""
DOCS_POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
"""Swagger UI writes style attributes; nothing else is loosened, and only on its own page."""


def mount(app: FastAPI) -> None:
    """Serve assets, documentation and - for every other path - the one page of the web app."""
    prefix = f"/static/{digest()}"
    app.mount(prefix, Immutable())
    found = importlib.util.find_spec("fastapi_swagger")
    assert found is not None and found.origin is not None  # a core dependency
    assets = StaticFiles(directory=Path(found.origin).parent / "resources")
    app.mount("/api/docs/assets", assets)
    app.include_router(_router(prefix))


def _router(prefix: str) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/api/docs")
    async def docs() -> HTMLResponse:
        return HTMLResponse(DOCS.format(static=prefix), headers={"content-security-policy": DOCS_POLICY})

    @router.get("/sw.js")
    async def service_worker() -> Response:
        return Response(worker(prefix), media_type="text/javascript", headers={"cache-control": "no-cache"})

    @router.get("/favicon.ico")
    async def icon() -> HTMLResponse:
        return HTMLResponse(status_code=204)

    @router.api_route("/", methods=["GET", "HEAD"])
    @router.api_route("/{page:path}", methods=["GET", "HEAD"])
    async def page(home: HomeDep, person: SomebodyDep, request: Request, page: str = "") -> HTMLResponse:
        if page.split("/")[0] in {"api", "v1", "static"}:
            raise HTTPException(404, "There is nothing at this address")
        language = person.language if person else guessed_language(home, request)
        return HTMLResponse(index(prefix, language), headers={"cache-control": "no-cache"})

    return router
