"""A town for tests of isolation: thousands of persons whose rows differ in nothing but their secrets.

Everybody has the same name, the same words, pets with the same ids; half of them have the same ids of messages,
memories and notes, too. The secrets differ, and a secret says whose it is: what comes out of a bond is judged on sight.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from tests.dialogue.conftest import NOON

from pawsona.domain.ids import Bond, DocumentId, MemoryId, MessageId, NoteId, PersonId, PetId, PromiseId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.note import Document, Note
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Entry, Kind
from pawsona.domain.promise import Promise
from pawsona.embed import Hashing
from pawsona.storage import open_store
from pawsona.storage.connection import Write
from pawsona.storage.entries import put_entries
from pawsona.storage.rows.memory import memory_row
from pawsona.storage.rows.note import document_row, note_row, promise_row
from pawsona.storage.rows.people import bond_row, fact_row, person_row, pet_row
from pawsona.storage.rows.talk import message_row, session_row
from pawsona.storage.schema import (
    documents,
    facts,
    memories,
    messages,
    notes,
    passages,
    persons,
    pets,
    promises,
    sessions,
)

PERSONS = 2000
PETS = (PetId("mo"), PetId("bo"))
KINDS: tuple[Kind, ...] = ("memory", "turn", "note", "passage")
EACH = 5
"""Secrets of a bond: in its memory, in its turn, in its fact, in its note, in what it is told later."""
EMBEDDER = Hashing(width=64)
_EN = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
_ZH = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥金木土"
_SECRET = re.compile(rf"qy((?:{'|'.join(_EN)}){{3}})|钚([{_ZH}]{{4}})", re.IGNORECASE)
TELLS: dict[Language, tuple[str, ...]] = {
    "en": ("My sister is called {0}.", "I love {1}.", "{2} is where I was born.", "{3}: call them when the boiler hums."),
    "zh": ("我妹妹叫{0}。", "我喜欢吃{1}。", "我出生在{2}。", "{3}：锅炉响了就打电话。"),
}  # fmt: skip
ASKS: dict[Language, tuple[str, ...]] = {
    "en": ("What is my sister called?", "What do I love?", "Where was I born?", "Who do I call about the boiler?"),
    "zh": ("我妹妹叫什么？", "我喜欢吃什么？", "我出生在哪里？", "锅炉响了找谁？"),
}


def language_of(person: int) -> Language:
    """Every other person speaks Chinese."""
    return "zh" if person % 2 else "en"


def pets_of(person: int) -> int:
    """A quarter of them have two pets."""
    return 2 if person % 8 in (0, 7) else 1


def bond_of(person: int, pet: int = 0) -> Bond:
    return Bond(PersonId(f"p{person:05}"), PETS[pet])


def secret(person: int, pet: int, which: int) -> str:
    """A word that exists nowhere else, in the person's language."""
    number = (person * len(PETS) + pet) * EACH + which
    digits, base = [], len(_ZH) if language_of(person) == "zh" else len(_EN)
    for _ in range(4 if language_of(person) == "zh" else 3):
        number, digit = divmod(number, base)
        digits.append(digit)
    if language_of(person) == "zh":
        return "钚" + "".join(_ZH[digit] for digit in digits)
    return "Qy" + "".join(_EN[digit] for digit in digits)


