"""Once a night what recall reads of a bond is laid by in one piece, for processes that haven't it in memory."""

import logging
from dataclasses import dataclass

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Embedder, Store
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)


@dataclass
class Shelver:
    """Lays sheets by where that saves something."""

    store: Store
    embedder: Embedder

    async def lay_by(self, bond: Bond) -> bool:
        """Whether it was done. What goes wrong is left to another night, and stands in nobody's way."""
        index, name = self.store.index, self.embedder.name
        try:
            return await index.scattered(bond, name) and await index.lay_by(bond, name)
        except PawsonaError as error:
            logger.warning("the sheet of pet %s was not laid by: %s", bond.pet, type(error).__name__)
            return False
