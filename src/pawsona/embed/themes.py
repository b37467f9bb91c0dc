"""MiniLM taught by themes: messages of one theme lie together, whatever words they have.

Only its last layers were taught, by scripts/train_themes.py, and what was changed in them is `themes.npz`. Chinese is
read word by word in English, as care reads it; who asks gives the English.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pawsona.domain.ports import Vector
from pawsona.embed.lessons import OPENING, Pupil, taught_encoder
from pawsona.embed.minilm import averaged

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

FILE = Path(__file__).parent / "themes.npz"
LAYERS, LONGEST = 3, 64
"""Layers that were taught, the last ones; tokens of a text, as in training."""
HELD = 2
"""Which message of each kind was held out of every theme: what is measured is measured by those."""


class TaughtThemes(Pupil):
    """The storybook's embedder for themes."""

    longest = LONGEST
    file = FILE

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """In a worker thread: ONNX Runtime lets the event loop run meanwhile."""
        return await asyncio.to_thread(self.vectors, texts) if texts else []

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The same without a loop."""
        with OPENING:
            encoder = _opened(self._weights, self.file)
        return [averaged(encoder.hidden(self._tokenizer.encode(text).ids)) for text in texts]


@lru_cache(maxsize=1)
def _opened(weights: Path, file: Path) -> "Encoder":
    with np.load(file, allow_pickle=False) as stored:
        return taught_encoder(weights, {name: stored[name] for name in stored.files})
