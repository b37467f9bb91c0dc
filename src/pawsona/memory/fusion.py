"""What the parts of evidence weigh beside each other, with an embedder that knows meanings and without one.

Fitted to half of LoCoMo by softmax over the turns of each question (benchmarks/fuse.py), rounded to one digit: nine
numbers for 750 questions, hardly worse on a conversation that they were not fitted to. Not fitted to any Chinese text.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

import numpy as np

from pawsona.domain.sheet import Floats
from pawsona.memory.evidence import PARTS

Weights = Mapping[str, float]

MEANING: Weights = MappingProxyType(
    {
        "words": 1.2, "window": 3.4, "session": 1.1, "meaning": 0.4, "around": 0.3, "session meaning": 0.2,
        "speaker": 2.7, "asks": -1.2, "days": 3.3,
    }
)  # fmt: skip
"""Where the embedder knows what words mean."""
SPELLING: Weights = MappingProxyType(
    {"words": 2.8, "window": 4.6, "session": 1.1, "speaker": 2.6, "asks": -1.4, "days": 2.9}
)
"""Where vectors tell no more than the words do."""


def fused(parts: Floats, weights: Weights, used: Collection[str] = PARTS) -> Floats:
    """One number per text: comparable within a question, not between questions."""
    kept = np.array([weights.get(name, 0.0) if name in used else 0.0 for name in PARTS], np.float32)
    sums: Floats = np.einsum("ij,j->i", parts, kept)
    return sums
