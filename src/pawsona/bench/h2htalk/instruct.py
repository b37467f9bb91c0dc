"""Instruction following (H2HTalk's figure 7), with items of ours: what does somebody want who does not quite say it?"""

from pawsona.bench.core.suite import Suite, Task

SUITE = Suite(
    name="instruct",
    title="Instruction following in distress",
    paper="H2HTalk, figure 7 (its items were not released; these are ours)",
    tasks=tuple(
        Task(name=name, title=title, n=60, skill="chat.support", metrics=("judge",))
        for name, title in (
            ("implicit", "Implicit help"),
            ("ambiguous", "Ambiguous or contradictory"),
            ("context", "Context-aware"),
        )
    ),
    profile="open",
    languages=("en", "zh"),
    source="part of Pawsona",
    licence="Apache-2.0",
)
