"""Pet-Bench's scores of one answer, and how they become its total."""

import re
from collections.abc import Sequence

from pawsona.bench.core.overlap import bleu_each, rouge, rouge_l
from pawsona.bench.core.records import Score, covered
from pawsona.bench.core.signature import Signatures, signed
from pawsona.bench.core.stem import stems
from pawsona.bench.core.suite import OTHERS, Item, Task
from pawsona.bench.core.tree import Node, leaf, node
from pawsona.bench.core.words import NAME, words
from pawsona.bench.petbench.forms import FORMS
from pawsona.bench.petbench.tasks import TASKS, WORDS

_BLEU = ("bleu1", "bleu2", "bleu3", "bleu4")
_INTENT = re.compile(r"(?:Intent|Intention):(.*)\nQuery:")
_KIND = re.compile("active|direct|topic", re.IGNORECASE)


def worth(item: Item, text: str) -> dict[str, float]:
    """BLEU and ROUGE; an intent's accuracy; whether the form was kept, where the prompt asks for one."""
    mine, theirs = stems(text), stems(item.reference)
    values = dict(zip(_BLEU, bleu_each(words(text), words(item.reference)), strict=True))
    values |= {"rouge1": rouge(mine, theirs, 1), "rougeL": rouge_l(mine, theirs)}
    if item.task == "note_intent":
        values["accuracy"] = float(accurate(text, item.reference))
    if item.task in FORMS:
        values["format"] = float(FORMS[item.task](text))
    return values


def accurate(text: str, reference: str) -> bool:
    """Whether the intent is the reference's, by the kind that each names first; another form than asked for is wrong.

    The released code looks for any of the three words anywhere, so that naming all of them is always right.
    """
    kinds = [_KIND.search(line[1]) if (line := _INTENT.search(one)) else None for one in (text, reference)]
    return None not in kinds and len({kind[0].lower() for kind in kinds if kind}) == 1


def signatures() -> Signatures:
    """Of all these."""
    found = {name: signed(name, tok=NAME, kind="individual", smooth="none") for name in _BLEU}
    found |= {name: signed(name, tok="rouge_score", stemmer="porter-nltk", f="F1") for name in ("rouge1", "rougeL")}
    return found | {
        "accuracy": signed("accuracy", form="Intent/Query", kind="first-named"),
        "format": signed("format", rules="pawsona-1"),
    }


def tree(scores: Sequence[Score]) -> Node | None:
    """The mean of the files' scores, each the mean of its metrics' means.

    Its name says what is missing: `total` has all parts, `total_unjudged` lacks the judge's marks on routines,
    `overlap` also the paper's similarity.
    """
    near = all("ss" in row.scores for row in scores)
    by_task = {task.name: [row for row in scores if row.category == task.name] for task in TASKS}
    judged = all(covered(by_task[task.name], "judge") for task in TASKS if "judge" in task.metrics)
    without = {name for name, there in (("ss", near), ("judge", near and judged)) if not there}
    name = "overlap" if not near else "total" if judged else "total_unjudged"
    tasks = [_task(task, by_task[task.name], without) for task in TASKS]
    others = [row for row in scores if row.category not in by_task]
    return node(name, [*tasks, _task(Task(name=OTHERS, title="", n=0, metrics=WORDS), others, without)])


def _task(task: Task, rows: Sequence[Score], without: set[str]) -> Node | None:
    return node(task.name, [leaf(metric, rows, metric) for metric in task.metrics if metric not in without])
