"""The entries of a folder that are to be reviewed, with what was decided on them so far."""

from pathlib import Path

from pawsona.errors import InputError
from pawsona.train.data import sift
from pawsona.train.data.entry import Entry
from pawsona.train.data.lines import read
from pawsona.train.data.review.decisions import Desk


def desk_of(folder: Path) -> Desk:
    """Of what passed the filters.

    Raises:
        InputError: nothing was sifted there, or a file is broken.
    """
    return Desk(folder, {entry.id: entry for entry in kept(folder)})


def kept(folder: Path) -> list[Entry]:
    """What passed the filters.

    Raises:
        InputError: nothing was sifted there, nothing stays, or a line is broken.
    """
    path = folder / sift.KEPT
    if not path.exists():
        raise InputError(f"Nothing was sifted in {str(folder)!r}: `pawsona train data sift` comes first.")
    found = []
    for row in read(path):
        if not isinstance(row, Entry):
            raise InputError(f"{row}: sift anew.")
        found.append(row)
    if not found:
        raise InputError(f"No entry in {str(folder)!r} stays: {sift.COUNTS} there says which filters took them out.")
    return found
