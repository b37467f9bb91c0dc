"""Which arm of an experiment a unit is in: decided by a salted hash, so it is stable and needs no table.

Experiments of one layer exclude each other: each owns a share of the layer's units. Experiments of different
layers are independent of each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise

from pawsona.errors import InputError


@dataclass(frozen=True)
class Experiment:
    """An experiment and the part of a layer that it owns.

    `share` is the half-open range of the layer's units from 0 to 1, so that ranges which don't overlap share no unit.
    """

    name: str
    arms: Mapping[str, float]
    """Arm -> weight, in the order in which they are laid out; any positive scale."""
    layer: str = ""
    """Empty: a layer of its own."""
    share: tuple[float, float] = (0.0, 1.0)
    salt: str = field(default="", kw_only=True)
    """Changing it deals all units anew."""
    holdout: float = field(default=0.0, kw_only=True)
    """This share of units is in no experiment: the same ones for each that holds out as many."""

    def __post_init__(self) -> None:
        low, high = self.share
        if not 0 <= low < high <= 1:
            raise InputError(f"experiment {self.name!r}: its share {self.share} is no range within 0 and 1")
        if not self.arms or any(weight < 0 for weight in self.arms.values()) or not sum(self.arms.values()):
            raise InputError(f"experiment {self.name!r}: needs arms with weights above 0")

    def arm(self, unit: str) -> str | None:
        """The arm of a unit (a person's id); None where the unit belongs to another experiment of the layer."""
        if draw("holdout", unit) < self.holdout:
            return None
        place = draw("layer", self.layer or self.name, unit)
        if not self.share[0] <= place < self.share[1]:
            return None
        return assign(self.name, unit, self.arms, salt=self.salt)


def assign(experiment: str, unit: str, arms: Mapping[str, float], *, salt: str = "") -> str:
    """The arm of a unit; the same for ever, as long as name, salt and arms stay.

    Raises:
        InputError: no arm has a weight above 0.
    """
    total = sum(arms.values())
    if total <= 0:
        raise InputError(f"experiment {experiment!r}: needs arms with weights above 0")
    left = draw("arm", experiment, salt, unit) * total
    chosen = ""
    for arm, weight in arms.items():
        if weight > 0:
            chosen = arm
            left -= weight
            if left < 0:
                break
    return chosen


def check_layers(experiments: Mapping[str, Experiment]) -> None:
    """See that experiments of one layer share no unit.

    Raises:
        InputError: two of them overlap.
    """
    rows = sorted((e for e in experiments.values() if e.layer), key=lambda e: (e.layer, e.share))
    for first, second in pairwise(rows):
        if first.layer == second.layer and second.share[0] < first.share[1]:
            raise InputError(f"experiments {first.name!r} and {second.name!r} overlap in layer {first.layer!r}")


def pseudonym(salt: str, unit: str) -> str:
    """A name for a unit in one experiment's events; with another salt nobody can tell that it is the same."""
    return blake2b(unit.encode(), key=salt.encode()[:64], digest_size=10).hexdigest()


def draw(*parts: str) -> float:
    """A number from 0 to 1 (excluded) that its parts decide; their borders count, so ("a", "b") is not ("ab", "")."""
    key = "\x1f".join(f"{len(part)}:{part}" for part in parts)
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") / 2**64
