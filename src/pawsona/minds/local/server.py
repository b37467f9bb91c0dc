"""Starts llama.cpp for a model file and stops it again."""

import contextlib
import json
import logging
import secrets
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from pawsona.errors import SetupError
from pawsona.minds.local.catalogue import Pooling
from pawsona.minds.local.extra import extra
from pawsona.minds.local.shelf import Installed

logger = logging.getLogger(__name__)

CONTEXT = 8192
EMBEDDING_CONTEXT = 2048
"""A memory or a turn is far shorter."""
PATIENCE = 300.0
"""Seconds for loading: 9 GB from a slow disk."""


@dataclass(frozen=True)
class LocalServer:
    """A running server that speaks the OpenAI protocol on this machine only. Close it, or it ends with us."""

    base_url: str
    api_key: str = field(repr=False)
    model: str
    context: int
    _process: subprocess.Popen[str] = field(repr=False)

    @property
    def alive(self) -> bool:
        """Whether its process still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """Stop it; answers under way break off. More than once is fine."""
        _stop(self._process)


def serve(pulled: Installed) -> LocalServer:
    """Start a model of the catalogue as its row says; see `start`."""
    model = pulled.model
    return start(pulled.path, embedding=model.purpose == "embedding", name=model.name, pooling=model.pooling)


def start(
    path: Path,
    *,
    embedding: bool = False,
    name: str | None = None,
    pooling: Pooling | None = None,
    context: int = 0,
    patience: float = PATIENCE,
) -> LocalServer:
    """Load a model and serve it on a free port with a new key. Blocks until it can be asked: use a thread.

    Args:
        path: a GGUF file.
        embedding: whether it makes vectors instead of text.
        name: what the server calls it, else the file's name.
        pooling: how an embedding model makes one vector of many, where its file doesn't say.
        context: tokens; 0: 8,192, for embeddings 2,048.
        patience: seconds until loading counts as failed.

    Raises:
        SetupError: the extra `local` or the file is missing, or llama.cpp can't load it.
    """
    extra("xllamacpp")
    _check(path)
    asked = {
        "path": str(path.absolute()),
        "name": name or path.stem,
        "key": secrets.token_urlsafe(32),
        "embedding": embedding,
        "pooling": pooling,
        "context": context or (EMBEDDING_CONTEXT if embedding else CONTEXT),
    }
    process = _spawn()
    address = _told(process, json.dumps(asked), patience)
    if not address:
        _stop(process)
        raise SetupError(
            f"llama.cpp can't load the model {path.name!r}: it needs more memory than is free, or the file is damaged; "
            "close other programs, pull it again, or choose a smaller model."
        )
    logger.info("llama.cpp serves a model, process %d", process.pid)
    return LocalServer(f"{address}/v1", str(asked["key"]), str(asked["name"]), int(str(asked["context"])), process)


def _check(path: Path) -> None:
    try:
        with path.open("rb") as file:
            genuine = file.read(4) == b"GGUF"
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise SetupError(f"The model file {str(path)!r} can't be read ({reason}): pull the model again.") from error
    if not genuine:
        raise SetupError(f"The file {str(path)!r} is no GGUF model: pull the model again.")


def _spawn() -> subprocess.Popen[str]:
    """The key goes in through standard input: a command line can be read by everybody on the machine."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "pawsona.minds.local.serving"],  # -P: nothing from the folder we happen to be in
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _told(process: subprocess.Popen[str], asked: str, patience: float) -> str:
    """The address that it answers with; empty if it ended instead or took too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    impatient = threading.Timer(patience, process.kill)
    impatient.start()
    try:
        process.stdin.write(asked + "\n")
        process.stdin.flush()
        return process.stdout.readline().strip()
    except OSError:  # it ended before it read
        return ""
    finally:
        impatient.cancel()


def _stop(process: subprocess.Popen[str]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):  # it is gone already
                stream.close()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
