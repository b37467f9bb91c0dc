"""Files of entries, read so that a broken line is named, counted and passed over, and never ends the reading."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pawsona.errors import InputError
from pawsona.train.data.entry import Entry, FormError, entry_of

LONGEST = 4_000_000
"""Characters of a line that are parsed; nothing of a few thousand tokens is longer."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line is no entry."""

    file: str
    line: int
    code: str
    words: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.words}"


@dataclass(frozen=True)
class Checked:
    """What a file holds."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    digest: str
    """SHA-256 of the file."""

    @property
    def by_code(self) -> dict[str, int]:
        return dict(Counter(fault.code for fault in self.faults).most_common())


def read(path: Path) -> Iterator[Entry | Fault]:
    """Each line of a file as an entry, or as what is wrong with it; blank lines are left out.

    Raises:
        InputError: there is no such file, or it can't be read.
    """
    seen: set[str] = set()
    for number, line in _lines(path):
        try:
            entry = entry_of(_object(line))
            if entry.id and entry.id in seen:
                raise FormError("double", f"its id {entry.id!r} was there before")
            seen.add(entry.id)
            yield entry
        except FormError as error:
            yield Fault(path.name, number, error.code, str(error))


def check(path: Path) -> Checked:
    """The whole file.

    Raises:
        InputError: it can't be read.
    """
    rows = list(read(path))
    return Checked(
        tuple(row for row in rows if isinstance(row, Entry)), tuple(row for row in rows if isinstance(row, Fault)),
        sha256(path.read_bytes()).hexdigest(),
    )  # fmt: skip


def write(path: Path, entries: Iterable[Entry]) -> None:
    """All of them, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.writelines(f"{entry.line()}\n" for entry in entries)
    new.replace(path)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InputError(f"{str(path)!r} can't be read ({reason}): name a file with one JSON object a line.") from None


def _object(line: bytes) -> object:
    if len(line) > LONGEST:
        raise FormError("json", f"it has {len(line)} bytes; no entry is as long")
    try:
        return json.loads(line.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError:
        raise FormError("json", "it is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise FormError("json", "it is no JSON") from None
