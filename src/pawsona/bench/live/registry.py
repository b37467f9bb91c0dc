"""What Inspect AI loads of this package: `inspect eval pawsona/open_chat_general --model pawsona/storybook`."""

from collections.abc import Callable, Mapping

import inspect_ai

from pawsona.bench.core.suite import Suite
from pawsona.bench.live.provider import provider
from pawsona.bench.live.tasks import name_of, task_of
from pawsona.bench.suites import NAMES, suite_of

__all__ = ["TASKS", "provider"]


def _register(suite: Suite, task: str) -> Callable[..., inspect_ai.Task]:
    def made(data: str | None = None) -> inspect_ai.Task:
        return task_of(suite, task, data)

    made.__name__ = made.__qualname__ = name_of(suite, task)
    made.__doc__ = f"{suite.title}: {suite.task(task).title}."
    registered: Callable[..., inspect_ai.Task] = inspect_ai.task(made)
    return registered


def _all() -> Mapping[str, Callable[..., inspect_ai.Task]]:
    suites = [suite for suite in map(suite_of, NAMES) if suite.load is not None and not suite.unasked]
    return {name_of(suite, task.name): _register(suite, task.name) for suite in suites for task in suite.tasks}


TASKS = _all()
"""By name, registered."""
