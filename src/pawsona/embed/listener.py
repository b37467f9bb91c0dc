"""MiniLM taught by lines that people told: whether there is anything in a line to keep.

What was asked before a line, and the line, are read as one text. Chinese is read word by word in English, as care reads
it. Taught by scripts/train_listener.py, how long a line stays and which questions it answers as well: these are not
asked for, because they were no better than rules (docs/log.md). What was changed in MiniLM is `listener.npz`.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pawsona.care.gloss import glossed
from pawsona.embed.lessons import OPENING, Array, Pupil, pooled, taught_encoder
from pawsona.embed.minilm import batches

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

FILE = Path(__file__).parent / "listener.npz"
FIRST, SECOND, LONGEST = 40, 80, 96
"""Tokens that are read of the two, and of any text at all; as in training."""
BEGIN, BETWEEN = 101, 102
KEEP = slice(1, 5)
"""Where in what the heads say stand the odds that nothing is to be kept, or for a month, a season, for good. At 0 is
whether the second text answers the first, from 5 on are the topics."""


class TaughtListener(Pupil):
    """The storybook's `Listener`."""

    longest = LONGEST

    async def idle(self, lines: Sequence[tuple[str, str]]) -> Array:
        """See `Listener`. In a worker thread: ONNX Runtime lets the event loop run meanwhile."""
        keep = (await asyncio.to_thread(self.heard, lines))[:, KEEP]
        return np.asarray(keep[:, 0] - np.logaddexp.reduce(keep[:, 1:], axis=1), dtype=np.float32)

    def heard(self, pairs: Sequence[tuple[str, str]]) -> Array:
        """What all heads say of pairs of texts, without a loop."""
        with OPENING:
            encoder, weight, bias = _opened(self._weights)
        tokens = [[BEGIN, *self._ids(one, FIRST), BETWEEN, *self._ids(two, SECOND), BETWEEN] for one, two in pairs]
        found = np.zeros((len(pairs), len(bias)), dtype=np.float32)
        for batch in batches([len(ids) for ids in tokens]):
            found[batch] = pooled(encoder, [tokens[at] for at in batch]) @ weight.T + bias
        return found

    def _ids(self, text: str, most: int) -> list[int]:
        ids: list[int] = self._tokenizer.encode(glossed(text)).ids[1:-1]
        return ids[:most]


@lru_cache(maxsize=1)
def _opened(weights: Path) -> "tuple[Encoder, Array, Array]":
    with np.load(FILE, allow_pickle=False) as file:
        stored = {name: file[name] for name in file.files}
    weight, bias = (stored.pop(f"heads.{kind}").astype(np.float32) for kind in ("weight", "bias"))
    return taught_encoder(weights, stored), weight, bias
