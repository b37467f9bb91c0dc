"""Pet-Bench, put together."""

from pawsona.bench.core.suite import Suite
from pawsona.bench.core.words import words
from pawsona.bench.petbench.data import LICENCE, SOURCE, load
from pawsona.bench.petbench.instance import instance_of
from pawsona.bench.petbench.scores import signatures, tree, worth
from pawsona.bench.petbench.tasks import TASKS
from pawsona.bench.petbench.written import written

SUITE = Suite(
    name="petbench",
    title="Pet-Bench",
    paper="Pet-Bench: Benchmarking the Abilities of Large Language Models as E-Pets (arXiv 2506.03761)",
    tasks=TASKS,
    profile="petbench",
    languages=("en",),
    source=SOURCE,
    licence=LICENCE,
    embedder="BAAI/bge-base-en-v1.5",
    load=load,
    instance=instance_of,
    written=written,
    worth=worth,
    cut=words,
    signatures=signatures,
    columns=("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL", "ss", "accuracy", "judge", "format"),
    tree=tree,
)
