"""How a judge rates routines, levels I to III: the paper's aspects in words of ours, one mark for the whole."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Template

from pawsona.bench.core.rubric import Rubric

NAME = "petbench-routine-1"
_PERSONA = "- whether it is this pet's own day: its hobbies, friends and memories, and nothing that contradicts them"
_TOLD = "- how well it is told"
ASPECTS: Mapping[str, Sequence[str]] = {
    "routine_level_1": (
        "- how rich and varied the day is, without being packed",
        "- whether one pet can do all of it in one day", _TOLD, _PERSONA,
    ),
    "routine_level_2": (
        "- whether the times are possible: in order, with room for each thing and a night's sleep",
        "- whether each entry is clear by itself", _PERSONA,
    ),
    "routine_level_3": (
        "- how rich the details are, and whether they belong to the entry at hand",
        "- whether one can see the place and what happens there", _TOLD, _PERSONA,
    ),
}  # fmt: skip


def rubric_of(task: str, prompt: str) -> Rubric | None:
    """Of an item; None where the paper has no judge."""
    if task not in ASPECTS:
        return None
    safe = prompt.replace("{", "{{").replace("}", "}}")
    told = Template(_content()).substitute(task=safe, aspects="\n".join(ASPECTS[task]))
    return Rubric(name=NAME, prompt=told, scale={"overall": (1, 5)}, labels={"overall": "; ".join(ASPECTS[task])})


@cache
def _content() -> str:
    return (files(__package__) / "content" / "judge.txt").read_text("utf-8")
