"""What a suite is made of, as data: its tasks, where its items come from, and how one answer is scored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pawsona.bench.core.records import Score
from pawsona.bench.core.signature import Signatures
from pawsona.bench.core.tables import Table
from pawsona.bench.core.tree import Node
from pawsona.domain.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question of a suite, and what its authors answered."""

    id: str
    task: str
    reference: str = ""
    prompt: str = ""
    """As a bare model is asked; empty where a release has references only."""
    language: Language = "en"
    cluster: str = ""
    """What it shares with others (its persona); itself where that is empty."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """What else is known of it: a skill's typed input, a rubric, `tags` that a report sorts answers by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One column of a suite's table."""

    name: str
    title: str
    """The paper's own name."""
    n: int
    """Items in the release; 0 where that depends on the data."""
    skill: str = ""
    """One of the 16; empty where the suite measures something else."""
    group: str = ""
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dataset:
    """Items as they were found, and what was said of them on the way."""

    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()
    """Sentences for the report: what was dropped, mended or is absent."""


SHIPPED = "part of Pawsona"
"""The source of items that need nothing from anybody."""
OTHERS = "others"
"""The node of items that belong to no task."""


def _nothing(item: Item, text: str) -> dict[str, float]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A benchmark. Those with `load`, `worth` and `tree` are scored by `pawsona bench score`; others have a command."""

    name: str
    title: str
    paper: str
    tasks: tuple[Task, ...]
    profile: str
    """Whose counts and lengths hold: `petbench`, `h2htalk`, `ipet`, `open`; empty where none does."""
    languages: tuple[Language, ...]
    source: str
    """Where the data comes from, in words that help who has not got it."""
    licence: str
    structure: Callable[[], Sequence[Table]] | None = None
    """What the paper counts of the suite itself; shown before its items."""
    embedder: str = ""
    """The model that the paper measures similarity with."""
    command: str = ""
    """What runs it, for suites with a command of their own."""
    unasked: str = ""
    """Why nobody can be asked its items, and what can be done instead; empty where they can."""
    load: Callable[[Path | None], Dataset] | None = None
    """From the path that the user gives; None: what Pawsona ships."""
    instance: Callable[[Item], Mapping[str, Any]] | None = None
    """An item in the open set's form, which minds and companions are given; None: it is in `given`, or nowhere."""
    written: Callable[[str, Any], str] | None = None
    """(skill, plain answer) -> text, where the suite wants another form than the open set's."""
    readable: Callable[[str], str] = str
    """An answer as people and judges see it."""
    worth: Callable[[Item, str], dict[str, float]] = _nothing
    """One answer's deterministic scores, 0 to 1; what an embedder or a judge says is added by `score`."""
    cut: Callable[[str], Sequence[str]] | None = None
    """The words that its BLEU counts."""
    signatures: Callable[[], Signatures] = dict
    """Of the scores in `worth`."""
    composite: Callable[[Mapping[str, float]], dict[str, float]] | None = None
    """Scores made of an item's other scores (H2HTalk's S and J); called when all others are there."""
    for_people: Callable[[Sequence[Score]], list[str]] | None = None
    """Ids of answers that people should look at, by the paper's own rule; None: it has none."""
    columns: tuple[str, ...] = ()
    """The metrics of its table, in the paper's order; in `--json` an item has them all, null where there is none."""
    tree: Callable[[Sequence[Score]], Node | None] | None = None
    """How one system's scores become its total; None where there are none."""
    profiles: Mapping[str, Callable[[Sequence[Score]], Node | None]] = field(default_factory=dict)
    """Other ways in which they do, by name."""
    tables: Callable[[Sequence[Score]], Sequence[Table]] | None = None
    """The paper's own tables of one system, beside those that every suite has."""

    def task(self, name: str) -> Task:
        """The task of a name.

        Raises:
            KeyError: there is none.
        """
        return next(task for task in self.tasks if task.name == name)

    def tree_of(self, profile: str) -> Callable[[Sequence[Score]], Node | None]:
        """The tree of a profile, the suite's own for any name that is not among `profiles`."""
        assert self.tree is not None
        return self.profiles.get(profile, self.tree)

    @property
    def shipped(self) -> bool:
        """Whether the items are part of Pawsona."""
        return self.source == SHIPPED

    @property
    def n(self) -> int:
        """Items of the whole release."""
        return sum(task.n for task in self.tasks)
