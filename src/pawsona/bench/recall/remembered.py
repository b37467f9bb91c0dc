"""An embedder that never embeds a text twice: every arm asks about the same turns and questions."""

from collections.abc import Sequence

from pawsona.domain.ports import Embedder, Vector

AT_ONCE = 256


class Remembered:
    """Keeps the vectors of all texts it has met, for as long as a run takes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vector] = {}

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def languages(self) -> frozenset[str]:
        return self._embedder.languages

    @property
    def understands(self) -> frozenset[str]:
        return self._embedder.understands

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        made: dict[str, Vector] = {}
        for at in range(0, len(new), AT_ONCE):
            part = new[at : at + AT_ONCE]
            made |= zip(part, await self._embedder.embed(part), strict=True)
        # A vector that a server could not make is asked for again.
        self._known |= {text: vector for text, vector in made.items() if vector}
        return [self._known[text] if text in self._known else made[text] for text in texts]
