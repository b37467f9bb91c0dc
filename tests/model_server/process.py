"""The server as a process of its own, and the hand that leads it."""

import json
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class ModelServer:
    """A running server. `base_url` ends in /v1."""

    def __init__(self, base_url: str, process: subprocess.Popen[bytes], certificate: Path | None = None) -> None:
        self.base_url = base_url
        self._process = process
        self._trusted = ssl.create_default_context(cafile=certificate) if certificate else None

    @classmethod
    @contextmanager
    def start(
        cls, inside: Sequence[str] = (), host: str = "127.0.0.1", certificate: Path | None = None, **options: Any
    ) -> Iterator["ModelServer"]:
        """Runs until the block ends.

        Args:
            inside: put before the command, to enter another network.
            host: where it listens there.
            certificate: a file with it and its key; then it is asked by https.
            options: fields of `state.Options`: key, models, context, cuts, formats, embeddings, tokenize, always.
        """
        command = [*inside, sys.executable, "-m", "tests.model_server", "--leashed", "--host", host]
        command += ["--options", json.dumps(options)]
        command += ["--certificate", str(certificate)] if certificate else []
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                address = process.stdout.readline().decode().strip()
                assert address, "the model server did not start: see its output above"
                server = cls(address, process, certificate)
                server.requests()  # answers, so it is ready
                yield server
            finally:
                process.stdin.close()
                process.wait(60)

    def script(self, *behaviours: dict[str, Any]) -> None:
        """Queue what the next requests meet, see `behaviour.Behaviour`."""
        self._control("POST", "/control", {"queue": behaviours})

    def always(self, **behaviour: Any) -> None:
        """What requests meet when the queue has nothing for them."""
        self._control("POST", "/control", {"always": behaviour})

    def reset(self) -> None:
        """As if just started."""
        self._control("DELETE", "/control")

    def requests(self, path: str = "") -> list[dict[str, Any]]:
        """What was asked: path, authorization, body, status, tokens sent, outcome (open, answered, left, cut)."""
        found: list[dict[str, Any]] = self._control("GET", "/control/requests")
        return [each for each in found if each["path"].endswith(path)]

    def kill(self) -> None:
        """Gone from one moment to the next: connections break, the port is closed."""
        self._process.kill()
        self._process.wait(60)

    def _control(self, method: str, path: str, given: object = None) -> Any:
        content = None if given is None else json.dumps(given).encode()
        request = urllib.request.Request(self.base_url.removesuffix("/v1") + path, content, method=method)
        with urllib.request.urlopen(request, timeout=60, context=self._trusted) as answer:
            return json.loads(answer.read())
