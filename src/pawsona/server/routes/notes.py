"""Notes and documents."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi import Path as PathParameter

from pawsona.care.crisis import needs_protocol
from pawsona.dialogue.documents import LARGEST
from pawsona.dialogue.hearing import read
from pawsona.domain.ids import DocumentId, NoteId
from pawsona.domain.note import Document, Note, first_words
from pawsona.errors import InputError
from pawsona.server import forms, wire
from pawsona.server import help as help_lines
from pawsona.server.access import CompanionDep, needs

router = APIRouter(prefix="/pets/{pet}", tags=["notes"], dependencies=[Depends(needs("memories"))])


@router.get("/notes")
async def notes(companion: CompanionDep) -> list[wire.NoteWire]:
    """All notes, the newest first."""
    return [_note(note) for note in sorted(await companion.notes(), key=lambda n: n.at, reverse=True)]


@router.post("/notes", status_code=201)
async def write(new: forms.NewNote, companion: CompanionDep) -> wire.NoteWire:
    """Write or paste a note; the next talk can be about it. One that tells of danger is kept, with help beside it."""
    kept = _note(await companion.write_note(new.title, new.text))
    if not needs_protocol(await read((), f"{new.title}\n{new.text}", companion.home.care.reader)):
        return kept
    return kept.model_copy(update={"help": help_lines.of_companion(companion)})


@router.post("/notes/{note}/extract")
async def extract(note: str, wanted: forms.ExtractRequest, companion: CompanionDep) -> dict[str, list[str]]:
    """What a note says on some points, or whatever is there."""
    found = await companion.extract(NoteId(note), wanted.points)
    return {point: list(values) for point, values in found.items()}


@router.delete("/notes/{note}", status_code=204)
async def delete_note(note: str, companion: CompanionDep) -> None:
    """Forget a note."""
    await companion.delete_note(NoteId(note))


@router.get("/documents")
async def documents(companion: CompanionDep) -> list[wire.DocumentWire]:
    """What the pet was given to know."""
    return [_document(document) for document in await companion.documents()]


@router.put("/documents/{name}", status_code=201)
async def add_document(
    name: Annotated[str, PathParameter(max_length=200)], request: Request, companion: CompanionDep
) -> wire.DocumentWire:
    """Give it a txt, md or pdf file: the body is the file. One of the same name is replaced."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST:
            raise InputError(f"{name!r} is larger than {LARGEST // 2**20} MB. Split it into parts.")
    return _document(await companion.add_document(name, bytes(content)))


@router.delete("/documents/{document}", status_code=204)
async def delete_document(document: str, companion: CompanionDep) -> None:
    """Forget a document."""
    await companion.delete_document(DocumentId(document))


def _note(note: Note) -> wire.NoteWire:
    titled = note.title != first_words(note.text)
    return wire.NoteWire(id=note.id, title=note.title, titled=titled, text=note.text, at=note.at)


def _document(document: Document) -> wire.DocumentWire:
    return wire.DocumentWire(id=document.id, name=document.name, passages=document.passages, at=document.at)
