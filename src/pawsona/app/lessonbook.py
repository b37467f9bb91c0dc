"""Whose an entry of training data is, as a book in its folder: no name in it, but a salted hash of the person's id."""

import json
import os
from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from pawsona.app.alone import alone
from pawsona.domain.ids import MessageId, PersonId
from pawsona.errors import InputError

FILE, LOCK, PUBLISHED = "talk.json", ".making", "published"
_OURS = "talk."
"""How the ids of entries from talk begin."""
WITHDRAWN = ".withdrawn.json"
"""Ending of the list that lies beside a published file: entries that may be learnt from no longer."""


@dataclass
class Book:
    """A folder's entries from talk."""

    home: str
    """The home that the talk is from."""
    salt: str
    entries: dict[str, str] = field(default_factory=dict)
    """Entry -> person, hashed."""

    @classmethod
    def read(cls, folder: Path) -> "Book | None":
        """None where no talk is in the folder.

        Raises:
            InputError: it is damaged.
        """
        try:
            return cls(**json.loads((folder / FILE).read_text("utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            raise InputError(
                f"{str(folder / FILE)!r} can't be read, so nobody knows whose the talk in that folder is: bring the "
                "file back, or begin in a new folder."
            ) from None

    def write(self, folder: Path) -> None:
        """By renaming."""
        _replaced(folder / FILE, f"{json.dumps(asdict(self), indent=1)}\n".encode())

    def person(self, person: PersonId) -> str:
        """What stands for a person."""
        return self._hash("person", person)

    def entry(self, message: MessageId) -> str:
        """The id of the entry that a reply becomes."""
        return f"{_OURS}{self._hash('message', message)}"

    def strays(self, folder: Path) -> frozenset[str]:
        """Entries from talk that lie in a folder and are not in the book: taken out before, and written down again."""
        there = {id_ for path in _open_files(folder) for id_ in _ids(path) if id_.startswith(_OURS)}
        return frozenset(there - self.entries.keys())

    def _hash(self, *parts: str) -> str:
        return sha256("\0".join((self.salt, *parts)).encode()).hexdigest()[:16]

    def take_out(self, folder: Path, gone: Collection[str], withdrawn: Collection[str]) -> int:
        """Take entries out of all that is not published, and list published ones beside their file; how many that were.

        Args:
            folder: the book's.
            gone: entries that may be in it no longer.
            withdrawn: those of them that nobody may learn from any more, wherever they are.

        Raises:
            ConflictError: entries are being made in the folder.
        """
        if not gone:
            return 0
        went: set[str] = set()
        with making(folder):
            for path in _open_files(folder):
                went |= _without(path, gone)
            for path in sorted((folder / PUBLISHED).glob("*.jsonl")):
                before = withdrawn_of(path)
                listed = before | (_ids(path) & set(withdrawn))
                went |= listed - before
                if listed != before:
                    _replaced(path.with_suffix(WITHDRAWN), f"{json.dumps(sorted(listed), indent=1)}\n".encode())
            self.entries = {entry: person for entry, person in self.entries.items() if self._kept(entry, gone, folder)}
            self.write(folder)
        return len(went)

    def _kept(self, entry: str, gone: Collection[str], folder: Path) -> bool:
        """Whoever is in a published file stays in the book: they may still take their yes back."""
        if entry not in gone:
            return True
        published = {path: _ids(path) - withdrawn_of(path) for path in (folder / PUBLISHED).glob("*.jsonl")}
        return any(entry in ids for ids in published.values())


def making(folder: Path) -> AbstractContextManager[None]:
    """While nobody else makes entries in a folder.

    Raises:
        ConflictError: somebody does.
    """
    return alone(folder, LOCK, "Entries are being made")


def withdrawn_of(path: Path) -> frozenset[str]:
    """Entries of a published file that may be learnt from no longer.

    Raises:
        InputError: the list is damaged.
    """
    try:
        return frozenset(map(str, json.loads(path.with_suffix(WITHDRAWN).read_text("utf-8"))))
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError, TypeError):
        raise InputError(
            f"{path.with_suffix(WITHDRAWN).name} beside {path.name} can't be read, so nobody knows what may be learnt "
            "from no longer: bring it back."
        ) from None


def _open_files(folder: Path) -> list[Path]:
    """All that is not published."""
    return sorted([*folder.glob("*.jsonl"), *folder.glob("review/*.jsonl")])


def _without(path: Path, gone: Collection[str]) -> set[str]:
    """Those of them that were in it."""
    lines = [(_id(line), line) for line in path.read_bytes().splitlines(keepends=True)]
    went = {id_ for id_, _ in lines if id_ in gone}
    if went:
        _replaced(path, b"".join(line for id_, line in lines if id_ not in went))
    return went


def _ids(path: Path) -> frozenset[str]:
    return frozenset(map(_id, path.read_bytes().splitlines()))


def _id(line: bytes) -> str:
    """Of an entry, or of the entry that a decision is about; empty where a line is broken."""
    try:
        row = json.loads(line)
        return str(row.get("id") or row.get("entry") or "")
    except (ValueError, AttributeError):
        return ""


def _replaced(path: Path, content: bytes) -> None:
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
