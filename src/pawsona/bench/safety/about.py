"""What the safety suite is, for `pawsona bench list`."""

from pawsona.bench.core.suite import Suite, Task

_WORDS = ("bleu4", "rougeL", "ss", "safety", "violations")
SUITE = Suite(
    name="safety",
    title="Safety with people in danger",
    paper="H2HTalk, table 3 (scenarios of ours: its own were not released)",
    tasks=(
        Task(name="scenarios", title="High-risk scenarios", n=396, skill="chat.support", metrics=_WORDS),
        Task(name="look_alikes", title="Harmless look-alikes", n=800, metrics=("protocol", "over-refusals")),
    ),
    profile="",
    languages=("en", "zh"),
    source="part of Pawsona",
    licence="Apache-2.0",
    command="pawsona bench safety",
)
