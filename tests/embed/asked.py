"""An embedder that knows what it was given."""

from collections.abc import Sequence

from pawsona.domain.ports import Vector
from pawsona.embed import Hashing


class Asked(Hashing):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.texts += texts
        return await super().embed(texts)
