"""Any sentence-transformers model by name or path (extra `embed`: it brings torch)."""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pawsona.domain.ports import Vector
from pawsona.embed.endpoint import unit
from pawsona.errors import SetupError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BATCH = 32


class Transformers:
    """Runs the model in a thread of its own; it is loaded with the first text.

    Args:
        model: a name on the Hugging Face Hub, or a folder.
    """

    languages = understands = frozenset({"en", "zh"})
    near = True
    """It runs in this process: what it is given goes nowhere."""

    def __init__(self, model: str) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return f"st:{self._model}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector per text.

        Raises:
            SetupError: the extra is not installed, or there is no such model.
        """
        return await asyncio.to_thread(self._vectors, list(texts))

    def _vectors(self, texts: list[str]) -> list[Vector]:
        rows = self._loaded.encode(texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
        return [unit(row.tolist()) for row in rows]

    @cached_property
    def _loaded(self) -> "SentenceTransformer":
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise SetupError(
                "The embedder is a sentence-transformers model and these are not installed: "
                "pip install 'pawsona[embed]', or set PAWSONA_EMBEDDER=auto."
            ) from None
        try:
            return SentenceTransformer(self._model)
        except (OSError, ValueError) as error:
            raise SetupError(
                f"The sentence-transformers model {self._model!r} can't be loaded: look at PAWSONA_EMBEDDER."
            ) from error
