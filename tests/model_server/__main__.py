"""Runs the server until it is stopped, or until whoever started it with `--leashed` is gone."""

import argparse
import asyncio
import json
import os
import socket
import sys
import threading
from typing import Any

import uvicorn
from tests.model_server.app import create_app
from tests.model_server.behaviour import behaviour
from tests.model_server.state import Options
from uvicorn.protocols.http.h11_impl import H11Protocol


class Severable(H11Protocol):
    """Lets the application reset a connection, which ASGI has no word for."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        app = self.app

        async def severable(scope: Any, receive: Any, send: Any) -> None:
            await app({**scope, "transport": transport}, receive, send)

        self.app = severable


def options(given: dict[str, Any]) -> Options:
    """From JSON: a field of `Options` each, `always` as a behaviour."""
    lists: dict[str, Any] = {name: tuple(given[name]) for name in ("models", "formats") if name in given}
    return Options(**{**given, **lists, "always": behaviour(given.get("always", {}))})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--options", type=json.loads, default={}, help="a JSON object, see state.Options")
    parser.add_argument("--certificate", help="a file with it and its key: it is asked by https")
    parser.add_argument("--leashed", action="store_true", help="stop when standard input ends")
    given = parser.parse_args()
    if given.leashed:
        threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
    with socket.create_server((given.host, given.port), backlog=512) as listener:
        scheme = "https" if given.certificate else "http"
        print(f"{scheme}://{given.host}:{listener.getsockname()[1]}/v1", flush=True)
        config = uvicorn.Config(
            create_app(options(given.options)),
            http=Severable,
            log_level="critical",
            lifespan="off",
            ssl_certfile=given.certificate,
        )
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
