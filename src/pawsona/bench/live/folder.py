"""The folder of a run, in which one run is made at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pawsona.app.alone import alone
from pawsona.errors import InputError

LOCK = ".running"


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """Nobody else runs there meanwhile: two would ask everything twice, and write over each other.

    Raises:
        InputError: a file has that name.
        ConflictError: somebody runs there.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{str(folder)!r} is no folder: name another with --out.")
    with alone(folder, LOCK, "A run is being made"):
        yield
