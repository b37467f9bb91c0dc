"""The items of a suite that somebody can be asked."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from pawsona.bench.core.suite import Dataset, Item, Suite
from pawsona.errors import InputError


def digest(items: Sequence[Item]) -> str:
    """Of what is asked and what it is compared with: figures of two states of a set must not be mixed."""
    found = sha256()
    for item in items:
        instance = json.dumps(item.given.get("instance"), sort_keys=True, default=str)
        found.update(f"{item.id}\0{item.prompt}\0{item.reference}\0{instance}\0".encode())
    return found.hexdigest()[:12]


def items_of(suite: Suite, data: str | None = None) -> Dataset:
    """Those with a prompt or an instance, for a release may have references only; and what was said of the data.

    Raises:
        InputError: the data is absent, the suite is run by a command of its own, or nobody can be asked its items.
    """
    if suite.unasked:
        raise InputError(suite.unasked)
    if suite.load is None:
        raise InputError(f"{suite.name} is not asked item by item: run it with `{suite.command}`.")
    found = suite.load(Path(data) if data else None)
    asked = (item for item in found.items if item.prompt or not item.given.keys().isdisjoint(("chat", "instance")))
    return Dataset(tuple(asked), found.notes)
