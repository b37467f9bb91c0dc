"""The web app's files under one hash per release in the path: relative imports work, caching is for good."""

import gzip
import hashlib
import json
import mimetypes
import re
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).parent / "static"
_KINDS = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
"""Those that a system may call otherwise: browsers run no module of another kind."""
_IMPORT = re.compile(r'^(?:import|export)\b[^"\n]*"(\.[^"\n]+)"', re.M)


@cache
def digest(folder: Path = STATIC) -> str:
    """Twelve hex digits over names and contents of all files."""
    state = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        state.update(str(path.relative_to(folder)).encode())
        state.update(path.read_bytes())
    return state.hexdigest()[:12]


class Immutable:
    """ASGI app: files that never change under their path, from memory, packed for browsers that can unpack."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        if name not in self._files:
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        plain, packed = _read(self._files[name])
        fits = packed is not None and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
        if fits:
            headers["content-encoding"] = "gzip"
        content = packed if fits and packed is not None else plain
        await Response(content, media_type=_kind(name), headers=headers)(scope, receive, send)


@cache
def _read(path: Path) -> tuple[bytes, bytes | None]:
    """A file as it is and packed, where that makes it smaller."""
    plain = path.read_bytes()
    packed = gzip.compress(plain, mtime=0)
    return plain, packed if len(packed) < len(plain) else None


def _kind(name: str) -> str:
    return _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


@cache
def index(prefix: str, language: str) -> str:
    """The one HTML page, with the path of its assets and its language put in.

    It names every module that the first page imports, however deep: a browser would find them one level at a time.
    """
    text = (STATIC / "index.html").read_text("utf-8")
    found = [*modules("js/app.js"), *modules(f"words/{language}.js")]
    links = "\n".join(f'<link rel="modulepreload" href="{prefix}/{name}">' for name in dict.fromkeys(found))
    return text.replace("{{modules}}", links).replace("{{static}}", prefix).replace("{{lang}}", language)


@cache
def worker(prefix: str) -> str:
    """The service worker of this release: it keeps every file of the app."""
    names = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
    files = json.dumps([name for name in names if name not in ("index.html", "sw.js", "docs.js")])
    text = (STATIC / "sw.js").read_text("utf-8")
    return text.replace("{{static}}", prefix).replace("{{files}}", files).replace("{{hash}}", digest())


def modules(entry: str) -> list[str]:
    """A module and all that it imports as it loads, each once."""
    found = {entry: None}
    waiting = [entry]
    while waiting:
        path = STATIC / waiting.pop()
        for target in _IMPORT.findall(path.read_text("utf-8")):
            name = (path.parent / target).resolve().relative_to(STATIC.resolve()).as_posix()
            if name not in found:
                found[name] = None
                waiting.append(name)
    return list(found)
