"""What was remembered of somebody before they said their name is told with it, once they have."""

import re
from dataclasses import replace

from pawsona.domain.ids import Bond
from pawsona.domain.person import UNNAMED, Person
from pawsona.domain.ports import Entry, Store

_STANDS = {
    "en": re.compile(rf"^((?:[A-Z]\w+ is )?){UNNAMED['en']}(?=(?:'s|:)? (?!of |from |who |and ))"),
    "zh": re.compile(rf"^((?:\d+月\d+日[^，]{{0,4}})?){UNNAMED['zh']}(?![们圈家])"),
}
"""Where the word for who has no name stands for the person: at the beginning, as the subject."""


async def renamed(store: Store, person: Person, bond: Bond, embedder: str) -> int:
    """Put a person's name into memories that have none; called inside a transaction.

    Args:
        store: where they are.
        person: with the name that they said.
        bond: whose memories.
        embedder: whose vectors the index has; they are made anew in the background.

    Returns:
        How many were changed.
    """
    changed = 0
    for memory in await store.memories.all(bond):
        text = _STANDS[person.language].sub(rf"\g<1>{person.name}", memory.text) if memory.origin == "said" else ""
        if text and text != memory.text:
            await store.memories.update(replace(memory, text=text, voice=None))
            await store.index.put(bond, [Entry("memory", memory.id, text, at=memory.created_at)], embedder)
            changed += 1
    return changed
