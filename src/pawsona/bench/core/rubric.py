"""What a system is asked and how a judge rates it, whoever does the asking: an item's `given` holds these.

`chat`: roles and texts, where a bare model is asked with more than the item's prompt. `instance`: the item in the open
set's form, for minds and companions. `rubric`: how a judge rates an answer. `about`: what raters are told, where the
prompt is none. `kind`: what they are told instead of the task, where its name says how an answer was made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Role = Literal["system", "user", "assistant"]
Chat = Sequence[tuple[Role, str]]


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """How a judge model rates an answer: it analyses first and rates then."""

    name: str
    """With its version: part of the mark's signature."""
    prompt: str
    """With `{answer}` in it; it asks for a JSON object with `analysis` and `ratings`."""
    scale: Mapping[str, tuple[int, int]]
    """What is rated, and from where to where."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What a rating asks, for people; the prompt has it for models."""
    choices: Mapping[int, str] = field(default_factory=dict)
    """What numbers mean that are names and no measure; then no others may be given."""
    mark: str = "overall"
    """The rating that is the answer's mark; nothing where that is the mean of all."""
