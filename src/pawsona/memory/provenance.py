"""Why do you know this? The messages that a memory was made from."""

from collections.abc import Mapping
from dataclasses import dataclass

from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.domain.ports import Store
from pawsona.errors import NotFoundError

_GONE: Mapping[Language, str] = {
    "en": "This memory is gone: it was deleted, or a newer one took its place.",
    "zh": "这条记忆已经不在了：要么删掉了，要么有了更新的。",
}


async def existing(store: Store, bond: Bond, memory: MemoryId) -> Memory:
    """The memory of that id.

    Raises:
        NotFoundError: this bond has none.
    """
    found = await store.memories.get(bond, memory)
    if found is None:
        person = await store.people.person(bond.person)
        raise NotFoundError(_GONE[person.language if person else "en"])
    return found


@dataclass
class Provenance:
    """Answers for memories."""

    store: Store

    async def why(self, bond: Bond, memory: MemoryId) -> list[Message]:
        """The messages it came from, oldest first; empty where the person deleted them.

        Raises:
            NotFoundError: there is no such memory.
        """
        found = await existing(self.store, bond, memory)
        return sorted(await self.store.talk.messages(bond, found.sources), key=lambda message: message.at)
