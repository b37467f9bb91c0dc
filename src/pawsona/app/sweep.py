"""After a deletion: nothing of it stays in free pages, in the log of the database, or in this process's caches.

Deleting removes rows at once. What is left then are bytes: free pages, the write-ahead log, vectors and
texts that caches hold. Within a minute they go too.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from pawsona.domain.cloakroom import Cloakroom
from pawsona.domain.ports import Embedder, Store
from pawsona.embed import Lately
from pawsona.errors import StorageError

logger = logging.getLogger(__name__)


@dataclass
class Sweep:
    """Remembers that something was deleted, and cleans up behind it.

    Args:
        caches: what else to empty, each a function without arguments.
    """

    store: Store
    embedder: Embedder
    cloakroom: Cloakroom
    caches: list[Callable[[], None]] = field(default_factory=list)
    due: bool = True
    """At the start too: a process that was killed after a deletion did not get so far."""

    def note(self) -> None:
        """Something was deleted or overwritten."""
        self.due = True

    async def step(self) -> bool:
        """Clean up if there is something to clean up; whether it was done.

        What may yet be undone does not hinder it: that is in memory, and among many there is always somebody's.
        """
        await self.cloakroom.tidy()
        if not self.due:
            return False
        await self.now()
        return True

    async def now(self) -> None:
        """Clean up.

        Raises:
            StorageError: another process is reading the file; it stays due.
        """
        self.due = True
        self.forget()
        await self.store.compact()
        self.due = False

    def forget(self) -> None:
        """Empty the caches of this process."""
        for empty in self.caches:
            empty()
        if isinstance(self.embedder, Lately):
            self.embedder.forget()

    async def last(self) -> None:
        """Clean up before the home closes, as far as that can be done."""
        await self.cloakroom.aclose()
        try:
            await self.step()
        except StorageError as error:
            logger.warning("what was deleted is still in the log of the database: %s", error)
