"""A home moves to another database, is backed up into a file, and comes back from one."""

import asyncio
import os
import shutil
from pathlib import Path

from pawsona.config.settings import load
from pawsona.errors import InputError, SetupError
from pawsona.storage.opening import database_url
from pawsona.storage.transfer import Copied, Watch, prepared, transfer

_SQLITE = b"SQLite format 3\x00"
"""How every SQLite file begins, a backup too."""


async def move(target: str, watch: Watch) -> list[Copied]:
    """Copy this home into another database; nothing is changed here, and nobody may write meanwhile.

    Raises:
        InputError: it is the same database, or named in a way that the settings don't take.
        ConflictError: there is data at the target; nothing was changed.
        StorageError: one of both can't be used.
    """
    if "://" not in target:
        raise InputError("--to should begin with postgresql:// or sqlite:///, as in sqlite:////srv/pets/pawsona.db")
    source = load().database_url
    if database_url(source) == database_url(target):
        raise InputError("this home is in that database already; name another one")
    await prepared(source)
    await prepared(target)
    return await asyncio.to_thread(transfer, source, target, watch)


async def back_up(file: Path, watch: Watch) -> list[Copied]:
    """Copy one moment of this home into a new file, a SQLite database whatever this home is in; talk goes on.

    Raises:
        SetupError: the file is there already.
        StorageError: the database or the file can't be used.
    """
    if file.exists():
        raise SetupError(f"{str(file)!r} is there already; name a new file")
    if not file.absolute().parent.is_dir():
        raise SetupError(f"there is no folder {str(file.absolute().parent)!r}; make it, or name another")
    source, part = load().database_url, file.with_name(f"{file.name}.part")
    _remove(part)
    try:
        await prepared(source)
        await prepared(str(part))
        done = await asyncio.to_thread(transfer, source, str(part), watch, still=False)
        os.replace(part, file)
    finally:
        _remove(part)
    return done


async def restore(file: Path, watch: Watch) -> list[Copied]:
    """Copy a backup into this home's database, which must be empty.

    Raises:
        InputError: there is no such file, or it is no database.
        ConflictError: this home has data; nothing was changed.
        StorageError: the file or the database can't be used.
    """
    if not file.is_file():
        raise InputError(f"there is no file {str(file)!r}")
    if not _is_database(file):  # said of the file that was named, and not of its copy
        raise InputError(f"{str(file)!r} is not a Pawsona database; name a file that `pawsona backup` wrote")
    target, part = load().database_url, file.with_name(f"{file.name}.part")
    _remove(part)
    try:
        shutil.copyfile(file, part)  # a backup of an older version is brought up to date, and stays what it was
        await prepared(str(part))
        await prepared(target)
        return await asyncio.to_thread(transfer, str(part), target, watch)
    finally:
        _remove(part)


def _is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_SQLITE)) == _SQLITE


def _remove(part: Path) -> None:
    for name in ("", "-wal", "-shm"):
        part.with_name(part.name + name).unlink(missing_ok=True)
