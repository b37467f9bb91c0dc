"""The web app's files under one hash per release in the path: relative imports work, caching is for good."""

import hashlib
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"


def digest(folder: Path = STATIC) -> str:
    """Twelve hex digits over names and contents of all files."""
    state = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        state.update(str(path.relative_to(folder)).encode())
        state.update(path.read_bytes())
    return state.hexdigest()[:12]


class Immutable(StaticFiles):
    """Files that never change under their path."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def index(prefix: str, language: str) -> str:
    """The one HTML page, with the path of its assets and its language put in."""
    text = (STATIC / "index.html").read_text("utf-8")
    return text.replace("{{static}}", prefix).replace("{{lang}}", language)
