"""Several metrics of one experiment: Holm's step-down, which keeps the chance of any false claim at alpha."""

from collections.abc import Mapping

import numpy as np


def holm(found: Mapping[str, float]) -> dict[str, float]:
    """Metric -> p-value, each made as large as looking at all of them asks for; in the order given."""
    names = sorted(found, key=lambda name: found[name])
    raised = [found[name] * (len(names) - rank) for rank, name in enumerate(names)]
    grown = np.minimum(1.0, np.maximum.accumulate(raised)) if raised else np.array([])
    by_name = dict(zip(names, grown.tolist(), strict=True))
    return {name: by_name[name] for name in found}
