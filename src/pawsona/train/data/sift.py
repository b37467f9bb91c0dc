"""All filters over what was made: what stays, what goes and why, each counted."""

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pawsona.care.rulebook import rules
from pawsona.domain.ports import Embedder
from pawsona.errors import InputError
from pawsona.train.data import lines, made
from pawsona.train.data.candidate import Candidate
from pawsona.train.data.entry import Entry, FormError
from pawsona.train.data.filters import reason
from pawsona.train.data.leakage import meaning, sets
from pawsona.train.data.leakage.wording import Found, Wording, gravest
from pawsona.train.data.twice import firsts, near, print_of

KEPT, DROPPED, COUNTS = "kept.jsonl", "dropped.jsonl", "sift.json"
_CHUNK = 200
_FEW = 600
"""Entries below which other processes take longer to start than they save."""
_NOTHING = "Nothing was made in {!r}: `pawsona train data generate` comes first."
Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Judged:
    """An entry after the filters that need no other entry."""

    id: str
    entry: Entry | None
    reason: str | None
    mark: bytes = b""
    """The same for entries that differ in nothing but form."""
    material: str = ""
    where: str = ""
    """Of which benchmark file it has something."""


@dataclass
class Sifted:
    """What came of it."""

    rows: list[Judged]
    units: int
    """Of benchmarks, that were compared."""
    embedder: str = ""
    sets: list[str] = field(default_factory=list)

    @property
    def kept(self) -> list[Entry]:
        return [row.entry for row in self.rows if row.reason is None and row.entry is not None]

    @property
    def reasons(self) -> dict[str, int]:
        return dict(Counter(row.reason for row in self.rows if row.reason is not None).most_common())

    def plain(self) -> dict[str, Any]:
        """For scripts and the datasheet."""
        return {
            "looked_at": len(self.rows), "kept": len(self.kept), "dropped": self.reasons, "benchmark_units": self.units,
            "embedder": self.embedder, "sets": self.sets,
        }  # fmt: skip

    def write(self, folder: Path) -> None:
        """Three files beside what was made; a reason stands with an id, never with the text."""
        lines.write(folder / KEPT, self.kept)
        with (folder / DROPPED).open("w", encoding="utf-8") as file:
            for row in self.rows:
                if row.reason is not None:
                    file.write(json.dumps({"id": row.id, "reason": row.reason, "where": row.where}) + "\n")
        (folder / COUNTS).write_text(json.dumps(self.plain(), ensure_ascii=False, indent=1) + "\n", "utf-8")


async def sifted(
    folder: Path,
    against: Sequence[Path],
    embedder: Embedder | None,
    progress: Progress = lambda what, count: None,
    processes: int = 2,
) -> Sifted:
    """Look at everything that was made in a folder.

    Args:
        folder: where `made.jsonl` is.
        against: benchmark sets beside our own.
        embedder: for copies by meaning; None leaves these two checks out.
        progress: told of entries looked at, and of texts that got a vector.
        processes: that share the filters.

    Raises:
        InputError: nothing was made, or a set can't be read.
        SetupError: the embedder gives no vectors.
    """
    path = folder / made.FILE
    if not path.exists():
        raise InputError(_NOTHING.format(str(folder)))
    texts = list(sets.texts([*sets.own(), *against]))
    index = Wording.of(texts)
    rows = list(_once(_judged(path, index, processes, progress)))
    if not rows:
        raise InputError(_NOTHING.format(str(folder)))
    found = Sifted(rows, index.units, sets=sorted({str(one) for one in against}))
    if embedder is None:
        return found
    known = await meaning.meaning_of(texts, embedder, folder / "cache", lambda count: progress("benchmarks", 0))
    return replace(found, rows=await _by_meaning(rows, known, embedder, progress), embedder=embedder.name)


def _judged(path: Path, index: Wording, processes: int, progress: Progress) -> Iterator[Judged]:
    with path.open("rb") as file:
        chunks = list(_chunks(file))
    if len(chunks) * _CHUNK < _FEW or processes < 2:
        _begin(index)
        yield from (row for chunk in chunks for row in _told(_look(chunk), progress))
        return
    # Threads of ONNX Runtime don't survive a fork.
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, (index,)) as pool:
        for rows in pool.map(_look, chunks):
            yield from _told(rows, progress)


