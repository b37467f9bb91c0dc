"""The ports: what services need from the world outside. `Mind` lives in `skills/`, because it names skills.

Everything that a store keeps of a person is asked for by `Bond` (or by `PersonId`), so no call can mix two.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, NewType, Protocol, get_args

from pawsona.domain import ledgers
from pawsona.domain.affect import Affect
from pawsona.domain.census import Census
from pawsona.domain.due import Due
from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, SessionId
from pawsona.domain.life import Days
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session, Tier
from pawsona.domain.note import Passage
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.safeguards import Safeguards
from pawsona.domain.shared import Shared
from pawsona.domain.sheet import Sheet, Shelf
from pawsona.domain.trial import Trials

Vector = NewType("Vector", bytes)
"""Little-endian float32, of unit length; empty where it could not be made, and then it is near to nothing."""


class Clock(Protocol):
    """Time comes in here, so that a test can live through a year in a second."""

    def now(self) -> datetime:
        """The present moment, time-zone aware, in UTC."""


class Rng(Protocol):
    """Chance comes in here."""

    def token(self) -> str:
        """12 hexadecimal digits that no other call returned."""

    def seed(self) -> int:
        """A new pet's seed, 0 to 2**31 - 1."""


class Embedder(Protocol):
    """Text to vectors."""

    @property
    def name(self) -> str:
        """Names model and version; the store keeps it beside each vector, and a change re-embeds."""

    @property
    def languages(self) -> frozenset[str]:
        """Languages in which its similarities mean something."""

    @property
    def understands(self) -> frozenset[str]:
        """Those in which it knows what words mean; in the others it compares how they are written."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector per text."""


