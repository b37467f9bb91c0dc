"""Several processes of one server share a folder for what they count; a variable names it to the library that does."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def shared_values(folder: Path) -> Iterator[None]:
    """Let processes that are started meanwhile keep their counts there."""
    os.environ[_VARIABLE] = str(folder)
    try:
        yield
    finally:
        del os.environ[_VARIABLE]


def values_folder() -> str | None:
    """Where they are kept; None where a process counts for itself."""
    return os.environ.get(_VARIABLE)


def forget_values(process: int) -> None:
    """What a process that ended had open is open no longer; what it counted stays."""
    folder = values_folder()
    if folder is not None:
        for path in Path(folder).glob(f"gauge_live*_{process}.db"):
            path.unlink()
