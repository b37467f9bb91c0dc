"""Forgotten memories, kept for half a minute outside the database so that a slip can be undone."""

from collections.abc import Iterable
from datetime import timedelta

from pydantic import TypeAdapter

from pawsona.domain.cloakroom import Cloakroom
from pawsona.domain.ids import Bond, MemoryId, PersonId
from pawsona.domain.memory import Memory
from pawsona.errors import NotFoundError

KEPT = timedelta(seconds=30)
"""Longer than the page offers it (20 seconds), so that a press at the last moment still counts."""
_MEMORY = TypeAdapter(Memory)


class Undo:
    """After a restart of the server, forgotten is forgotten: nothing of it lies on disk."""

    def __init__(self, cloakroom: Cloakroom) -> None:
        self._cloakroom = cloakroom

    async def keep(self, memory: Memory) -> None:
        """Let it be taken back for a while."""
        whole = _MEMORY.dump_json(memory).decode()
        await self._cloakroom.put(_shelf(memory.bond.person), _name(memory.bond, memory.id), whole, KEPT)

    async def take(self, bond: Bond, memory: MemoryId) -> Memory:
        """The memory, once.

        Raises:
            NotFoundError: it was never forgotten, or too long ago.
        """
        whole = await self._cloakroom.take(_shelf(bond.person), _name(bond, memory))
        if whole is None:
            raise NotFoundError("That memory is gone: undoing works for half a minute.")
        return _MEMORY.validate_json(whole)

    async def forget(self, persons: Iterable[PersonId]) -> None:
        """Keep nothing of whoever was erased; what others may yet undo stays."""
        for person in persons:
            await self._cloakroom.clear(_shelf(person))


def _shelf(person: PersonId) -> str:
    return f"forgotten by {person}"


def _name(bond: Bond, memory: MemoryId) -> str:
    return f"{bond.pet}/{memory}"
