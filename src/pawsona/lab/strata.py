"""Arms compared within strata: what differs between cohorts, and not between arms, is taken out.

Assignment knows no strata, so that it follows from plan and person alone; they are put right afterwards (Miratrix et
al. 2013). Each stratum counts by its share of all persons, whichever arm they are in.
"""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from pawsona.lab.cells import Behind
from pawsona.lab.statistics.moments import Array, Moments, Pairs

ByArm = Mapping[str, Moments | Pairs]


def behind(of: Mapping[str, ByArm], *, share: bool) -> dict[str, Behind]:
    """Arm -> who is behind what `together` makes of it."""
    found: dict[str, Behind] = {}
    for by_arm in _whole(of).values():
        for arm, one in by_arm.items():
            hits = round(float(one.n * one.mean)) if share else None
            found[arm] = found.get(arm, Behind(0, 0 if share else None)) + Behind(int(one.n), hits)
    return found


def together(of: Mapping[str, ByArm]) -> dict[str, Moments | Pairs]:
    """Each arm's moments, put together from those within strata; one that not every arm has tells of no difference.

    Args:
        of: stratum -> arm -> moments.
    """
    whole = _whole(of)
    persons = {name: sum(one.n for one in by_arm.values()) for name, by_arm in whole.items()}
    everybody = sum(persons.values(), start=np.zeros(()))
    by_arm: dict[str, list[tuple[Array, Moments | Pairs]]] = defaultdict(list)
    for name, found in whole.items():
        for arm, one in found.items():
            by_arm[arm].append((np.asarray(persons[name] / everybody), one))
    return {arm: _joined(parts) for arm, parts in by_arm.items()}


def _whole(of: Mapping[str, ByArm]) -> dict[str, ByArm]:
    """Strata in which every arm has somebody."""
    arms = {arm for by_arm in of.values() for arm in by_arm}
    return {name: by_arm for name, by_arm in of.items() if by_arm.keys() == arms}


def _joined(parts: list[tuple[Array, Moments | Pairs]]) -> Moments | Pairs:
    n = sum((one.n for _, one in parts), start=np.zeros(()))

    def mean(name: str) -> Array:
        return sum((share * getattr(one, name) for share, one in parts), start=np.zeros(()))

    def second(name: str) -> Array:
        """Of one person, so that divided by n it is the error of the whole."""
        return n * sum((share**2 * getattr(one, name) / one.n for share, one in parts), start=np.zeros(()))

    if isinstance(parts[0][1], Pairs):
        beside = (mean("mean_beside"), second("variance_beside"), second("covariance"))
        return Pairs(n, mean("mean"), second("variance"), *beside)
    return Moments(n, mean("mean"), second("variance"))
