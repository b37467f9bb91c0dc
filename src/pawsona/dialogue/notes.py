"""Notes: written or pasted by the person, indexed at once, talked about, found again, forgotten."""

from dataclasses import dataclass

from pawsona.dialogue.hearing import visible
from pawsona.domain.ids import Bond, NoteId, new_id
from pawsona.domain.language import Language
from pawsona.domain.note import LONGEST_TITLE, Note, first_words
from pawsona.domain.ports import Clock, Embedder, Entry, Rng, Store
from pawsona.errors import InputError, NotFoundError
from pawsona.skills import IPET, Mind
from pawsona.skills.context import Context
from pawsona.skills.note import NOTE_EXTRACT, Extract, ExtractInput

LONGEST = 20_000
"""Characters of a note; more is a document."""
EMPTY: dict[Language, str] = {
    "en": "The note is empty. Write or paste something first.",
    "zh": "这条笔记还是空的，先写点或者贴点内容吧。",
}
TOO_LONG: dict[Language, str] = {
    "en": "The note is {more} characters too long. Add it as a document instead.",
    "zh": "这条笔记超了 {more} 个字，放到文档里更合适。",
}


@dataclass
class Notes:
    """The person's notes."""

    store: Store
    mind: Mind
    embedder: Embedder
    clock: Clock
    rng: Rng

    async def write(self, bond: Bond, title: str, text: str) -> Note:
        """Keep a note; it becomes the note at hand.

        Raises:
            InputError: no text, or too much of it.
        """
        clean, name = visible(text), " ".join(visible(title).split())
        if not clean:
            raise InputError(EMPTY[await spoken(self.store, bond)])
        if len(clean) > LONGEST:
            raise InputError(TOO_LONG[await spoken(self.store, bond)].format(more=len(clean) - LONGEST))
        now = self.clock.now()
        name = name[:LONGEST_TITLE] or first_words(clean)
        note = Note(id=NoteId(new_id(now, self.rng.token())), bond=bond, title=name, text=clean, at=now)
        [vector] = await self.embedder.embed([f"{name}\n{clean}"[:2000]])
        async with self.store.transaction():
            await self.store.notes.add_note(note)
            await self.store.index.put(bond, [Entry("note", note.id, f"{name}\n{clean}", vector)], self.embedder.name)
            await self.store.talk.set_mark(bond, "note.opened", now)
        return note

    async def extract(self, context: Context, note: Note, points: tuple[str, ...] = ()) -> Extract:
        """The values that a note gives for some points (or for whatever is there)."""
        return await self.mind.perform(NOTE_EXTRACT, ExtractInput(context=context, text=note.text, points=points), IPET)

    async def delete(self, bond: Bond, note: NoteId) -> None:
        """Forget a note, row and index.

        Raises:
            NotFoundError: it isn't there.
        """
        async with self.store.transaction():
            await self.store.index.drop(bond, "note", [note])
            if not await self.store.notes.delete_note(bond, note):
                raise NotFoundError(f"there is no note {note!r}")


async def spoken(store: Store, bond: Bond) -> Language:
    """The language of a bond's person."""
    person = await store.people.person(bond.person)
    return person.language if person else "en"
