"""What is to be run, and on whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pawsona.bench.core.suite import Item, Suite
from pawsona.errors import InputError

STORYBOOK = "storybook"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A run as it was asked for."""

    suite: str
    tasks: Sequence[str] = ()
    """Some of the suite's; all where there are none."""
    system: str = STORYBOOK
    """One of ours (`systems.Spec`), where no model is asked by itself."""
    model: str | None = None
    base_url: str | None = None
    judge: str | None = None
    judge_url: str | None = None
    data: str | None = None
    limit: int | None = None
    epochs: int = 1
    embedder: str | None = None
    """The model that similarity is measured with; without one only the stand-in by spelling is."""
    embedder_url: str | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    """What is said of the model (`core.result.about_of`)."""

    @property
    def name(self) -> str:
        """The system's, in tables."""
        return f"model:{self.model}" if self.model else self.system

    @property
    def free(self) -> bool:
        """Whether it asks no model."""
        return self.model is None and self.system in (STORYBOOK, "companion", f"companion:{STORYBOOK}")


def system_of(mind: str | None, model: str | None, *, companion: bool) -> str:
    """The name of a system of ours (`systems.Spec`).

    Raises:
        InputError: the options contradict each other.
    """
    if mind not in (None, STORYBOOK, "llm"):
        raise InputError(f"{mind!r} is no mind; use storybook or llm.")
    if mind == STORYBOOK and model:
        raise InputError("The storybook asks no model: leave --model out, or use --mind llm.")
    speaks = model or ("llm" if mind == "llm" else STORYBOOK)
    if companion:
        return f"companion:{speaks}"
    return f"llm:{model}" if mind == "llm" and model else speaks


def tasks_of(suite: Suite, asked: Asked) -> list[str]:
    """The names of the tasks to run.

    Raises:
        InputError: the suite has no such task.
    """
    known = [task.name for task in suite.tasks]
    if unknown := [name for name in asked.tasks if name not in known]:
        raise InputError(f"{suite.name} has no task {unknown[0]!r}; it has {', '.join(known)}.")
    return list(asked.tasks) or known


def first(items: Sequence[Item], limit: int | None) -> list[Item]:
    """So many of each task."""
    seen: dict[str, int] = {}
    kept = []
    for item in items:
        seen[item.task] = seen.get(item.task, 0) + 1
        if limit is None or seen[item.task] <= limit:
            kept.append(item)
    return kept
