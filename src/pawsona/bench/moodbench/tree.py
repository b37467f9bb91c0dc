"""Scores of items as the general tree: counts become a dataset's score, and datasets by the four steps the total.

What `bench run`, `bench report` and `bench moodbench score` say of the same replies is drawn here, so it is the same.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from pawsona.bench.core.bootstrap import SEED
from pawsona.bench.core.records import Score
from pawsona.bench.core.tree import Array, Node, draw, leaf, node
from pawsona.bench.moodbench.aggregate import Values, aggregate
from pawsona.bench.moodbench.item import OWN
from pawsona.bench.moodbench.metrics import COUNTS, FORMULAS
from pawsona.bench.moodbench.spec import Spec, specs
from pawsona.bench.moodbench.structure import profile

_SHARES = ("accuracy", "truth")


def tree(scores: Sequence[Score]) -> Node | None:
    """Datasets and the whole of them, with the veto.

    The root is the `total` only of all 60 datasets; of some it is `total_partial`, and of our own questions
    `own_questions`: other figures, which stand in no column with it.
    """
    paper = profile("paper")
    by_task: dict[str, list[Score]] = {}
    for score in scores:
        by_task.setdefault(score.category, []).append(score)
    there = {name: dataset_node(specs()[name], by_task.get(name, [])) for name in paper.datasets}
    names = [name for name, one in there.items() if one is not None]
    root = "total" if len(names) == len(there) else "total_partial"
    if any(OWN in score.id for score in scores):
        root = "own_questions"
    return node(root, list(there.values()), combine=partial(_total, names))


def scores_of(scores: Sequence[Score], rounds: int = 0) -> dict[str, Values]:
    """Each dataset's score from 0 to 100, and its draws."""
    there = {name: [row for row in scores if row.category == name] for name in {row.category for row in scores}}
    roots = {name: dataset_node(spec, there[name]) for name, spec in specs().items() if name in there}
    return {name: 100 * draw(root, rounds).values[root.name] for name, root in roots.items() if root is not None}


def dataset_node(spec: Spec, scores: Sequence[Score]) -> Node | None:
    """One dataset, its score from 0 to 1; None where nothing was scored."""
    leaves = [leaf(name, scores, name) for name in COUNTS[spec.metric.name]]
    if any(one is None for one in leaves):
        return None
    clusters = len({score.cluster or score.id for score in scores})
    return node(spec.name, leaves, combine=partial(_made, spec, clusters))


def _made(spec: Spec, clusters: int, means: Sequence[Array]) -> Array:
    made: Values = FORMULAS[spec.metric.name](np.stack(means, axis=-1))
    if spec.metric.name in _SHARES and len(made) > 1 and made[0] in (0.0, 1.0):
        made[1:] = _doubted(spec, float(made[0]), clusters, len(made) - 1)
    return made


def _doubted(spec: Spec, share: float, clusters: int, rounds: int) -> Values:
    """Draws where all answers are right, or all wrong.

    Drawing items again would give an interval of no width, of five answers as of 300. These are draws of what such a
    count leaves possible: Jeffreys' posterior.
    """
    rng = np.random.default_rng([SEED, *spec.name.encode()])
    return rng.beta(share * clusters + 0.5, (1 - share) * clusters + 0.5, rounds)


def _total(names: Sequence[str], values: Sequence[Array]) -> Array:
    found = aggregate(profile("paper"), {name: 100 * value for name, value in zip(names, values, strict=True)})
    made = found.totals if found.totals is not None else found.raw
    return made / 100 if made is not None else np.zeros_like(values[0])