def whose(text: str) -> Iterator[tuple[int, int]]:
    """The bonds (person, pet) whose secrets stand in a text."""
    for match in _SECRET.finditer(text):
        if match[2] is not None:
            digits, base = [_ZH.index(sign) for sign in match[2]], len(_ZH)
        else:
            plain = match[1].lower()
            digits, base = [_EN.index(plain[n : n + 2]) for n in (0, 2, 4)], len(_EN)
        number = sum(digit * base**place for place, digit in enumerate(digits))
        yield divmod(number // EACH, len(PETS))


class Ear(logging.Handler):
    """Hears every line of every log; what a person said has no place in any."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


async def build(path: Path, count: int) -> None:
    """Write a town of so many persons into a new database."""
    store: Any = await open_store(path)
    people = [(person, pet) for person in range(count) for pet in range(pets_of(person))]
    rows = [_life(person, pet) for person, pet in people]
    vectors = {language: dict(enumerate(await EMBEDDER.embed(TELLS[language]))) for language in LANGUAGES}

    def settle(tx: Write) -> None:
        tx.run(insert(persons), [person_row(_person(person)) for person in range(count)])
        for table in (pets, sessions, messages, memories, facts, notes, documents, passages, promises):
            tx.run(insert(table), [row for life in rows for row in life[table.name]])
        for (person, pet), life in zip(people, rows, strict=True):
            mine = vectors[language_of(person)]  # the same for everybody: nearness must tell nobody apart
            entries = [Entry(kind, ref, text, mine[line]) for kind, ref, text, line in life["entries"]]
            put_entries(tx, bond_of(person, pet), entries, EMBEDDER.name)

    await store._database.write("town", settle)
    await store.close()


def _person(person: int) -> Person:
    return Person(
        id=bond_of(person).person, name="Lin", language=language_of(person), time_zone="UTC",
        created_at=NOON + timedelta(seconds=person), age_band="adult",
    )  # fmt: skip


def _life(person: int, pet: int) -> dict[str, list[Any]]:
    """One bond's rows by table, and its entries."""
    bond, before = bond_of(person, pet), NOON - timedelta(days=1)
    own = "" if person % 4 < 2 else f".{person}.{pet}"
    said = [line.format(*(secret(person, pet, n) for n in range(EACH))) for line in TELLS[language_of(person)]]
    session = Session(id=SessionId(f"s{own}"), bond=bond, started_at=before, last_at=before, closed_at=NOON)
    turns = [
        Message(id=MessageId(f"t{n}{own}"), bond=bond, session=session.id, role="person", text=text, at=before)
        for n, text in enumerate(said)
    ]
    known = Memory(
        id=MemoryId(f"m{own}"), bond=bond, text=said[0], topic="relatives_and_friends", importance=2, retention="permanent",
        origin="said", sources=(turns[0].id,), created_at=before, renewed_at=before, expires_on=None,
        voice=said[0], slots={"you": said[0], "subject": "sister", "attribute": "name", "value": said[0]},
    )  # fmt: skip
    note = Note(id=NoteId(f"n{own}"), bond=bond, title="Boiler", text=said[3], at=before)
    book = Document(id=DocumentId(f"d{own}"), bond=bond, name="book.txt", passages=1, at=before)
    promise = Promise(
        id=PromiseId(f"p{own}"),
        bond=bond,
        text=said[0],
        due=NOON + timedelta(days=1),
        source=turns[0].id,
        made_at=before,
    )
    pet_ = Pet(
        id=bond.pet, person=bond.person, name="Mikan", species="cat", personality="sunny", seed=7, adopted_at=before
    )
    passage = bond_row(bond) | {"document_id": book.id, "number": 0, "text": said[3]}
    return {
        "pets": [pet_row(pet_)],
        "sessions": [session_row(session)],
        "messages": [message_row(turn) | {"position": n} for n, turn in enumerate(turns, 1)],
        "memories": [memory_row(known)],
        "facts": [fact_row(bond, 1, Fact(known.id, said[2]))],
        "notes": [note_row(note)],
        "documents": [document_row(book)],
        "passages": [passage],
        "promises": [promise_row(promise)],
        "entries": _entries(said, own),
    }


def _entries(said: Sequence[str], own: str) -> list[tuple[str, str, str, int]]:
    """What is indexed, as kind, ref, text and the line that the text is made of."""
    return [
        ("memory", f"m{own}", said[0], 0),
        ("turn", f"t0{own}", said[0], 0),
        ("turn", f"t1{own}", said[1], 1),
        ("note", f"n{own}", said[3], 3),
        ("passage", f"d{own}:0", said[3], 3),
    ]
