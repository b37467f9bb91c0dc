"""A file server that can cut a download in the middle, forget ranges, refuse, stall, or speak as the Hub does."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class FileServer(ThreadingHTTPServer):
    """Serves one file under every path.

    Its lists are used up, a value a request: after how many bytes to cut the connection, with which status to refuse.
    """

    daemon_threads = True

    def __init__(self, content: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content = content
        self.cuts: list[int] = []
        self.refusals: list[int] = []
        self.ranges = True
        self.stalls = False
        self.asked: list[tuple[str, str]] = []
        """Path and range of each GET."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class Handler(BaseHTTPRequestHandler):
    server: FileServer
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._head(200, len(self.server.content))

    def do_GET(self) -> None:
        wanted = self.headers.get("Range", "")
        self.server.asked.append((self.path, wanted))
        if self.server.refusals:
            return self._head(self.server.refusals.pop(0), 0)
        content, start = self.server.content, int(wanted[6:-1]) if wanted and self.server.ranges else 0
        if start >= len(content):
            return self._head(416, 0)
        self._head(206 if start else 200, len(content) - start, start)
        cut = self.server.cuts.pop(0) if self.server.cuts else None
        self.wfile.write(content[start:][:cut])
        if cut is not None:
            self._break()

    def _break(self) -> None:
        self.wfile.flush()
        if self.server.stalls:
            threading.Event().wait(1)
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _head(self, status: int, length: int, start: int = 0) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        self.send_header("ETag", '"1"')
        self.send_header("X-Repo-Commit", COMMIT)
        if status == 206:
            whole = len(self.server.content)
            self.send_header("Content-Range", f"bytes {start}-{whole - 1}/{whole}")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None: ...


@contextmanager
def serving(content: bytes) -> Iterator[FileServer]:
    server = FileServer(content)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
