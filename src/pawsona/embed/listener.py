"""MiniLM taught by lines that people told: whether there is anything in a line to keep, how long, and what it is about.

What was asked before a line, and the line, are read as one text. Chinese is read word by word in English, as care reads
it. Taught by scripts/train_listener.py; what was changed in MiniLM is `listener.npz`.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pawsona.care.gloss import glossed
from pawsona.embed.lessons import OPENING, Array, Pupil, taught_encoder, told

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

FILE = Path(__file__).parent / "listener.npz"
FIRST, SECOND, LONGEST = 40, 80, 96
"""Tokens that are read of the two, and of any text at all; as in training."""
BEGIN, BETWEEN = 101, 102


class TaughtListener(Pupil):
    """The storybook's `Listener`."""

    longest = LONGEST

    async def hear(self, lines: Sequence[tuple[str, str]]) -> Array:
        """See `Listener`. In a worker thread: ONNX Runtime lets the event loop run meanwhile."""
        return await asyncio.to_thread(self.heard, lines)

    def heard(self, pairs: Sequence[tuple[str, str]]) -> Array:
        """The same without a loop."""
        with OPENING:
            encoder, weight, bias = _opened(self._weights)
        tokens = [[BEGIN, *self._ids(one, FIRST), BETWEEN, *self._ids(two, SECOND), BETWEEN] for one, two in pairs]
        return told(encoder, tokens, weight, bias)

    def _ids(self, text: str, most: int) -> list[int]:
        ids: list[int] = self._tokenizer.encode(glossed(text)).ids[1:-1]
        return ids[:most]


@lru_cache(maxsize=1)
def _opened(weights: Path) -> "tuple[Encoder, Array, Array]":
    with np.load(FILE, allow_pickle=False) as file:
        stored = {name: file[name] for name in file.files}
    weight, bias = (stored.pop(f"heads.{kind}").astype(np.float32) for kind in ("weight", "bias"))
    return taught_encoder(weights, stored), weight, bias
