"""MoodBench among the suites: what `pawsona bench run moodbench` asks, and how its scores become the total."""

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from string import Template
from typing import Any

from pawsona.bench.core.bootstrap import ROUNDS
from pawsona.bench.core.records import Score
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.signature import Signatures, signed
from pawsona.bench.core.suite import Dataset, Suite, Task
from pawsona.bench.core.suite import Item as Asked
from pawsona.bench.core.tables import Table
from pawsona.bench.moodbench import report
from pawsona.bench.moodbench.aggregate import aggregate
from pawsona.bench.moodbench.answers import Labels
from pawsona.bench.moodbench.chat import LIVED, PROFILE, instance
from pawsona.bench.moodbench.data import datasets
from pawsona.bench.moodbench.describe import tables as structure
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.lived import lived
from pawsona.bench.moodbench.metrics import COUNTS, CRITERIA
from pawsona.bench.moodbench.spec import Spec, specs
from pawsona.bench.moodbench.structure import CONTENT, profile
from pawsona.bench.moodbench.tree import scores_of, tree
from pawsona.bench.moodbench.worth import worth
from pawsona.domain.language import Language

PAPER = profile("paper")
RUBRIC = "moodbench-summary-1"


def load(path: Path | None) -> Dataset:
    """Every question that is there; without a path those that we wrote ourselves.

    Raises:
        InputError: there is no such data.
        SetupError: Parquet files can't be read on this machine.
    """
    found = datasets(PAPER, path)
    items = tuple(_asked(item, specs()[item.dataset]) for one in found for item in one.items)
    notes = [one.absent for one in found if one.absent]
    dropped = [f"{one.spec.name}: {n} rows, {why}" for one in found for why, n in one.dropped.items()]
    own = ["five questions of our own for each dataset: no figure of these is MoodBench's"] if path is None else []
    return Dataset(items, (*own, *notes, *dropped))


def _asked(item: Item, spec: Spec) -> Asked:
    """A question in the form that every suite has."""
    given: dict[str, Any] = {
        "moodbench": {
            "names": list(item.labels.names), "options": list(item.labels.options), "right": sorted(item.right),
            "references": list(item.references), "several": item.several, "marks": dict(item.marks),
            "extra": {name: value for name, value in item.extra.items() if name not in ("row", "told", "ask")},
        },
    }  # fmt: skip
    if spec.judged:
        given["rubric"] = _rubric(item)
    if past := lived(item):
        given[LIVED] = past
    reference = item.references[0] if item.references else ", ".join(sorted(item.right))
    return Asked(
        id=item.id, task=item.dataset, reference=reference, prompt=item.prompt, language=item.language,
        cluster=item.cluster, given=given,
    )  # fmt: skip


def _rubric(item: Item) -> Rubric:
    written = _judge(item.language)
    told = {"text": item.prompt, "reference": item.references[0]}
    prompt = written.substitute({name: _fenced(text) for name, text in told.items()})
    return Rubric(name=RUBRIC, prompt=prompt, scale=dict.fromkeys((*CRITERIA, "overall"), (1, 5)))


@cache
def _judge(language: Language) -> Template:
    return Template((CONTENT / f"judge_{language}.txt").read_text("utf-8"))


def _fenced(text: str) -> str:
    """As material of a prompt that is filled in once more."""
    return text.replace("{", "{{").replace("}", "}}")


def counted(asked: Asked, text: str) -> dict[str, float]:
    """The counts of one answer, by name; of a summary none, which a judge rates."""
    held, spec = asked.given["moodbench"], specs()[asked.task]
    item = Item(
        id=asked.id, dataset=asked.task, language=asked.language, prompt=asked.prompt,
        labels=Labels(tuple(held["names"]), tuple(held["options"])), right=frozenset(held["right"]),
        references=tuple(held["references"]), several=held["several"], marks=held["marks"], cluster=asked.cluster,
        extra=held["extra"],
    )  # fmt: skip
    found = worth(item, text, spec.metric)
    return dict(zip(COUNTS[spec.metric.name], found.counts, strict=True)) if found is not None else {}


@cache
def signatures() -> Signatures:
    """What each dataset's replies are counted by."""
    names = {
        count: spec.metric.name for spec in specs().values() if not spec.judged for count in COUNTS[spec.metric.name]
    }
    return {count: signed(count, of=metric, read="moodbench-1") for count, metric in names.items()}


def abilities(scores: Sequence[Score]) -> list[Table]:
    """Abilities and what they are made of, through the four steps."""
    return [report.scores(aggregate(PAPER, scores_of(scores, ROUNDS)))]


def _tasks() -> tuple[Task, ...]:
    """From the structure alone: dataset files are read when somebody asks for a question."""
    return tuple(
        Task(name=at.dataset, title=f"{at.dataset} ({at.sub_ability}, {at.level}: {at.task})", n=0, group=at.ability)
        for at in PAPER.places()
    )


SUITE = Suite(
    name="moodbench",
    title="MoodBench 1.0",
    paper="MoodBench 1.0: An Evaluation Benchmark for Emotional Companionship Dialogue Systems",
    tasks=_tasks(),
    profile=PROFILE,
    structure=partial(structure, PAPER),
    languages=("en", "zh"),
    source="a checkout of github.com/QuwanAI/MoodBench, or pawsona bench moodbench data fetch",
    licence="CC BY-NC-SA 4.0 for what is MoodBench's; each set's own for the rest: pawsona bench moodbench describe",
    load=load,
    instance=instance,
    worth=counted,
    signatures=signatures,
    tree=tree,
    tables=abilities,
)
