"""A folder in which one program works at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pawsona.errors import ConflictError


@contextmanager
def alone(folder: Path, lock: str, under_way: str) -> Iterator[None]:
    """While nobody else does the same in a folder; it is made where there is none.

    Args:
        folder: where.
        lock: the name of a file there that says so.
        under_way: what another does meanwhile, as the error's sentence begins.

    Raises:
        ConflictError: somebody does.
    """
    folder.mkdir(parents=True, exist_ok=True)
    held = FileLock(folder / lock)
    try:
        held.acquire(blocking=False)
    except Timeout:
        raise ConflictError(f"{under_way} in {str(folder)!r} already: let that end first.") from None
    try:
        yield
    finally:
        held.release()
