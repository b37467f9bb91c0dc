"""Where the data lies: a MoodBench checkout, its data folder, or the released archive, which is unpacked aside."""

import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pawsona.errors import InputError

_INSIDE = ("basic_ability", "emo_ability", "values", "company_ability")
WHERE = "Name a checkout of github.com/QuwanAI/MoodBench, or fetch the data: pawsona bench moodbench data fetch"


@contextmanager
def data_folder(path: Path) -> Iterator[Path]:
    """The folder that dataset files' paths are below; of an archive only while the context is open.

    Raises:
        InputError: there is no such data; the sentence says where it is to be had.
    """
    if path.is_dir():
        yield _found(path)
        return
    if not path.exists():
        raise InputError(f"There is no {str(path)!r}. {WHERE}")
    with TemporaryDirectory(prefix="pawsona-moodbench-") as folder:
        try:
            with tarfile.open(path, "r|*") as archive:  # read once, front to back
                archive.extractall(folder, filter="data")
        except (tarfile.TarError, EOFError, OSError) as error:
            raise InputError(
                f"{str(path)!r} is no archive, or only part of one ({type(error).__name__}). {WHERE}"
            ) from None
        yield _found(Path(folder))


def _found(path: Path) -> Path:
    for folder in (path, path / "data", *sorted(path.glob("*/data")), *sorted(path.glob("*/"))):
        if any((folder / name).is_dir() for name in _INSIDE):
            return folder
    raise InputError(f"{str(path)!r} holds none of {', '.join(_INSIDE)}. {WHERE}")
