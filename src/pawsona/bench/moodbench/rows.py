"""Rows out of files, whatever is wrong with them: what can't be read is named with its file, and the rest goes on."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pawsona.errors import SetupError

Row = Mapping[str, Any]
_POINTER = b"version https://git-lfs"
_ENCODINGS = ("utf-8-sig", "gb18030")
csv.field_size_limit(1 << 24)


@dataclass
class Problems:
    """What could not be used, with the files of which it is true."""

    found: dict[str, list[str]] = field(default_factory=dict)

    def add(self, where: str, what: str) -> None:
        self.found.setdefault(what, []).append(where)

    @property
    def lines(self) -> list[str]:
        """One for each kind of problem: its first file, and how many more have it."""
        return [
            f"{where[0]}{f' (and {len(where) - 1} more)' if len(where) > 1 else ''}: {what}"
            for what, where in self.found.items()
        ]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read."""

    header: tuple[str, ...] = ()
    under: str = ""


def read_rows(path: Path, name: str, how: Reading, problems: Problems, kind: str = "") -> list[Row]:
    """The rows of one file; none where it can't be read, which is then among the problems.

    Args:
        path: the file.
        name: what it is called there.
        how: what the file itself does not tell.
        problems: told of all that is wrong.
        kind: as which ending it is read; its own where none is given.

    Raises:
        SetupError: it is a Parquet file and the extra that reads them is not installed.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        problems.add(name, f"can't be read ({(error.strerror or 'unknown reason').lower()}).")
        return []
    if not content.strip():
        problems.add(name, "is empty.")
        return []
    if content.startswith(_POINTER):
        problems.add(name, "is a Git LFS pointer, not the data: run `git lfs pull` there, or `data fetch`.")
        return []
    reader = _READERS.get(kind or path.suffix)
    if reader is None:
        problems.add(name, f"has a kind of file that we don't read ({path.suffix or 'none'}).")
        return []
    return list(reader(content, name, how, problems))


def _parquet(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SetupError("Parquet files are read with pyarrow: pip install 'pawsona[bench]'") from None
    try:
        rows = pyarrow.parquet.read_table(pyarrow.BufferReader(content)).to_pylist()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        problems.add(name, f"can't be read as Parquet ({type(error).__name__}): damaged, or from another version.")
        return
    yield from rows


def _commas(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    lines = csv.reader(io.StringIO(decoded(content, name, problems), newline=""))
    try:
        yield from _columns(((lines.line_num, values) for values in lines if values), name, how, problems)
    except csv.Error as error:
        problems.add(name, f"can't be read from line {lines.line_num} on ({error}).")


def _tabs(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    """Some of these files quote their texts and some have stray quotes in them: a line is a row either way."""
    lines = enumerate(decoded(content, name, problems).split("\n"), 1)
    split = (
        (number, [_unquoted(value) for value in line.rstrip("\r").split("\t")])
        for number, line in lines
        if line.strip()
    )
    yield from _columns(split, name, how, problems)


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value.startswith('"') and value.endswith('"')
    return value[1:-1].replace('""', '"') if quoted else value


def _columns(lines: Iterator[tuple[int, list[str]]], name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    """Rows by the names of their columns; `*` is all of a row."""
    header = how.header
    for number, values in lines:
        if not header:
            header = tuple(values)
        elif len(values) < len(header):
            problems.add(name, f"line {number} has {len(values)} of {len(header)} columns; it is left out.")
        else:
            yield dict(zip(header, values, strict=False)) | {"*": values}


def _lines(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    """One JSON object a line, or else columns between tabs."""
    for number, line in enumerate(decoded(content, name, problems).split("\n"), 1):
        if not line.strip():
            continue
        if how.header:
            yield dict(zip(how.header, line.rstrip("\r").split("\t"), strict=False))
            continue
        row = _parsed(line)
        if isinstance(row, dict):
            yield row
        else:
            problems.add(name, f"line {number} is no JSON object; it is left out.")


def _json(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    """A list, an object that holds one under a key, an object of rows by name, or one object a line."""
    text = decoded(content, name, problems)
    found = _parsed(text)
    if how.under and isinstance(found, dict):
        for key in how.under.split("."):
            found = found.get(key) if isinstance(found, dict) else None
    if isinstance(found, dict) and all(isinstance(row, dict) for row in found.values()):
        found = [{"key": key, **row} for key, row in found.items()]
    if isinstance(found, list):
        rows = [row for row in found if isinstance(row, dict)]
        if len(rows) < len(found):
            problems.add(name, f"{len(found) - len(rows)} of its entries are no objects; they are left out.")
        yield from rows
    elif found is None and "\n" in text.strip():
        yield from _lines(content, name, Reading(), problems)
    elif how.under:
        problems.add(name, f"has no rows under {how.under!r}.")
    elif isinstance(found, dict):
        yield found
    else:
        problems.add(name, "is no JSON, or only a part of it.")


def _text(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    """A file of one object, lines of objects, or columns between tabs, whatever it is."""
    if how.header:
        yield from _lines(content, name, how, problems)
        return
    found = _parsed(decoded(content, name, Problems()))
    yield from [found] if isinstance(found, dict) else _lines(content, name, how, problems)


def _names(content: bytes, name: str, how: Reading, problems: Problems) -> Iterator[Row]:
    for line in decoded(content, name, problems).split():
        yield {"value": line}


def decoded(content: bytes, name: str, problems: Problems) -> str:
    """As text; a file that is not UTF-8 is read as Chinese Windows writes it, and named."""
    for encoding in _ENCODINGS:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != _ENCODINGS[0]:
            problems.add(name, f"is not UTF-8; it was read as {encoding.upper()}.")
        return text
    text = content.decode("utf-8", errors="replace")
    problems.add(name, f"mixes encodings: {text.count(chr(0xFFFD))} signs of it can't be read.")
    return text


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


_READERS = {
    ".parquet": _parquet,
    ".csv": _commas,
    ".tsv": _tabs,
    ".jsonl": _lines,
    ".json": _json,
    ".txt": _text,
    ".lst": _names,
}
