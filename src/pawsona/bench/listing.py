"""What `pawsona bench list` shows."""

from pathlib import Path
from typing import Any

from pawsona.bench.core import Table
from pawsona.bench.core.suite import Suite, Task
from pawsona.bench.suites import NAMES, suite_of


def suites() -> Table:
    """One row a suite."""
    found = [suite_of(name) for name in NAMES]
    data = "\n".join(f"{one.name}: {one.source} ({one.licence})" for one in found)
    table = Table("Suites", ("suite", "tasks", "items", "languages", "profile", "command"), note=data)
    for one in found:
        table.add(one.name, len(one.tasks), one.n or None, ", ".join(one.languages), one.profile or None, command(one))
    return table


def tasks(name: str) -> Table:
    """One row a task of a suite."""
    suite = suite_of(name)
    table = Table(
        suite.title,
        ("task", "title", "items", "skill", "metrics"),
        note=f"{suite.paper}; data: {suite.source}; licence: {suite.licence}",
    )
    for one in suite.tasks:
        table.add(one.name, one.title, one.n or None, one.skill or None, ", ".join(one.metrics))
    return table


def plain() -> list[dict[str, Any]]:
    """All of it for scripts."""
    return [
        {
            "name": one.name, "title": one.title, "paper": one.paper, "profile": one.profile,
            "languages": list(one.languages), "source": one.source, "licence": one.licence, "n": one.n,
            "command": command(one),
            "tasks": [_task(task) for task in one.tasks],
        }
        for one in map(suite_of, NAMES)
    ]  # fmt: skip


def data(name: str, path: Path | None) -> dict[str, Any]:
    """Where a suite's data is from; where it is at hand also what is there.

    Raises:
        InputError: there is no such suite, or what is at the path is not its data.
    """
    suite = suite_of(name)
    found: dict[str, Any] = {"suite": name, "source": suite.source, "licence": suite.licence, "n": suite.n}
    if suite.load is None or not (path or suite.shipped):
        return found
    items = suite.load(path)
    return found | {"found": len(items.items), "notes": list(items.notes)}


def _task(task: Task) -> dict[str, Any]:
    return {"name": task.name, "title": task.title, "n": task.n, "skill": task.skill, "metrics": list(task.metrics)}


def command(suite: Suite) -> str:
    """What runs it."""
    return suite.command or f"pawsona bench run {suite.name}"
