"""What calls of models cost, on its way to the store: many at once, because a commit is dearer than most of a call."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from pawsona.domain.call import Call
from pawsona.domain.ids import Bond
from pawsona.domain.ports import Store
from pawsona.errors import ConflictError, PawsonaError

logger = logging.getLogger(__name__)

MOST = 50


@dataclass
class Meter:
    """Holds calls until the next minute, or until somebody asks; a crash may lose these counts, and nothing else."""

    store: Store
    watch: Callable[[Call], None] | None = None
    """Who counts calls; told of each."""
    _waiting: list[Call] = field(default_factory=list)

    async def record(self, call: Call) -> None:
        """Keep what a call cost."""
        self._waiting.append(call)
        if self.watch is not None:
            self.watch(call)
        if len(self._waiting) >= MOST:
            await self.write()

    async def write(self) -> None:
        """Put what waits into the store; there is nothing to raise, for nobody's talk depends on it."""
        calls, self._waiting = self._waiting, []
        if not calls:
            return
        try:
            async with self.store.transaction():
                # Two who write wait in one order.
                in_order = sorted(calls, key=lambda call: (call.bond.person, call.bond.pet))
                for bond, some in groupby(in_order, attrgetter("bond")):
                    await self._add(bond, list(some))
        except PawsonaError as error:
            logger.warning("the cost of %d calls was not kept: %s", len(calls), type(error).__name__)

    async def _add(self, bond: Bond, calls: Sequence[Call]) -> None:
        try:
            await self.store.calls.add(*calls)
        except ConflictError:  # the pet was erased meanwhile, or never adopted
            logger.info("the cost of %d calls of pet %s was not kept: nobody's", len(calls), bond.pet)
