"""Whether somebody only says who they are: name, age, home, work, people.

The reader knows messages by their sound, and a few of these sound to it like worse. A message that is made of nothing
but such clauses, of more than one kind, and in which the rules find nothing, is taken at its word.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, any_whole, compiled, filled_in

_NAME = "introduction.yaml"
_LONGEST = 200
"""Characters: who tells more tells more than who they are."""
_KINDS = 2
"""One clause alone could be something else that sounds like it."""


@dataclass(frozen=True)
class _Content:
    splits: re.Pattern[str]
    alone: Patterns
    kinds: Mapping[str, Patterns]


def introduces(said: str) -> bool:
    """Whether a message says who somebody is, and nothing else."""
    if len(said) > _LONGEST:
        return False
    known = _content()
    clauses = [clause.strip() for clause in known.splits.split(folded(said)) if clause.strip()]
    if len(clauses) == 1 and any_whole(clauses[0], known.alone):
        return True
    kinds = [next((name for name, ways in known.kinds.items() if any_whole(clause, ways)), None) for clause in clauses]
    return None not in kinds and len(set(kinds)) >= _KINDS


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `introduction.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    words, kinds = (mapping(entry(data, part, _NAME), f"{_NAME}: {part}") for part in ("words", "kinds"))
    [splits] = compiled([text(entry(data, "splits", _NAME), f"{_NAME}: splits")], _NAME)
    alone = filled_in(entry(data, "alone", _NAME), words, f"{_NAME}: alone")
    return _Content(splits, alone, {name: filled_in(row, words, f"{_NAME}: {name}") for name, row in kinds.items()})
