"""What reviewers decided: one file for each, a line for each decision; of two on the same entry the later holds."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args

from pawsona.bench.core.records import read_lines
from pawsona.errors import ConflictError, InputError
from pawsona.train.data.entry import Entry

Verdict = Literal["accept", "edit", "reject"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
REASONS = ("unsafe", "private", "untrue", "character", "language", "unnatural", "other")
"""Why an entry is edited or rejected."""
FOLDER = "review"
LONGEST = 8000
_NAME = re.compile(r"[\w-]{1,40}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A reviewer's, on one answer; it says nothing of another answer under the same id."""

    entry: str
    of: str
    """The digest of the answer that was seen."""
    verdict: Verdict
    reason: str = ""
    answer: str = ""
    """The edited one."""
    note: str = ""


def digest(entry: Entry) -> str:
    """Of its answer."""
    return sha256(entry.answer.encode()).hexdigest()[:16]


def decision_of(row: Mapping[str, object], entries: Mapping[str, Entry]) -> Decision:
    """From what a page sends.

    Raises:
        InputError: it is of no entry here, or lacks a reason or the edited text.
        ConflictError: it is of another answer than the one that stands here.
    """
    entry = entries.get(str(row.get("entry")))
    if entry is None:
        raise InputError("There is no such entry here.")
    if row.get("of") != digest(entry):
        raise ConflictError("This answer has changed since you saw it: load the page anew and decide again.")
    verdict = next((one for one in VERDICTS if one == row.get("verdict")), None)
    if verdict is None:
        raise InputError(f"A verdict is one of {', '.join(VERDICTS)}.")
    why, answer = str(row.get("reason") or ""), str(row.get("answer") or "").strip()
    if verdict != "accept" and why not in REASONS:
        raise InputError(f"Say why: one of {', '.join(REASONS)}.")
    if verdict == "edit" and (not answer or answer == entry.answer or len(answer) > LONGEST):
        raise InputError(f"An edited answer is another text, of at most {LONGEST} characters.")
    return Decision(
        entry=entry.id, of=digest(entry), verdict=verdict, reason=why if verdict != "accept" else "",
        answer=answer if verdict == "edit" else "", note=str(row.get("note") or "")[:2000],
    )  # fmt: skip


def reviewer(name: str) -> str:
    """A name that may be a file's.

    Raises:
        InputError: it may not.
    """
    if not _NAME.fullmatch(name):
        raise InputError("A reviewer's name has letters, digits, - and _ only, at most 40.")
    return name


class Desk:
    """The decisions of all reviewers of a folder."""

    def __init__(self, folder: Path, entries: Mapping[str, Entry]) -> None:
        self.entries = entries
        self._folder = folder / FOLDER
        self._known: dict[str, dict[str, Decision]] = {}

    def of(self, name: str) -> dict[str, Decision]:
        """A reviewer's decisions by entry, those on answers that have changed since left out.

        Raises:
            InputError: their file is broken.
        """
        if name not in self._known:
            self._known[name] = self._read(self._path(name))
        return self._known[name]

    def all(self) -> dict[str, dict[str, Decision]]:
        """By reviewer."""
        return {path.stem: self.of(path.stem) for path in sorted(self._folder.glob("*.jsonl"))}

    def add(self, name: str, decision: Decision) -> None:
        """One more; it is on the disk when this returns."""
        mine, path = self.of(name), self._path(name)
        self._folder.mkdir(parents=True, exist_ok=True)
        _mend(path)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(decision), ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        mine[decision.entry] = decision

    def _path(self, name: str) -> Path:
        return self._folder / f"{reviewer(name)}.jsonl"

    def _read(self, path: Path) -> dict[str, Decision]:
        if not path.exists():
            return {}
        _mend(path)
        try:
            rows = [Decision(**row) for row in read_lines(path)]
        except TypeError:
            raise InputError(f"{path} has a line that is no decision: mend it, or take it away.") from None
        known = self.entries
        return {row.entry: row for row in rows if row.entry in known and row.of == digest(known[row.entry])}


def ordered(entries: Sequence[Entry]) -> list[Entry]:
    """The same for every reviewer, so that two who do half have done the same half: what is gravest first."""
    rank = {"safety": 0, "benign": 1, "skill": 2}
    return sorted(entries, key=lambda one: (rank[one.kind], sha256(one.id.encode()).digest()))


def _mend(path: Path) -> None:
    """A machine that stopped may leave half a line: it is cut off, for its page still has it."""
    if path.exists() and (content := path.read_bytes()) and not content.endswith(b"\n"):
        path.write_bytes(content[: content.rfind(b"\n") + 1])
