"""What keeps an entry out, each filter a small pure function: candidate -> the reason's code, or None."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pawsona.train.data.candidate import Candidate
from pawsona.train.data.filters import care, form

Filter = Callable[[Candidate], str | None]

FILTERS: Mapping[str, Filter] = MappingProxyType({
    "language": form.language,
    "length": form.length,
    "leftover": form.leftover,
    "toxic": form.toxic,
    "skill": form.skill,
    "number": care.number,
    "help": care.help_named,
    "danger": care.danger,
    "persona": care.persona,
    "alarm": care.alarm,
    "rules": care.rules,
})  # fmt: skip
"""In the order in which they are asked: the first that finds something names the reason."""


def reason(candidate: Candidate) -> str | None:
    """`filter.code` of the first filter that finds something; None where the entry may stay."""
    for name, look in FILTERS.items():
        if (code := look(candidate)) is not None:
            return f"{name}.{code}"
    return None


__all__ = ["FILTERS", "Filter", "reason"]
