"""Once a night what recall reads of a bond is laid by in one piece, for processes that haven't it in memory."""

from dataclasses import dataclass

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Embedder, Store


@dataclass
class Shelver:
    """Lays sheets by where that saves something."""

    store: Store
    embedder: Embedder
    _width: int = 0

    async def lay_by(self, bond: Bond) -> bool:
        """Whether it was done. Without a vector of the embedder nothing is: another night will do it."""
        name = self.embedder.name
        if not await self.store.index.scattered(bond, name):
            return False
        if not self._width:
            [vector] = await self.embedder.embed(["."])
            self._width = len(vector) // 4
        return bool(self._width) and await self.store.index.lay_by(bond, name, self._width)
