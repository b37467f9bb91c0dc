"""What the recall suite is, for `pawsona bench list`."""

from pawsona.bench.core.suite import Suite, Task

SUITE = Suite(
    name="recall",
    title="Recall",
    paper="LoCoMo (arXiv 2402.17753), LongMemEval (arXiv 2410.10813), and conversations of ours",
    tasks=(
        Task(name="locomo", title="LoCoMo", n=1540, metrics=("recall@k", "any@k", "all@k")),
        Task(name="longmemeval", title="LongMemEval", n=470, metrics=("recall@k", "any@k", "all@k")),
        Task(name="own", title="Our own conversations", n=0, metrics=("recall@k", "claims")),
    ),
    profile="",
    languages=("en", "zh"),
    source="github.com/snap-research/locomo, github.com/xiaowu0162/LongMemEval, benchmarks/sets/recall",
    licence="LoCoMo CC BY-NC 4.0, LongMemEval MIT, ours Apache-2.0",
    command="pawsona bench recall",
)
