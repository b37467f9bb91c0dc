"""How a judge rates itineraries, levels I to III: aspects in words of ours.

The judge sees the reference: inputs there are none.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Template

from pawsona.bench.core.rubric import Rubric

NAME = "h2htalk-levels-1"
_TOLD, _ALIKE = "- 表达是否自然、有画面", "- 前后是否一致，像同一个人的生活"
ASPECTS: Mapping[str, Sequence[str]] = {
    "itinerary_basic": ("- 一天是否丰富又不拥挤", "- 一个人一天之内做不做得到", _TOLD, _ALIKE),
    "itinerary_middle": ("- 时间是否可行：依次往后，各件事留有余地，夜里有觉睡", "- 每一条是否清楚", _ALIKE),
    "itinerary_advanced": ("- 细节是否丰富，是否属于那一条安排", "- 看不看得见地点和发生的事", _TOLD, _ALIKE),
}


def rubric_of(task: str, reference: str) -> Rubric | None:
    """Of an item; None where the paper has no judge."""
    if task not in ASPECTS:
        return None
    safe = reference.replace("{", "{{").replace("}", "}}")
    told = Template(_content()).substitute(reference=safe, aspects="\n".join(ASPECTS[task]))
    return Rubric(name=NAME, prompt=told, scale={"overall": (1, 5)}, labels={"overall": "；".join(ASPECTS[task])})


@cache
def _content() -> str:
    return (files(__package__) / "content" / "judge_levels.txt").read_text("utf-8")
