"""Whether somebody only says who they are: name, age, place, work, people, pets.

The reader knows messages by their sound, and a few of these sound to it like worse. A message that is made of nothing
but such clauses, and in which the rules find nothing, is taken at its word.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, compiled
from pawsona.domain.language import LANGUAGES

_NAME = "introduction.yaml"
_LONGEST = 200
"""Characters: who tells more tells more than who they are."""


@dataclass(frozen=True)
class _Content:
    splits: re.Pattern[str]
    clauses: Patterns


def introduces(said: str) -> bool:
    """Whether a message says who somebody is, and nothing else."""
    if len(said) > _LONGEST:
        return False
    known = _content()
    clauses = [clause.strip() for clause in known.splits.split(folded(said))]
    return all(any(p.fullmatch(clause) for p in known.clauses) for clause in clauses if clause) and any(clauses)


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `introduction.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    rows = mapping(entry(data, "clauses", _NAME), f"{_NAME}: clauses")
    sources = [source for language in LANGUAGES for source in texts(entry(rows, language, _NAME), _NAME)]
    [splits] = compiled([text(entry(data, "splits", _NAME), f"{_NAME}: splits")], _NAME)
    return _Content(splits, compiled(sources, _NAME))
