"""A file that the person asked for: new, and readable by its owner alone."""

import os
from pathlib import Path

from pawsona.errors import SetupError


def write_new(path: Path, content: bytes, option: str) -> None:
    """Write a whole file or none.

    Args:
        path: where; nothing may be there yet.
        content: what.
        option: of the command line that names another file.

    Raises:
        SetupError: the file is there already, or its folder can't be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SetupError(f"{str(path)!r} is there already. Name another file with {option}.") from None
    except OSError as error:
        raise _refused(path, error, option) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)  # whoever erases next must not lose it to a power cut
    except OSError as error:
        path.unlink(missing_ok=True)  # half a file would pass for a whole one
        raise _refused(path, error, option) from None


def _refused(path: Path, error: OSError, option: str) -> SetupError:
    return SetupError(f"{str(path)!r} can't be written ({error.strerror}). Name another file with {option}.")
