"""The items of a suite that somebody can be asked."""

from pathlib import Path

from pawsona.bench.core.suite import Item, Suite
from pawsona.errors import InputError


def items_of(suite: Suite, data: str | None = None) -> list[Item]:
    """Those with a prompt or an instance: a release may have references only.

    Raises:
        InputError: the data is absent, or the suite is run by a command of its own.
    """
    if suite.load is None:
        raise InputError(f"{suite.name} is not asked item by item: run it with `{suite.command}`.")
    found = suite.load(Path(data) if data else None)
    return [item for item in found.items if item.prompt or not item.given.keys().isdisjoint(("chat", "instance"))]
