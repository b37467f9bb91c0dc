"""What was made so far: one line for each step, so that a run which is killed goes on and nothing is asked twice."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from errno import ENOSPC
from os import strerror
from pathlib import Path
from typing import Any, Literal

from pawsona.app.lessonbook import making
from pawsona.bench.core.records import read_lines

FILE = "made.jsonl"
Stage = Literal["material", "answer", "failed"]


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one call took."""

    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            tokens_in=self.tokens_in + other.tokens_in, tokens_out=self.tokens_out + other.tokens_out,
            money=self.money + other.money,
        )  # fmt: skip

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {"tokens_in": self.tokens_in, "tokens_out": self.tokens_out, "money": round(self.money, 8)}


@dataclass
class Made:
    """The file, and of what is in it as much as going on needs."""

    path: Path
    done: set[str] = field(default_factory=set)
    """Seeds that are answered, or that have failed."""
    material: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Of seeds that are not answered yet."""
    failed: dict[str, int] = field(default_factory=dict)
    """Why -> how many."""
    spent: Cost = Cost()
    taken: int = 0
    """Entries from talk, which no plan asked for."""

    @property
    def answered(self) -> int:
        return len(self.done) - sum(self.failed.values()) - self.taken

    def add(self, id_: str, stage: Stage, cost: Cost, **more: Any) -> None:
        """One more step; it is in the file when this returns."""
        row = {"id": id_, "stage": stage, **cost.plain(), **more}
        line = f"{json.dumps(row, ensure_ascii=False)}\n".encode()
        with self.path.open("ab", buffering=0) as file:
            begun = file.tell()
            if file.write(line) < len(line):  # a disk that fills up takes a part, after which no other line may stand
                file.truncate(begun)
                raise OSError(ENOSPC, strerror(ENOSPC))
        self._take(row)

    def _take(self, row: Mapping[str, Any]) -> None:
        id_, stage = row["id"], row["stage"]
        self.spent += Cost(tokens_in=row["tokens_in"], tokens_out=row["tokens_out"], money=row["money"])
        if stage == "material":
            self.material[id_] = row["input"]
            return
        if stage == "answer" and row["entry"]["provenance"].get("source") == "talk":
            self.taken += 1
        if stage == "failed":
            self.failed[row["reason"]] = self.failed.get(row["reason"], 0) + 1
        self.material.pop(id_, None)
        self.done.add(id_)


@contextmanager
def opened(folder: Path) -> Iterator[Made]:
    """What a folder has, for one process at a time; half a line at its end, which a kill leaves, is cut off.

    Raises:
        ConflictError: another process makes entries there.
        InputError: a line in the middle is no JSON.
    """
    with making(folder):
        path = folder / FILE
        path.touch()
        _mend(path)
        made = Made(path)
        for row in read_lines(path):
            made._take(row)
        yield made


def answers(folder: Path) -> Iterator[dict[str, Any]]:
    """The answered ones, as they stand: `entry`, and `instance` where it was made from a seed.

    Raises:
        InputError: nothing was made there, or a line is no JSON.
    """
    path = folder / FILE
    yield from (row for row in (read_lines(path) if path.exists() else ()) if row["stage"] == "answer")


def _mend(path: Path) -> None:
    with path.open("rb+") as file:
        content = file.read()
        if content and not content.endswith(b"\n"):
            file.truncate(content.rfind(b"\n") + 1)
