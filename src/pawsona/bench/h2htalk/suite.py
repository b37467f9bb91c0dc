"""H2HTalk, put together."""

from pawsona.bench.core.suite import Suite
from pawsona.bench.h2htalk.data import LICENCE, SOURCE, load
from pawsona.bench.h2htalk.scores import composite, cut, for_people, repo_tree, signatures, tree, worth
from pawsona.bench.h2htalk.tasks import TASKS

SUITE = Suite(
    name="h2htalk",
    title="H2HTalk",
    paper="H2HTalk: Evaluating Large Language Models as Emotional Companion",
    tasks=TASKS,
    profile="h2htalk",
    languages=("zh",),
    source=SOURCE,
    licence=LICENCE,
    command="pawsona bench score h2htalk",
    unasked=(
        "H2HTalk was released without inputs, so nobody can be asked its items. Score answers that you have with "
        "`pawsona bench score h2htalk --predictions P.jsonl --data DIR`; ask the same skills of Pawsona's own set with "
        "`pawsona bench run open`, and figure 7's instruction following with `pawsona bench run instruct`."
    ),
    embedder="BAAI/bge-m3",
    load=load,
    worth=worth,
    cut=cut,
    signatures=signatures,
    composite=composite,
    for_people=for_people,
    columns=("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL", "ss", "s"),
    tree=tree,
    profiles={"repo_composite": repo_tree},
)
