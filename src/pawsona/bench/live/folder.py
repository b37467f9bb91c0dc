"""The folder of a run, in which one run is made at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pawsona.errors import ConflictError, InputError

LOCK = ".running"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else runs there meanwhile: two would ask everything twice, and write over each other.

    Raises:
        InputError: a file has that name.
        ConflictError: somebody runs there.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{str(folder)!r} is no folder: name another with --out.")
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise ConflictError(f"A run is being made in {str(folder)!r} already: let that end first.") from None
    try:
        yield
    finally:
        lock.release()
