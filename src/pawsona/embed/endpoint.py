"""Vectors from any OpenAI-compatible server, in batches; while it is away, words alone are compared."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from pawsona.domain.ports import Vector
from pawsona.embed.clients import Clients, Where

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

logger = logging.getLogger(__name__)

BATCH = 64
PAUSE_SECONDS = 30.0
"""How long a server that failed is left alone."""
SHORT = 100
"""Characters that every embedding model takes; whoever refuses these refuses something else."""
ABSENT = Vector(b"")
"""The vector that could not be made: it is like nothing, and the index asks for it again later."""


@dataclass
class EndpointEmbedder:
    """Asks one embedding model.

    Args:
        model: its name on the server; also the name of its vector space.
        where: it answers.
    """

    model: str
    where: Where
    languages: frozenset[str] = frozenset({"en", "zh"})
    understands: frozenset[str] = frozenset({"en", "zh"})
    _away_until: float = 0.0

    def __post_init__(self) -> None:
        self._clients = Clients(self.where, retries=1)

    @property
    def name(self) -> str:
        return f"endpoint:{self.model}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector per text; `ABSENT` for all of them where the server does not answer."""
        if monotonic() < self._away_until:
            return [ABSENT] * len(texts)
        try:
            client = await self._clients.now()
            parts = [texts[at : at + BATCH] for at in range(0, len(texts), BATCH)]
            return [vector for part in parts for vector in await self._asked(client, part)]
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, recall goes on by words
            self._away_until = monotonic() + PAUSE_SECONDS
            logger.warning("the embedding model %s can't be asked: %s", self.model, type(error).__name__)
            return [ABSENT] * len(texts)

    async def _asked(self, client: "AsyncOpenAI", texts: Sequence[str]) -> list[Vector]:
        """A batch or a text that is too long is asked for in smaller ones: no text may cost another its vector."""
        import openai

        # Some servers refuse an empty text; a space means as little.
        given = [text if text.strip() else " " for text in texts]
        try:
            answer = await client.embeddings.create(model=self.model, input=given, encoding_format="float")
        except openai.APIStatusError as error:
            parts = _smaller(given)
            if not parts or not _perhaps_long(error):
                raise
            return [vector for part in parts for vector in await self._asked(client, part)]
        rows = sorted(answer.data, key=lambda row: row.index)
        if len(rows) != len(texts):
            raise ValueError(f"{len(texts)} texts were given and {len(rows)} vectors came back")
        return [unit(row.embedding) for row in rows]

    async def aclose(self) -> None:
        await self._clients.aclose()


def _smaller(texts: list[str]) -> list[list[str]]:
    """Both halves of a batch; of one text its beginning, where that can still be what is refused."""
    if len(texts) > 1:
        return [texts[: len(texts) // 2], texts[len(texts) // 2 :]]
    return [[text[: len(text) // 2]] for text in texts if len(text) > SHORT]


def _perhaps_long(error: "APIStatusError") -> bool:
    """llama.cpp says it with a 500."""
    return error.status_code in (400, 413, 422) or "too large" in str(error.body).casefold()


def unit(numbers: Sequence[float]) -> Vector:
    """As the store keeps them: float32, little-endian, of length 1.

    Raises:
        ValueError: it has no direction.
    """
    vector = np.asarray(numbers, dtype=np.float64)
    size = float(np.linalg.norm(vector))
    if not np.isfinite(size) or size == 0.0:
        raise ValueError("a vector without a direction")
    return Vector((vector / size).astype("<f4").tobytes())
