"""A page by which people judge on their own machine: files of a package, and no other web page reaches in."""

from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

PAGE = "page.html"
_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


def local(
    package: str, names: Collection[str], headers: Mapping[str, str], hosts: Sequence[str], routes: Sequence[Route]
) -> Starlette:
    """The page at /, what it loads beside it, and what it asks.

    Args:
        package: in whose folder `content` the files are.
        names: the files that are served.
        headers: of each file.
        hosts: names by which this machine may be called; others are refused, so no web page can reach in.
        routes: what the page asks.
    """

    async def static(request: Request) -> Response:
        name = request.path_params.get("name", PAGE)
        if name not in names:
            return PlainTextResponse("not found", 404)
        text = (files(package) / "content" / name).read_text("utf-8")
        return Response(text, media_type=_TYPES[name.rpartition(".")[2]], headers=headers)

    return Starlette(
        routes=[*routes, Route("/", static), Route("/{name}", static)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)],
    )


def ours(request: Request) -> bool:
    """Whether a request that changes something comes from the page itself."""
    origin = request.headers.get("origin", "")
    return origin == f"{request.url.scheme}://{request.headers.get('host', '')}"


def refused(sentence: str, code: int = 422) -> Response:
    """What the page shows the person."""
    return JSONResponse({"error": sentence}, code)
