"""How long activities take at least, and what they cost: just enough to tell a possible day from an impossible one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pawsona.errors import ContentError
from pawsona.parsing import parsed

_FILE = Path(__file__).parent / "activities.yaml"
TRAVEL = 10
"""Minutes between two places."""


@dataclass(frozen=True)
class Activity:
    """What is known of one activity."""

    minutes: int = 15
    energy: int = -1
    meal: bool = False


def activity(kind: str) -> Activity:
    """What is known of an activity; a modest guess for one that nobody listed."""
    return _activities().get(kind, Activity())


@lru_cache(maxsize=1)
def _activities() -> Mapping[str, Activity]:
    """The listed ones.

    Raises:
        ContentError: the file is wrong.
    """
    data = parsed(_FILE.read_text("utf-8"))
    if not isinstance(data, dict):
        raise ContentError(f"{_FILE.name}: should be a mapping")
    try:
        return {kind: Activity(**row) for kind, row in data.items()}
    except TypeError as error:
        raise ContentError(f"{_FILE.name}: {error}") from error
