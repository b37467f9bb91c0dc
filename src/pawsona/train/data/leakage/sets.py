"""Benchmark sets as texts with their places, whatever kind of file they come in."""

import csv
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from pawsona.errors import InputError
from pawsona.parsing import parsed

_READ = (".jsonl", ".json", ".yaml", ".yml", ".csv", ".tsv", ".txt", ".md")
_PACKED = (".zip", ".tar", ".xz", ".gz", ".tgz", ".bz2")
_OURS = ("open", "safety")
_NOT_TEXT = frozenset({"id", "skill", "at", "language", "category", "tags"})
MOST = 200_000_000
"""Bytes of one file inside an archive; a larger one is no benchmark of talk."""


@dataclass(frozen=True, slots=True)
class Text:
    """One string of a set, and the file it is in; what it says is never told to people."""

    place: str
    text: str


def own() -> list[Path]:
    """The sets that ship, and those of the repository where this is a checkout of it."""
    shipped = [Path(str(files("pawsona.bench") / name / "content")) for name in _OURS]
    repository = Path(__file__).parents[5] / "benchmarks" / "sets"
    return [*shipped, *([repository] if repository.is_dir() else [])]


def texts(paths: Sequence[Path]) -> Iterator[Text]:
    """Every string in files, folders and archives.

    Raises:
        InputError: one is not there, or can't be read.
    """
    for path in paths:
        if not path.exists():
            raise InputError(f"{str(path)!r} is not there: name files, folders or archives of benchmark sets.")
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                yield from _file(file, file.relative_to(path.parent).as_posix())


def _file(path: Path, place: str) -> Iterator[Text]:
    try:
        if path.suffix in _READ:
            yield from _content(place, path.read_bytes())
        elif path.suffix in _PACKED:
            yield from _archive(path, place)
    except (OSError, zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise InputError(f"{str(path)!r} can't be read ({type(error).__name__}): leave it out, or mend it.") from None


def _archive(path: Path, place: str) -> Iterator[Text]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for one in packed.infolist():
                if _wanted(one.filename, one.file_size):
                    yield from _content(f"{place}/{one.filename}", packed.read(one))
        return
    with tarfile.open(path) as tar:
        for member in tar:
            if member.isfile() and _wanted(member.name, member.size) and (file := tar.extractfile(member)) is not None:
                yield from _content(f"{place}/{member.name}", file.read())


def _wanted(name: str, size: int) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in name.split("/") if part != ".")
    return name.endswith(_READ) and size <= MOST and not hidden


def _content(place: str, raw: bytes) -> Iterator[Text]:
    said = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    yield from (Text(place, text) for text in _strings(_parsed(place, said)))


def _parsed(place: str, said: str) -> Any:
    """What a file holds; one that is not what its name says is read as text."""
    try:
        match place.rpartition(".")[2]:
            case "jsonl":
                return [json.loads(line) for line in said.splitlines() if line.strip()]
            case "json":
                return json.loads(said)
            case "yaml" | "yml":
                return parsed(said)
            case "csv" | "tsv":
                csv.field_size_limit(MOST)
                return list(csv.reader(io.StringIO(said), delimiter="\t" if place.endswith("tsv") else ","))
    except (ValueError, yaml.YAMLError, csv.Error, RecursionError):
        pass
    return said.splitlines()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in _NOT_TEXT:
                yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
