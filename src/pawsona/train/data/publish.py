"""A data set as it is given away: what reviewers let through, under a version that is never written twice."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pawsona.errors import ConflictError, InputError
from pawsona.train.data import lines, made
from pawsona.train.data.candidate import Candidate
from pawsona.train.data.entry import Entry, FormError, Turn, entry_of
from pawsona.train.data.filters import reason
from pawsona.train.data.plan import Plan
from pawsona.train.data.review.agreement import Settled, settled
from pawsona.train.data.review.decisions import Desk

FOLDER, NAME = "published", "pawsona-train"
HELD_BACK = 0.05
"""Of the entries, the share that is for watching the loss, beside those that are learnt from."""
_VERSION = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True)
class Published:
    """What was written, and what was not."""

    path: Path
    entries: tuple[Entry, ...]
    outcomes: Mapping[str, int]
    """What reviewers came to -> how many entries; `edited.REASON` where an edited answer fell through a filter."""
    missing: Mapping[tuple[str, str, str], int]
    """Cells of the plan -> how many entries to learn from they lack."""
    over: int
    """Entries left out because their cell was full."""
    reviewers: int

    @property
    def digest(self) -> str:
        return sha256(self.path.read_bytes()).hexdigest()


def publish(folder: Path, plan: Plan, desk: Desk, version: str, reviewers: int) -> Published:
    """Write what may be learnt from.

    Args:
        folder: of the data set.
        plan: its plan: no cell gets more than it asks for.
        desk: what passed the filters, and what reviewers decided.
        version: three numbers, as in 1.0.0.
        reviewers: who must have seen an entry; 0: nobody, and the datasheet says so; nothing from talk is in it then.

    Raises:
        InputError: the version is none, or nothing is left.
        ConflictError: there is such a version.
    """
    if not _VERSION.fullmatch(version):
        raise InputError(f"A version is three numbers, as in 1.0.0, and not {version!r}.")
    path = folder / FOLDER / f"{NAME}-{version}.jsonl"
    if path.exists():
        raise ConflictError(f"{path} is there: a version is published once; take the next number.")
    results = settled(desk.all(), list(desk.entries), reviewers)
    outcomes = Counter[str](_outcome(desk.entries[id_], one, reviewers) for id_, one in results.items())
    passed = _passed(folder, desk, results, reviewers, outcomes)
    chosen, over = _within(plan, passed)
    if not chosen:
        raise InputError(
            f"Nothing is left to publish: none was let through by {reviewers} reviewers; review, or lower --reviewers."
        )
    lines.write(path, chosen)
    have = Counter[tuple[str, str, str]](
        (one.kind, one.category, one.language) for one in chosen if one.split == "train"
    )
    missing = {cell.key: cell.count - have[cell.key] for cell in plan.cells if have[cell.key] < cell.count}
    return Published(path, tuple(chosen), dict(outcomes), missing, over, reviewers)


def _passed(
    folder: Path, desk: Desk, results: Mapping[str, Settled], reviewers: int, outcomes: Counter[str]
) -> list[Entry]:
    """Accepted ones as they are, edited ones where their new text passes the filters, too."""
    edited = {id_ for id_, one in results.items() if one.outcome == "edit" and reviewers}
    rows = {row["id"]: row for row in made.answers(folder) if row["id"] in edited}
    found = []
    for id_, entry in desk.entries.items():
        if id_ in edited:
            changed = _changed(entry, results[id_].answer)
            why = _reason(rows.get(id_), changed)
            if why is not None:
                outcomes["edit"] -= 1
                outcomes[f"edited.{why}"] += 1
                continue
            found.append(_signed(changed, reviewers, edited=True))
        elif _outcome(entry, results[id_], reviewers) == "accept":
            found.append(_signed(entry, reviewers, edited=False))
    return found


def _outcome(entry: Entry, found: Settled, reviewers: int) -> str:
    """Where nobody need have seen an entry all are accepted, but for what real people said."""
    if reviewers:
        return found.outcome
    return "unreviewed" if entry.provenance.get("source") == "talk" else "accept"


def _changed(entry: Entry, answer: str) -> Entry:
    return replace(entry, messages=(*entry.messages[:-1], Turn("assistant", answer)))


def _reason(row: Mapping[str, object] | None, entry: Entry) -> str | None:
    if row is None:
        return "unknown"
    try:
        return reason(Candidate(entry_of(entry.plain()), Candidate.of(row).instance))
    except FormError as error:
        return f"form.{error.code}"


def _signed(entry: Entry, reviewers: int, *, edited: bool) -> Entry:
    held = int(sha256(entry.id.encode()).hexdigest()[:8], 16) / 16**8 < HELD_BACK
    provenance = {**entry.provenance, "reviewers": reviewers, "edited": edited}
    return replace(entry, split="validation" if held else "train", provenance=provenance)


def _within(plan: Plan, entries: Sequence[Entry]) -> tuple[list[Entry], int]:
    """No more of a cell to learn from than the plan asks for; what is only watched, or from talk, counts beside."""
    left = {cell.key: cell.count for cell in plan.cells}
    chosen = []
    for entry in entries:
        key, learnt = (entry.kind, entry.category, entry.language), entry.split == "train"
        if entry.provenance.get("source") == "talk":
            chosen.append(entry)
        elif key in left and (left[key] > 0 or not learnt):
            left[key] -= learnt
            chosen.append(entry)
    return chosen, len(entries) - len(chosen)
