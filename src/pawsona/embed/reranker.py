"""Models that read a question and a text together: slower than comparing vectors, and better at the last choice."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any

from pawsona.embed.clients import Clients, Where
from pawsona.embed.endpoint import PAUSE_SECONDS
from pawsona.errors import SetupError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

logger = logging.getLogger(__name__)


@dataclass
class EndpointReranker:
    """Asks `/rerank`, as vLLM, llama.cpp, Jina and Cohere answer it.

    Args:
        model: its name on the server.
        where: it answers.
    """

    model: str
    where: Where
    _away_until: float = 0.0

    def __post_init__(self) -> None:
        self._clients = Clients(self.where, retries=0)

    async def scores(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """How well each text answers; None where the server does not say."""
        if monotonic() < self._away_until or not texts:
            return None
        try:
            return await self._asked(query, texts)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, recall goes on with the order it has
            self._away_until = monotonic() + PAUSE_SECONDS
            logger.warning("the reranker %s can't be asked: %s", self.model, type(error).__name__)
            return None

    async def _asked(self, query: str, texts: Sequence[str]) -> list[float]:
        client = await self._clients.now()
        body = {"model": self.model, "query": query, "documents": list(texts), "top_n": len(texts)}
        answer: Any = await client.post("/rerank", body=body, cast_to=object)
        found = {int(row["index"]): float(row["relevance_score"]) for row in answer["results"]}
        return [found[place] for place in range(len(texts))]

    async def aclose(self) -> None:
        """Let go of connections."""
        await self._clients.aclose()


class Crossed:
    """Any cross-encoder of sentence-transformers (extra `embed`: it brings torch), loaded with the first question.

    Args:
        model: a name on the Hugging Face Hub, or a folder.
    """

    near = True
    """It runs in this process: what it is given goes nowhere."""

    def __init__(self, model: str) -> None:
        self._model = model

    async def scores(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """How well each text answers.

        Raises:
            SetupError: the extra is not installed, or there is no such model.
        """
        return await asyncio.to_thread(self._scores, query, list(texts)) if texts else None

    def _scores(self, query: str, texts: list[str]) -> list[float]:
        found = self._loaded.predict([(query, text) for text in texts], show_progress_bar=False)
        return [float(score) for score in found]

    @cached_property
    def _loaded(self) -> "CrossEncoder":
        try:
            from sentence_transformers import CrossEncoder
        except ImportError:
            raise SetupError(
                "The reranker is a cross-encoder and sentence-transformers is not installed: "
                "pip install 'pawsona[embed]', or leave PAWSONA_RERANKER empty."
            ) from None
        try:
            return CrossEncoder(self._model)
        except (OSError, ValueError) as error:
            raise SetupError(f"The reranker {self._model!r} can't be loaded: look at PAWSONA_RERANKER.") from error