def _told(rows: list[Judged], progress: Progress) -> list[Judged]:
    progress("filters", len(rows))
    return rows


def _chunks(file: Iterator[bytes]) -> Iterator[list[bytes]]:
    while chunk := list(islice(file, _CHUNK)):
        yield chunk


_INDEX: list[Wording] = []
"""One for each process, so that it is not sent with every chunk."""


def _begin(index: Wording) -> None:
    """What all entries are looked at with is read once; no pass over garbage need look at it each time."""
    _INDEX[:] = [index]
    rules()
    gc.freeze()


def _look(chunk: list[bytes]) -> list[Judged]:
    return judged(chunk, _INDEX[0])


def judged(chunk: Sequence[bytes], index: Wording) -> list[Judged]:
    """Lines of `made.jsonl`, without those that are no answer."""
    looked = [one for line in chunk if (one := _filtered(line)) is not None]
    left = [one for one in looked if isinstance(one, Candidate)]
    shared = iter(index.shared([row for one in left for row in one.folded]))
    return [one if isinstance(one, Judged) else _compared(one, gravest(islice(shared, len(one.texts))), index)
            for one in looked]  # fmt: skip


def _filtered(line: bytes) -> Judged | Candidate | None:
    """What the filters keep out, or the candidate that they leave."""
    try:
        row = json.loads(line)
        if row["stage"] != "answer":
            return None
    except (ValueError, KeyError, TypeError):
        return Judged("?", None, "form.json")
    try:
        one = Candidate.of(row)
        why = reason(one)
    except FormError as error:
        return Judged(str(row.get("id")), None, f"form.{error.code}")
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return Judged(str(row.get("id")), None, "form.instance")
    return one if why is None else Judged(one.entry.id, None, why)


def _compared(one: Candidate, leak: Found | None, index: Wording) -> Judged:
    """With what benchmarks hold."""
    if leak is not None:
        return Judged(one.entry.id, None, "leakage.wording", where=leak.place)
    if (same := index.same(one.said)) is not None:
        return Judged(one.entry.id, None, "leakage.same", where=same)
    return Judged(one.entry.id, one.entry, None, print_of(one), one.material)


def _once(rows: Iterator[Judged]) -> Iterator[Judged]:
    """Without those that are the same as one before."""
    every = list(rows)
    first = dict(zip([row.id for row in every if row.reason is None],
                     firsts(row.mark for row in every if row.reason is None), strict=True))  # fmt: skip
    for row in every:
        yield row if first.get(row.id, True) else replace(row, entry=None, reason="double.same")


async def _by_meaning(
    rows: list[Judged], known: meaning.Meaning, embedder: Embedder, progress: Progress
) -> list[Judged]:
    open_ = [(at, row.entry, row.material) for at, row in enumerate(rows) if row.entry is not None]
    texts = sorted({text for _, entry, material in open_ for text in (entry.answer, material)})
    place = {text: at for at, text in enumerate(texts)}
    vectors = await meaning.embedded(texts, embedder, lambda count: progress("vectors", 0))
    best, where = known.nearest(vectors)
    out = list(rows)
    for at, entry, material in open_:
        top = max(place[entry.answer], place[material], key=lambda one: float(best[one]))
        if best[top] >= meaning.THRESHOLD:
            out[at] = replace(rows[at], entry=None, reason="leakage.meaning", where=where[top])
    left = [(at, entry, material) for at, entry, material in open_ if out[at].reason is None]
    material_, answers = ([place[one[side]] for one in _pairs(left)] for side in (0, 1))
    for (at, _, _), of in zip(left, near(vectors[material_], vectors[answers]), strict=True):
        if of is not None:
            out[at] = replace(rows[at], entry=None, reason="double.near")
    return out


def _pairs(left: Sequence[tuple[int, Entry, str]]) -> list[tuple[str, str]]:
    return [(material, entry.answer) for _, entry, material in left]
