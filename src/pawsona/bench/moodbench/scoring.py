"""Replies of a system, scored: dataset by dataset, then through the tree, with intervals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pawsona.bench.core.bootstrap import ROUNDS, around
from pawsona.bench.core.overlap import rouge
from pawsona.bench.core.records import Score
from pawsona.bench.core.tree import draw
from pawsona.bench.moodbench.aggregate import Result, Values, aggregate
from pawsona.bench.moodbench.answers import said
from pawsona.bench.moodbench.bias import bias
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.load import Loaded
from pawsona.bench.moodbench.metrics import COUNTS
from pawsona.bench.moodbench.recalled import FIRST, recall_at
from pawsona.bench.moodbench.spec import Spec
from pawsona.bench.moodbench.structure import Structure
from pawsona.bench.moodbench.tree import dataset_node
from pawsona.bench.moodbench.worth import Worth, words, worth

Replies = Mapping[str, Any]
"""By item; None where the system gave nothing."""
Marks = Mapping[str, Mapping[str, float]]
"""A judge's, by item and criterion."""


@dataclass(frozen=True)
class DatasetScore:
    """What one dataset's replies are worth."""

    spec: Spec
    values: Values | None
    """The score from 0 to 100 and its draws; None where nothing could be scored."""
    n: int
    expected: int
    statuses: Mapping[str, int] = field(default_factory=dict)
    note: str = ""
    """Why there is no score, or what else must be known."""
    beside: Mapping[str, float] = field(default_factory=dict)
    """Figures that don't count."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Why rows of the data are not asked, and how many."""
    rows: Sequence[Score] = ()
    """The counts of each reply."""

    @property
    def score(self) -> float | None:
        return None if self.values is None else float(self.values[0])

    @property
    def told(self) -> str:
        """The note with the dataset's name; empty where there is none."""
        return self.note if self.note.startswith(self.spec.name) or not self.note else f"{self.spec.name}: {self.note}"

    @property
    def interval(self) -> tuple[float, float] | None:
        if self.values is None or len(self.values) < 2:
            return None
        return around(self.values)

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "score": self.score, "interval": self.interval, "n": self.n, "expected": self.expected,
            "metric": self.spec.metric.name, "statuses": dict(self.statuses), "note": self.note,
            "dropped": dict(self.dropped), **dict(self.beside),
        }  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """All of a system's scores."""

    datasets: Mapping[str, DatasetScore]
    result: Result
    problems: tuple[str, ...] = ()
    replies: Replies = field(default_factory=dict)
    no_system: bool = False
    """Whether an answerer without a mind replied."""


def score(
    structure: Structure,
    data: Iterable[Loaded],
    replies: Replies,
    marks: Marks | None = None,
    *,
    rounds: int = ROUNDS,
    problems: Sequence[str] = (),
) -> Outcome:
    """Score what a system replied.

    Args:
        structure: the profile.
        data: the datasets, those that are absent too.
        replies: by item; an item that is not among them was not asked, and n says so.
        marks: a judge's.
        rounds: how many draws make an interval; 0 for none.
        problems: what was wrong before, to be told with the rest.
    """
    found = {one.spec.name: dataset_score(one, replies, marks or {}, rounds) for one in data}
    values = {name: one.values for name, one in found.items() if one.values is not None}
    known = {name: held for name, held in values.items() if name in structure.datasets}
    return Outcome(found, aggregate(structure, known), tuple(problems), replies)


def dataset_score(data: Loaded, replies: Replies, marks: Marks, rounds: int = ROUNDS) -> DatasetScore:
    """One dataset's score."""
    spec = data.spec
    asked = [item for item in data.items if item.id in replies]
    worths = [(item, worth(item, replies[item.id], spec.metric, marks.get(item.id))) for item in asked]
    held = [(item, one) for item, one in worths if one is not None]
    statuses = Counter[str](one.status for _, one in held)
    beside = {**_beside(spec, asked, replies), **bias(held)}
    if not held:
        return DatasetScore(spec, None, 0, len(data.items), statuses, _why(data, asked), beside, data.dropped)
    rows = rows_of(spec, held)
    values = 100 * drawn(spec, rows, rounds)
    note = "" if len(held) == len(data.items) else f"{len(held)} of {len(data.items)} were answered or judged"
    return DatasetScore(spec, values, len(held), len(data.items), statuses, note, beside, data.dropped, rows)


def rows_of(spec: Spec, held: Sequence[tuple[Item, Worth]]) -> list[Score]:
    """Replies' counts as every suite keeps them."""
    names = COUNTS[spec.metric.name]
    return [
        Score(
            id=item.id, scores=dict(zip(names, one.counts, strict=True)), category=spec.name, cluster=item.cluster,
            extra={"language": item.language},
        )
        for item, one in held
    ]  # fmt: skip


def drawn(spec: Spec, rows: Sequence[Score], rounds: int) -> Values:
    """The score from 0 to 1, then one for each draw of whole clusters."""
    root = dataset_node(spec, rows)
    assert root is not None  # every row has every count
    made: Values = draw(root, rounds).values[root.name]
    return made


def _beside(spec: Spec, asked: Sequence[Item], replies: Replies) -> dict[str, float]:
    """What stands in no column of scores: ROUGE-1 of summaries, sessions that a companion's recall led to."""
    found = [(item, replies[item.id]) for item in asked if isinstance(replies[item.id], Mapping)]
    if spec.metric.name == "recall" and found:
        shares = [recall_at(reply.get("ranking", ()), item.extra["evidence"]) for item, reply in found if _hard(item)]
        return {"session_recall_at_10": 100 * sum(shares) / len(shares)} if shares else {}
    if not spec.judged or not asked:
        return {}
    shares = [rouge(words(said(replies[item.id])), words(said(item.references[0])), 1) for item in asked]
    return {"rouge1": 100 * sum(shares) / len(shares)}


def _hard(item: Item) -> bool:
    """Whether there are more sessions than a recall of ten could lead to all of."""
    return len(item.extra["sessions"]) > FIRST


def _why(data: Loaded, asked: Sequence[Item]) -> str:
    if data.absent:
        return data.absent
    return "no judge has marked it" if asked else "it was not asked"
