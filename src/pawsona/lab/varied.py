"""What an experiment may vary without code, and the port through which the app asks for it.

A name -> its values, the first of which is what there is now. `mind` and `prompts` are named in a home's own
configuration, so they are checked at the start, and only pets that are adopted after it get them: a companion is not
changed under its person.
"""

from collections.abc import Mapping
from typing import Literal, Protocol, get_args

from pawsona.domain.day import Day
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.lab.metrics import Kind

Variable = Literal["mind", "prompts", "details", "mode", "greeting", "world"]
VARIABLES: tuple[Variable, ...] = get_args(Variable)
AS_CONFIGURED = "home"
VALUES: Mapping[Variable, tuple[str, ...]] = {
    "mind": (),
    "prompts": (),
    "details": ("told", "untold"),
    "mode": ("memory", "normal"),
    "greeting": ("own", "plain"),
    "world": ("shown", "hidden"),
}
"""Empty: `home`, or what the home's configuration knows by that name.

details   whether the items of a day are told (T3)
mode      days in memory mode, or in normal mode though there are memories (iPET sec. 2.2)
greeting  about a memory, a note or the day, or about nothing
world     the pet's days seen and talked of (iPET), or a pet that only talks
"""


def problem(name: str, values: tuple[str, ...]) -> str:
    """What is wrong with a line of a plan's `varies`; empty where nothing is."""
    known = next((one for one in VARIABLES if one == name), None)
    if known is None:
        return f"nothing here is called {name!r}; what can be varied is {', '.join(VARIABLES)}"
    wrong = [value for value in values if VALUES[known] and value not in VALUES[known]]
    if wrong:
        return f"{name} can't be {wrong[0]!r}; it is one of {', '.join(VALUES[known])}"
    return f"{name} is the same in every arm" if len(set(values)) == 1 else ""


class Lab(Protocol):
    """What the app asks of running experiments. Most homes have none, and every answer is as configured."""

    async def value(self, person: Person, name: Variable) -> str | None:
        """What a person's arm sets, which they meet now; None: as configured."""

    async def dealt(self, person: Person, name: Variable) -> str | None:
        """The same for what is made now and met later."""

    async def of_pet(self, pet: Pet, name: Variable, *, new: bool) -> str | None:
        """What the arm of its person sets for a pet; only one that is `new` begins with it, and then it keeps it."""

    async def shown(self, person: Person, day: Day | None) -> Day | None:
        """A day that a person is about to see or hear of; None where their arm hides it."""

    async def count(self, person: Person, *counted: tuple[Kind, float | None]) -> None:
        """Something happened; call it inside the transaction that stores what is counted."""


class NoLab:
    """The port `Lab` where nothing is varied."""

    async def value(self, person: Person, name: Variable) -> str | None:
        return None

    async def dealt(self, person: Person, name: Variable) -> str | None:
        return None

    async def of_pet(self, pet: Pet, name: Variable, *, new: bool) -> str | None:
        return None

    async def shown(self, person: Person, day: Day | None) -> Day | None:
        return day

    async def count(self, person: Person, *counted: tuple[Kind, float | None]) -> None:
        return None