class Reranker(Protocol):
    """Reads a question and texts together; optional."""

    async def scores(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """How well each text answers, None where that can't be said now."""


class Search(Protocol):
    """Passages for a question: offline, the person's notes and documents."""

    async def find(self, bond: Bond, query: str, limit: int = 4) -> list[Passage]:
        """The best passages, best first; an empty list where nothing fits."""


Kind = Literal["memory", "turn", "context", "note", "passage"]
"""What an index entry stands for; `context` is a line of talk that tells nothing itself, but says what its neighbours
are about: the pet's, and mere questions. It goes with its message like a turn."""
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Entry:
    """A text to be indexed for recall: words at once, its vector as soon as there is one."""

    kind: Kind
    ref: str
    """The memory's, message's or note's id; for a passage `document:number`."""
    text: str
    vector: Vector | None = None
    at: datetime | None = None
    """When it was said."""
    session: str = ""
    """The session in which it was said."""
    speaker: str = ""
    """Who says it, where that is not the person of the bond."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One index entry that matched; scores of different methods can't be compared, only their ranks."""

    kind: Kind
    ref: str
    score: float


class People(Protocol):
    """Persons, pets, friends, and U."""

    async def add_person(self, person: Person) -> None: ...
    async def person(self, person: PersonId) -> Person | None: ...
    async def persons(self) -> list[Person]: ...
    async def update_person(self, person: Person) -> None: ...
    async def erase_person(self, person: PersonId) -> None:
        """Delete everything that belongs to a person, in one transaction."""

    async def safeguards(self, person: PersonId) -> Safeguards: ...
    async def set_safeguards(self, person: PersonId, safeguards: Safeguards) -> None: ...
    async def add_pet(self, pet: Pet) -> None: ...
    async def pet(self, bond: Bond) -> Pet | None: ...
    async def pets(self, person: PersonId) -> list[Pet]: ...
    async def update_pet(self, pet: Pet) -> None: ...
    async def friends(self, bond: Bond) -> list[Friend]: ...
    async def add_friends(self, bond: Bond, friends: Sequence[Friend]) -> None: ...
    async def facts(self, bond: Bond) -> list[Fact]: ...
    async def set_facts(self, bond: Bond, facts: Sequence[Fact]) -> None:
        """Replace U's learned half."""


class Talk(Protocol):
    """H and its sessions, affect, and what care keeps."""

    async def open_session(self, session: Session) -> None: ...
    async def session(self, bond: Bond, session: SessionId) -> Session | None: ...
    async def last_session(self, bond: Bond) -> Session | None: ...
    async def touch_session(self, session: Session) -> None: ...
    async def prolong_session(self, session: Session, moment: datetime) -> None:
        """Store `last_at` of a session that is still open."""

    async def open_sessions(self, bond: Bond) -> list[Session]:
        """Sessions whose dialogue has not become memories yet, oldest first."""

    async def add(self, message: Message) -> None: ...
    async def raise_tier(self, bond: Bond, message: MessageId, tier: Tier) -> None: ...
    async def message(self, bond: Bond, message: MessageId) -> Message | None: ...
    async def messages(self, bond: Bond, ids: Sequence[MessageId]) -> list[Message]:
        """Those that exist, in the order of the ids."""

    async def reply(self, bond: Bond, message: MessageId) -> Message | None:
        """What the pet answered to a message."""

    async def recent(self, bond: Bond, limit: int, before: MessageId | None = None) -> list[Message]:
        """The newest messages before a message, oldest first."""

    async def of_session(self, session: Session) -> list[Message]: ...
    async def since(self, bond: Bond, moment: datetime) -> list[Message]:
        """Messages at or after a moment, oldest first."""

    async def last_of_person(self, bond: Bond, before: datetime | None = None) -> datetime | None:
        """When the person last said something, at all or before a moment."""

    async def delete(self, bond: Bond, ids: Sequence[MessageId]) -> None:
        """Delete messages, their index entries and the promises that they asked for."""

    async def given(self, bond: Bond, memory: MemoryId) -> list[MessageId]:
        """The replies that a memory was given to."""

    async def forgettable(self, bond: Bond, before: datetime) -> list[MessageId]:
        """Turns older than a moment that are the source of no living memory."""

    async def add_affect(self, bond: Bond, at: datetime, affect: Affect) -> None: ...
    async def affects(self, bond: Bond, since: datetime) -> list[tuple[datetime, Affect]]:
        """Changes since a moment, oldest first."""

    async def delete_affects(self, bond: Bond) -> None:
        """The changes, and what stands beside the replies."""

    async def mark(self, bond: Bond, name: str) -> datetime | None:
        """A named moment of this bond: `care.follow_up`, `disclosed`, `affect.off`, `forgot`."""

    async def marks(self, bond: Bond, names: Sequence[str]) -> dict[str, datetime]:
        """Those of these names that there are."""

    async def last_mark(self, person: PersonId, name: str) -> datetime | None:
        """The latest of that name, whichever of a person's pets it is of."""

    async def set_mark(self, bond: Bond, name: str, at: datetime | None) -> None: ...


class Memories(Protocol):
    """M. Deleting removes row, index entries, vectors, facts and promises of its day in one transaction."""

    async def add(self, *added: Memory) -> None: ...
    async def get(self, bond: Bond, memory: MemoryId) -> Memory | None: ...
    async def some(self, bond: Bond, ids: Sequence[MemoryId]) -> list[Memory]:
        """Those that exist, in the order of the ids."""

    async def all(self, bond: Bond) -> list[Memory]:
        """All rows, expired ones too, newest first."""

    async def latest(self, bond: Bond, today: date, limit: int) -> list[Memory]:
        """The living ones that were talked about last, newest first."""

    async def dated(self, bond: Bond, today: date) -> list[Memory]:
        """The living ones that may be about a day: with a date, or with a word that days of every year have."""

    async def voiceless(self, bond: Bond, today: date) -> list[Memory]:
        """The living ones that the pet has no words of its own for, newest first."""

    async def lasting(self, bond: Bond) -> list[Memory]:
        """The permanent ones that the person said, newest first."""

    async def expired(self, bond: Bond, today: date) -> list[Memory]: ...
    async def update(self, *changed: Memory) -> None: ...
    async def delete(self, bond: Bond, ids: Sequence[MemoryId]) -> None: ...


class Index(Shelf, Protocol):
    """The texts that recall searches, with words and vectors."""

    async def put(self, bond: Bond, entries: Sequence[Entry], embedder: str) -> None:
        """Add or replace entries by (kind, ref)."""

    async def drop(self, bond: Bond, kind: Kind, refs: Sequence[str]) -> None: ...
    async def nearest(self, bond: Bond, vector: Vector, embedder: str, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        """Exact cosine within this bond, best first; only vectors of this embedder."""

    async def match(self, bond: Bond, text: str, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        """BM25 over words (English, stemmed) and character bigrams (Chinese), best first."""

    async def matches(self, bond: Bond, texts: Sequence[str], kinds: Sequence[Kind], limit: int) -> list[list[Hit]]:
        """The same for several texts at once."""

    async def beside(
        self, bond: Bond, texts: Sequence[tuple[str, Vector]], embedder: str, kinds: Sequence[Kind], limit: int
    ) -> list[tuple[list[Hit], list[Hit]]]:
        """For each text with its vector `nearest` and `match`; the vectors are of one length."""

    async def sheet(self, bond: Bond, embedder: str, width: int) -> Sheet:
        """All entries of the bond, with the vectors of this embedder that have so many numbers."""

    async def texts(self, bond: Bond, hits: Sequence[Hit]) -> list[str | None]:
        """The indexed texts, in the order of the hits."""

    async def unembedded(self, embedder: str, limit: int) -> list[tuple[Bond, Entry]]:
        """Entries of anybody that lack a vector of this embedder: work for the background."""


class Store(ledgers.Ledgers, Shared, Protocol):
    """Everything that is kept. Each call is one transaction, unless `transaction()` joins several."""

    people: People
    talk: Talk
    memories: Memories
    index: Index
    days: Days
    census: Census
    trials: Trials
    due: Due
    at_once: bool
    """Brief reads are answered without a wait; see `domain/asked.py`."""

    def transaction(self, *, whole: bool = False, waits: bool = True) -> AbstractAsyncContextManager[None]:
        """All calls inside become durable together, or not at all.

        Args:
            whole: no call in it may fail and the others go on, which spares the database a savepoint for each; what
                fails undoes all of it. Transactions inside join it. Of one inside another only the outer is asked.
            waits: it ends when all of it is durable; else it may end when all of it is seen, and `kept` waits.
        """

    async def kept(self) -> None:
        """Wait until all that was committed here is durable."""

    async def export(self, person: PersonId) -> dict[str, Any]:
        """All rows of a person as plain JSON data, table by table; `counts` says how many."""

    async def settings(self) -> dict[str, str]:
        """Answers that hold for the whole home (which mind was agreed to)."""

    async def set_setting(self, name: str, value: str) -> None: ...
    async def counts(self, person: PersonId) -> dict[str, int]: ...

    async def current(self) -> bool:
        """Whether the tables are those of this version; another program may have brought them further."""

    async def compact(self) -> None:
        """Make deleted text unrecoverable: from the file (index, write-ahead log, free pages) and from caches."""

    async def place(self) -> tuple[str, int]:
        """Where everything is kept, as a person knows it, and how many bytes that takes."""

    async def close(self) -> None: ...
