"""The vectors of the last few texts: one turn asks for the same text's vector three times (index, recall, search)."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from pawsona.domain.ports import Embedder, Vector
from pawsona.embed.endpoint import EndpointEmbedder

KEPT = 128
"""Texts: 64 turns may run at once, and one asks for two, where it names a day."""
LONGEST = 4000
"""Characters, as many as a message may have: longer texts are asked for once, when they are indexed."""


class Lately:
    """An embedder that remembers, in this process only, the last `KEPT` texts.

    A text that is being embedded is waited for, not embedded again.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: OrderedDict[str, asyncio.Future[Vector]] = OrderedDict()

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def languages(self) -> frozenset[str]:
        return self._embedder.languages

    @property
    def understands(self) -> frozenset[str]:
        return self._embedder.understands

    @property
    def near(self) -> bool:
        """Whether the embedder says that it runs in this process; one that says nothing may send texts elsewhere."""
        return bool(getattr(self._embedder, "near", False))

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if len(texts) != 1 or len(texts[0]) > LONGEST:
            return await self._embedder.embed(texts)
        [text] = texts
        found = self._known.get(text)
        if found is None or found.get_loop() is not asyncio.get_running_loop():
            found = asyncio.ensure_future(self._one(text))
            self._known[text] = found
        self._known.move_to_end(text)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        try:
            vector = await asyncio.shield(found)
        except Exception:
            self._known.pop(text, None)
            raise
        if not vector:  # a server was away; it may be back when the text is asked for again
            self._known.pop(text, None)
        return [vector]

    async def warm(self) -> None:
        """Open a model of this process, so that the first message needn't wait for it; a server is not woken."""
        if self.near:
            await self.embed(["."])

    def forget(self) -> None:
        """Remember no text any more."""
        self._known.clear()

    async def aclose(self) -> None:
        """Let go of a server's connections."""
        if isinstance(self._embedder, EndpointEmbedder):
            await self._embedder.aclose()

    async def _one(self, text: str) -> Vector:
        [vector] = await self._embedder.embed([text])
        return vector
