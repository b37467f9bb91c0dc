"""What reads files and texts of strangers: any bytes are either read, or refused with `InputError`.

`tests/fuzz/test_targets.py` tries broken specimens; `scripts/fuzz_readers.py` lets coverage guide it, for as long as one likes.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from pawsona.app.cards.document import written
from pawsona.app.cards.export import carried
from pawsona.app.cards.file import read_card
from pawsona.app.cards.lorebook import lore
from pawsona.app.cards.persona import persona_of
from pawsona.bench.core.answers import matched, read_predictions, read_references
from pawsona.bench.core.records import read_lines
from pawsona.dialogue.documents import passages_of, text_of
from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.language import LANGUAGES
from pawsona.domain.person import Person
from pawsona.domain.pet import SPECIES, Pet
from pawsona.errors import InputError
from pawsona.minds.storybook.notes import extract
from pawsona.skills.context import Context
from pawsona.skills.note import ExtractInput

NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)
LIN, MO = PersonId("lin"), PetId("mo")
PET = Pet(id=MO, person=LIN, name="Mo", species="cat", personality="sunny", seed=7, adopted_at=NOON)
CONTEXTS = tuple(
    Context(pet=PET, person=Person(id=LIN, name="Lin", language=language, time_zone="UTC", created_at=NOON), now=NOON)
    for language in LANGUAGES
)
Target = Callable[[bytes], None]


def card(data: bytes) -> None:
    """A character card, as adopting one reads it; what was read is written again and read the same."""
    for language in LANGUAGES:
        file = read_card(data, language)
        fields = file.document.fields
        persona_of(fields, called=None, user="Lin", language=language, known=SPECIES)
        passages_of(lore(fields.character_book, "Sera", "Lin"))
    text = written(file.document.root)
    assert read_card(text.encode()).document.root == file.document.root
    if file.image is not None:
        assert read_card(carried(text, file.image)).document.root == file.document.root


def document(data: bytes) -> None:
    """A file that the pet should know; its first byte chooses the kind."""
    for ending in ((".txt", ".md", ".pdf")[data[0] % 3],) if data else ():
        for language in LANGUAGES:
            passages = passages_of(text_of(f"a{ending}", data[1:], language))
            assert all(passage.strip() for passage in passages)


def note(data: bytes) -> None:
    """A note, and points that are looked for in it; every value stands in the note."""
    text = data.decode("utf-8", "replace")
    points = tuple(point for point in text.split("\n")[:2] if point.strip())
    for context in CONTEXTS:
        for asked in ((), points):
            found = extract(ExtractInput(context=context, text=text, points=asked))
            assert all(value in text for values in found.values.values() for value in values)


def predictions(data: bytes) -> None:
    """A file of predictions, scored against one of references."""
    with NamedTemporaryFile(suffix=".jsonl") as file:
        path = Path(file.name)
        path.write_bytes(data)
        try:
            references = read_references(path)
        except InputError:
            references = []
        matched(read_predictions(path), references, partial=True)
        list(read_lines(path))


TARGETS: Mapping[str, Target] = {"card": card, "document": document, "note": note, "predictions": predictions}


def tried(target: Target, data: bytes) -> bool:
    """Whether it was read; refused with a sentence is as good."""
    try:
        target(data)
    except InputError as refusal:
        assert str(refusal)
        return False
    return True
