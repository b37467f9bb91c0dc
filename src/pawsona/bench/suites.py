"""Every suite by its name. Each says what it is in data of its own; nothing heavy is imported for that."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pawsona.errors import InputError

if TYPE_CHECKING:
    from pawsona.bench.core.suite import Dataset, Suite

_WHERE: Mapping[str, str] = MappingProxyType(
    {
        "petbench": "pawsona.bench.petbench.suite",
        "h2htalk": "pawsona.bench.h2htalk.suite",
        "moodbench": "pawsona.bench.moodbench.about",
        "instruct": "pawsona.bench.h2htalk.instruct",
        "open": "pawsona.bench.open.suite",
        "ipet": "pawsona.bench.ipet.suite",
        "recall": "pawsona.bench.recall.about",
        "safety": "pawsona.bench.safety.about",
    }
)
"""A module that has `SUITE`."""

NAMES = tuple(_WHERE)


def suite_of(name: str) -> "Suite":
    """The suite of a name.

    Raises:
        InputError: there is none.
    """
    if name not in _WHERE:
        raise InputError(f"There is no suite {name!r}; there are {', '.join(NAMES)}.")
    suite: Suite = import_module(_WHERE[name]).SUITE
    return suite


def loaded(name: str, path: Path | None) -> "tuple[Suite, Dataset]":
    """A suite and its items.

    Raises:
        InputError: there is none, it has a command of its own, or its data can't be read.
    """
    suite = suite_of(name)
    if suite.load is None:
        raise InputError(f"{name!r} has its own way to read data: see `{suite.command} --help`.")
    return suite, suite.load(path)


def scored_suite(name: str) -> "Suite":
    """A suite whose answers `pawsona bench score` can score.

    Raises:
        InputError: there is none, or it has a command of its own.
    """
    suite = suite_of(name)
    if suite.tree is None:
        raise InputError(f"{name!r} is not scored from a file of answers: run it with `{suite.command}`.")
    return suite
