"""Suites as tasks of Inspect AI: `pawsona/open_chat_general`, `pawsona/petbench_note_intent`, and so on."""

from collections.abc import Sequence
from typing import Any

import inspect_ai
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
)
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from pawsona.bench.core.suite import Item, Suite
from pawsona.bench.live.items import items_of
from pawsona.bench.live.scorers import counted, preferred, rated
from pawsona.bench.review.pairs import Duel, prompt
from pawsona.errors import InputError

PAIRS = "pairs"
_NOT_SCORED = ("chat", "rubric", "lived")
"""What is given for being asked or judged; scorers need none of it."""
LONGEST = 600
"""Tokens that an answer may take; Pet-Bench's 512 and a little."""
_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


def task_of(suite: Suite, name: str, data: str | None = None) -> inspect_ai.Task:
    """One task of a suite.

    Args:
        suite: whose.
        name: the task's in its suite.
        data: where the suite's data is, for those that Pawsona does not ship.

    Raises:
        InputError: the data is absent, or has nothing to ask.
    """
    return tasks_with(suite, [name], items_of(suite, data).items)[0]


def tasks_with(suite: Suite, names: Sequence[str], items: Sequence[Item]) -> list[inspect_ai.Task]:
    """Tasks of the items that there are: those that are named, or all that have any.

    Raises:
        InputError: there is nothing to ask, or a named one has nothing.
    """
    by_task: dict[str, list[Item]] = {name: [] for name in names or [task.name for task in suite.tasks]}
    for item in items:
        if item.task in by_task:
            by_task[item.task].append(item)
    empty = [name for name, some in by_task.items() if not some]
    if empty and (names or len(empty) == len(by_task)):
        raise InputError(f"{suite.name} has nothing to ask for {', '.join(empty)}: name other tasks with --tasks.")
    return [_made(suite, name, some) for name, some in by_task.items() if some]


def _made(suite: Suite, name: str, items: Sequence[Item]) -> inspect_ai.Task:
    return inspect_ai.Task(
        dataset=MemoryDataset([sample_of(suite, item) for item in items], name=name_of(suite, name)),
        solver=generate(),
        scorer=[counted(suite.name), rated()],
        config=GenerateConfig(max_tokens=LONGEST),
        name=name_of(suite, name),
        metadata={"suite": suite.name, "task": name},
    )


def name_of(suite: Suite, task: str) -> str:
    """A task's name in Inspect AI."""
    return f"{suite.name}_{task}"


def judging_task(suite: Suite, answers: Sequence[tuple[Item, str]]) -> inspect_ai.Task:
    """Answers that are there, to be rated."""
    samples = [sample_of(suite, item) for item, _ in answers]
    for sample, (_, text) in zip(samples, answers, strict=True):
        sample.metadata["answer"] = text
    name = f"judge_{suite.name}"
    return inspect_ai.Task(dataset=MemoryDataset(samples, name=name), solver=stated(), scorer=rated(), name=name)


def duelling_task(duels: Sequence[Duel]) -> inspect_ai.Task:
    """Answers of two systems, to be rated beside each other in both orders."""
    samples = [
        Sample(
            input=duel.item.id, id=duel.item.id,
            metadata={
                "prompts": [prompt(duel, swapped=swapped) for swapped in (False, True)],
                "cluster": duel.item.cluster, "answer": "",
            },
        )
        for duel in duels
    ]  # fmt: skip
    return inspect_ai.Task(
        dataset=MemoryDataset(samples, name="pairs"), solver=stated(), scorer=preferred(), name="pairs"
    )


@solver
def stated() -> Solver:
    """Nobody is asked: the answer comes with the sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("stated", state.metadata["answer"])
        return state

    return solve


def sample_of(suite: Suite, item: Item) -> Sample:
    """An item as Inspect AI has it; what minds and companions are given rides on the last message."""
    chat: list[ChatMessage] = [_MESSAGES[role](content=text) for role, text in chat_of(item)]
    instance = suite.instance(item) if suite.instance else item.given.get("instance")
    if instance is not None:
        chat[-1].metadata = {"instance": instance, "suite": suite.name}
    about = {"suite": suite.name, "task": item.task, "language": item.language, "cluster": item.cluster}
    return Sample(input=chat, target=item.reference, id=item.id, metadata={**about, "item": _plain(item)})


def chat_of(item: Item) -> Any:
    """Roles and texts that a bare model is told."""
    return item.given.get("chat") or (("user", item.prompt or item.id),)


def _plain(item: Item) -> dict[str, Any]:
    """What the scorers need, as JSON."""
    rubric = item.given.get("rubric")
    return {
        "given": {key: item.given[key] for key in item.given if key not in _NOT_SCORED},
        "prompt": item.prompt,
        "rubric": {"name": rubric.name, "prompt": rubric.prompt, "scale": rubric.scale, "mark": rubric.mark}
        if rubric
        else None,
    }
