"""Notes, and documents as passages."""

from collections.abc import Sequence

from sqlalchemy import and_, delete, insert, select

from pawsona.domain.ids import Bond, DocumentId, NoteId
from pawsona.domain.note import Document, Note, Passage
from pawsona.storage import scope
from pawsona.storage.batches import batches_by_first
from pawsona.storage.connection import Database, Write
from pawsona.storage.entries import drop_entries
from pawsona.storage.rows.note import document_of, document_row, note_of, note_row
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import documents, notes, passages


class SqlNotes:
    """The port `Notes`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_note(self, note: Note) -> None:
        statement = insert(notes).values(note_row(note))
        await self._database.write("notes.add_note", lambda tx: tx.run(statement, of=note.bond))

    async def note(self, bond: Bond, note: NoteId) -> Note | None:
        row = await self._database.first(select(notes).where(scope.owned(notes, bond), notes.c.note_id == note))
        return None if row is None else note_of(row)

    async def notes(self, bond: Bond) -> list[Note]:
        query = select(notes).where(scope.owned(notes, bond)).order_by(notes.c.at, notes.c.note_id)
        return [note_of(row) for row in await self._database.rows(query)]

    async def delete_note(self, bond: Bond, note: NoteId) -> bool:
        def work(tx: Write) -> bool:
            drop_entries(tx, bond, "note", [note])
            return bool(tx.run(delete(notes).where(scope.owned(notes, bond), notes.c.note_id == note)))

        return await self._database.write("notes.delete_note", work)

    async def add_document(self, document: Document, passages_: Sequence[str]) -> None:
        """Passages are numbered from 0, as `enumerate` does."""
        owner = bond_row(document.bond) | {"document_id": document.id}
        pieces = [owner | {"number": number, "text": text} for number, text in enumerate(passages_)]

        def work(tx: Write) -> None:
            tx.run(insert(documents).values(document_row(document)), of=document.bond)
            if pieces:
                tx.run(insert(passages), pieces)

        await self._database.write("notes.add_document", work)

    async def documents(self, bond: Bond) -> list[Document]:
        query = select(documents).where(scope.owned(documents, bond))
        found = await self._database.rows(query.order_by(documents.c.at, documents.c.document_id))
        return [document_of(row) for row in found]

    async def passages(self, bond: Bond, refs: Sequence[str]) -> list[Passage]:
        texts: dict[str, Passage] = {}
        same_document = and_(scope.same_owner(documents, passages), documents.c.document_id == passages.c.document_id)
        keys = [_key(ref) for ref in refs if ref.rpartition(":")[2].isdecimal()]
        for document, numbers in batches_by_first(keys):
            query = select(passages, documents.c.name).join(documents, same_document)
            query = query.where(
                scope.owned(passages, bond), passages.c.document_id == document, passages.c.number.in_(numbers)
            )
            for row in await self._database.rows(query):
                texts[f"{row['document_id']}:{row['number']}"] = Passage(source=row["name"], text=row["text"])
        return [texts[ref] for ref in refs if ref in texts]

    async def delete_document(self, bond: Bond, document: DocumentId) -> bool:
        def work(tx: Write) -> bool:
            numbers = select(passages.c.number).where(scope.owned(passages, bond), passages.c.document_id == document)
            refs = [f"{document}:{row['number']}" for row in tx.rows(numbers)]
            drop_entries(tx, bond, "passage", refs)
            tx.run(delete(passages).where(scope.owned(passages, bond), passages.c.document_id == document))
            gone = delete(documents).where(scope.owned(documents, bond), documents.c.document_id == document)
            return bool(tx.run(gone))

        return await self._database.write("notes.delete_document", work)


def _key(ref: str) -> tuple[str, int]:
    document, _, number = ref.rpartition(":")
    return document, int(number)
