"""Notes that the person wrote or pasted, and K: documents the person or the operator gave."""

from dataclasses import dataclass
from datetime import datetime

from pawsona.domain.ids import Bond, DocumentId, NoteId
from pawsona.domain.language import is_chinese

LONGEST_TITLE = 120


def first_words(text: str) -> str:
    """The title of a note that was given none."""
    return text.splitlines()[0][:LONGEST_TITLE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note at hand."""

    id: NoteId
    bond: Bond
    title: str
    text: str
    at: datetime

    @property
    def source(self) -> str:
        """What an answer from it names: its title, unless that is only how it begins."""
        if self.title != first_words(self.text):
            return self.title
        return "你的笔记" if is_chinese(self.text) else "your note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document of knowledge, kept as passages."""

    id: DocumentId
    bond: Bond
    name: str
    passages: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a note or a document that a search found."""

    source: str
    """The note's title or the document's file name: what the pet names when it answers from here."""
    text: str
    score: float = 0.0
