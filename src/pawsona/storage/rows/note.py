"""Notes, documents and promises as rows."""

from typing import Any

from pawsona.domain.ids import DocumentId, MessageId, NoteId, PromiseId
from pawsona.domain.note import Document, Note
from pawsona.domain.promise import Promise
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row


def note_row(note: Note) -> dict[str, Any]:
    """A note as a row."""
    return bond_row(note.bond) | {"note_id": note.id, "title": note.title, "text": note.text, "at": note.at}


def note_of(row: Row) -> Note:
    """A row as a note."""
    return Note(id=NoteId(row["note_id"]), bond=bond_of(row), title=row["title"], text=row["text"], at=row["at"])


def document_row(document: Document) -> dict[str, Any]:
    """A document as a row."""
    return bond_row(document.bond) | {
        "document_id": document.id,
        "name": document.name,
        "passages": document.passages,
        "at": document.at,
    }


def document_of(row: Row) -> Document:
    """A row as a document."""
    return Document(
        id=DocumentId(row["document_id"]),
        bond=bond_of(row),
        name=row["name"],
        passages=row["passages"],
        at=row["at"],
    )


def promise_row(promise: Promise) -> dict[str, Any]:
    """A promise as a row."""
    return bond_row(promise.bond) | {
        "promise_id": promise.id,
        "text": promise.text,
        "due": promise.due,
        "source": promise.source,
        "made_at": promise.made_at,
        "asked_at": promise.asked_at,
        "closed_at": promise.closed_at,
        "kind": promise.kind,
    }


def promise_of(row: Row) -> Promise:
    """A row as a promise."""
    return Promise(
        id=PromiseId(row["promise_id"]),
        bond=bond_of(row),
        text=row["text"],
        due=row["due"],
        source=MessageId(row["source"]),
        made_at=row["made_at"],
        asked_at=row["asked_at"],
        closed_at=row["closed_at"],
        kind=row["kind"],
    )
