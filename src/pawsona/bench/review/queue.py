"""What is to be rated: answers of finished runs, each once, whoever gave it, in an order that tells nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pawsona.bench.core.records import Score, read_lines
from pawsona.bench.core.result import Result, read
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.suite import Item
from pawsona.bench.suites import suite_of
from pawsona.errors import InputError

PREDICTIONS = "predictions.jsonl"


@dataclass(frozen=True)
class Run:
    """A finished run in its folder."""

    folder: Path
    result: Result
    answers: Mapping[str, str]
    """By the item's id; what failed is not there."""

    def scores(self) -> dict[str, Score]:
        """By the item's id."""
        return {row.id: row for row in self.result.scores}


@dataclass(frozen=True)
class Entry:
    """One answer to one item, as raters know it."""

    key: str
    item: Item
    rubric: Rubric
    answer: str
    """As people read it."""


def run_of(folder: Path) -> Run:
    """A run.

    Raises:
        InputError: there is none.
    """
    rows = read_lines(folder / PREDICTIONS) if (folder / PREDICTIONS).exists() else iter(())
    answers = {str(row["id"]): row["prediction"] for row in rows if isinstance(row.get("prediction"), str)}
    if not answers:
        raise InputError(f"In {str(folder)!r} is nothing to rate: run a suite first, with --out and this folder.")
    return Run(folder, read(folder), answers)


def items_of(runs: Sequence[Run], data: Path | None = None) -> dict[str, Item]:
    """What was asked in runs of one suite.

    Raises:
        InputError: the runs are of several suites, or the suite has nothing that people could rate.
    """
    found = every_item(runs, data)
    rated = {id_: item for id_, item in found.items() if item.given.get("rubric")}
    if not rated:
        raise InputError(
            f"What there is of {runs[0].result.suite} has no rubric to rate by; two runs can be put beside each other "
            "with `pawsona bench review export --pairs`."
        )
    return rated


def every_item(runs: Sequence[Run], data: Path | None = None) -> dict[str, Item]:
    """All items of the runs' suite, also those without a rubric.

    Raises:
        InputError: the runs are of several suites, or the data is absent.
    """
    names = {run.result.suite for run in runs}
    if len(names) != 1:
        raise InputError(f"Runs of one suite can be rated together, not of {', '.join(sorted(names))}.")
    suite = suite_of(names.pop())
    return {item.id: item for item in suite.load(data).items} if suite.load is not None else {}


def entries(runs: Sequence[Run], items: Mapping[str, Item]) -> dict[str, Entry]:
    """All answers of runs; equal ones to an item are one entry."""
    suite = suite_of(runs[0].result.suite)
    found = {}
    for run in runs:
        for id_, text in run.answers.items():
            if id_ in items:
                entry = Entry(key_of(id_, text), items[id_], items[id_].given["rubric"], suite.readable(text))
                found[entry.key] = entry
    return dict(sorted(found.items()))


def key_of(id_: str, text: str) -> str:
    """What an answer is called towards raters, which tells nothing of the system."""
    return sha256(f"{id_}\0{text}".encode()).hexdigest()[:12]


def doubtful(runs: Sequence[Run], below: float) -> Iterator[tuple[Run, str]]:
    """Items whose J, or else whose judge's mark, is under a mark of 5: H2HTalk sends these to people (tau = 3.5)."""
    for run in runs:
        for row in run.result.scores:
            mark = row.scores.get("j", row.scores.get("judge"))
            if mark is not None and 5 * mark < below:
                yield run, row.id


def only(found: Mapping[str, Entry], wanted: Iterable[tuple[Run, str]]) -> dict[str, Entry]:
    """The entries of some answers."""
    keys = {key_of(id_, run.answers[id_]) for run, id_ in wanted if id_ in run.answers}
    return {key: entry for key, entry in found.items() if key in keys}
