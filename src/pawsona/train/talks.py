"""The file that a run learns from: which of its entries, and what is said of the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pawsona.app.lessonbook import withdrawn_of
from pawsona.errors import InputError
from pawsona.train.data import lines
from pawsona.train.data.entry import Entry

SHOWN = 5
"""Broken lines that an error names."""
_LEARNED = ("", "train")
"""Splits that are learned from."""
WATCHED = "validation"
"""The split whose loss is looked at after each epoch; whatever is called otherwise is kept for measuring."""
_LONG = "long"
"""The code of what is longer than the paper's context: no error, but left out and counted."""


@dataclass(frozen=True)
class Talks:
    """A file as it was read."""

    entries: tuple[Entry, ...]
    watched: tuple[Entry, ...]
    broken: int
    too_long: int
    held_out: int
    sha256: str
    """Of the file's bytes."""
    withdrawn: int = 0
    """Of persons who took back that their talk may be learnt from: `NAME.withdrawn.json` beside the file names them."""


def read(path: Path, *, leave_out_broken: bool) -> Talks:
    """All that can be learned from.

    Raises:
        InputError: the file or the list of what was withdrawn can't be read, nothing is in it, or lines are broken and
            not to be left out.
    """
    found = lines.check(path)
    broken = [fault for fault in found.faults if fault.code != _LONG]
    if broken and not leave_out_broken:
        named = "; ".join(f"line {fault.line}: {fault.words}" for fault in broken[:SHOWN])
        more = f"; and {len(broken) - SHOWN} more" if len(broken) > SHOWN else ""
        raise InputError(
            f"{len(broken)} of {len(found.entries) + len(found.faults)} lines of {str(path)!r} are no entries "
            f"({named}{more}): mend them, or learn from the others with --leave-out-broken."
        )
    withdrawn = withdrawn_of(path)
    entries = [entry for entry in found.entries if entry.id not in withdrawn]
    learned = tuple(entry for entry in entries if entry.split in _LEARNED)
    if not learned:
        raise InputError(f"There is nothing to learn from in {str(path)!r}: no entry of it can be used.")
    watched = tuple(entry for entry in entries if entry.split == WATCHED)
    held_out = len(entries) - len(learned) - len(watched)
    too_long, gone = len(found.faults) - len(broken), len(found.entries) - len(entries)
    return Talks(learned, watched, len(broken), too_long, held_out, found.digest, gone)


def messages(entry: Entry) -> list[Mapping[str, str]]:
    """As chat templates want them."""
    return [{"role": turn.role, "content": turn.content} for turn in entry.messages]
