"""What a skill or an act is: a name, a typed input, a typed output, and hard rules that say what is wrong."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pawsona.errors import InvalidOutputError
from pawsona.skills.profiles import Profile

In = TypeVar("In")
Out = TypeVar("Out")

Rules = Callable[[In, Out, Profile], Iterable[str]]
"""Gives one sentence per broken rule; none means valid."""


@dataclass(frozen=True)
class Skill(Generic[In, Out]):
    """One thing that a companion can do. Acts have the same shape."""

    name: str
    input: type[In]
    output: type[Out]
    rules: Rules[In, Out]
    streamed: bool = False
    """Performed piece by piece; lengths are then soft and left to the bench."""

    def problems(self, given: In, answer: Out, profile: Profile) -> list[str]:
        """What is wrong with an answer, one sentence each."""
        return list(self.rules(given, answer, profile))

    def validate(self, given: In, answer: Out, profile: Profile) -> Out:
        """Hand the answer back, or raise.

        Raises:
            InvalidOutputError: it breaks the skill's rules; the message says which.
        """
        problems = self.problems(given, answer, profile)
        if problems:
            raise InvalidOutputError(self.name, problems)
        return answer
