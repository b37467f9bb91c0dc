"""JSON out of whatever the user has: a zip with the files at any depth, a folder, one file."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from pawsona.errors import InputError


def documents(path: Path, where: str) -> Iterator[tuple[str, Any]]:
    """Names and contents of the JSON documents in a zip, a folder, or a file; in the order of their names.

    Args:
        path: what the user named.
        where: a sentence that says where such data is to be had, for the errors.

    Raises:
        InputError: there is nothing, or it can't be read; the sentence says what to do.
    """
    found = False
    for name, content in _contents(path, where):
        found = True
        yield name, _parsed(content, f"{name!r} in {str(path)!r}" if name else repr(str(path)), where)
    if not found:
        raise InputError(f"There is no JSON file in {str(path)!r}. {where}")


def _contents(path: Path, where: str) -> Iterator[tuple[str, bytes]]:
    try:
        if path.is_dir():
            for file in sorted(path.rglob("*.json")):
                yield file.relative_to(path).as_posix(), file.read_bytes()
        elif zipfile.is_zipfile(path):
            yield from _zipped(path)
        elif path.suffix.casefold() == ".zip" and path.exists():
            raise InputError(f"{str(path)!r} is no zip file, or only part of one: get it again. {where}")
        else:
            yield "", path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"There is no file {str(path)!r}. {where}") from None
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:  # rights; damage; a password
        raise InputError(f"{str(path)!r} can't be read ({type(error).__name__}): get it again. {where}") from None


def _zipped(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            parts = PurePosixPath(name).parts
            # What a Mac puts beside each file, and what hides, is not data.
            if name.casefold().endswith(".json") and not any(p == "__MACOSX" or p.startswith(".") for p in parts):
                yield name, archive.read(name)


def _parsed(content: bytes, name: str, where: str) -> Any:
    try:
        return json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"{name} is not UTF-8 text, so it is no JSON. {where}") from None
    except RecursionError:
        raise InputError(f"{name} is nested too deeply to be such data. {where}") from None
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{name} is damaged: it is no JSON from line {line} on. Get it again. {where}") from None
