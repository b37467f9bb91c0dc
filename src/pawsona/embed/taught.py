"""MiniLM taught to read risks: the published weights, what the lines changed in them, and three heads.

What the lines changed is care's content, in steps of 4 bits; the published weights come from their own package.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pawsona.care.reader import taught
from pawsona.embed.lessons import OPENING, Pupil, taught_encoder, told

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

LONGEST = 128
"""Tokens of a text, as in training."""


class TaughtMiniLM(Pupil):
    """Care's `Sentences`."""

    longest = LONGEST

    def read(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Sentences`."""
        heads = taught().heads
        with OPENING:
            encoder = _opened(self._weights)
        return told(encoder, [self._tokenizer.encode(text).ids for text in texts], heads.weight, heads.bias)


@lru_cache(maxsize=1)
def _opened(weights: Path) -> "Encoder":
    return taught_encoder(weights, taught().changed)
