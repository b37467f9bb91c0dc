"""MiniLM taught to read risks: the published weights, what the lines changed in them, and three heads.

What the lines changed is care's content, in steps of 4 bits; the published weights come from their own package.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pawsona.care.reader import taught
from pawsona.embed.minilm import batches, model_folder, padded, published
from pawsona.embed.weights import map_weights

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

LONGEST = 128
"""Tokens of a text, as in training."""
_OPENING = Lock()


class TaughtMiniLM:
    """Care's `Sentences`; threads may share it. It is opened with the first text.

    Args:
        weights: the published file.
        tokenizer: cuts, and does not pad.
    """

    def __init__(self, weights: Path, tokenizer: Tokenizer) -> None:
        self._weights = weights
        self._tokenizer = tokenizer

    @classmethod
    def open(cls, home: Path) -> "TaughtMiniLM | None":
        """The model; None where MiniLM is not installed.

        Raises:
            SetupError: its files are not the published ones.
        """
        return cls(*published(home, longest=LONGEST)) if model_folder() else None

    def read(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Sentences`."""
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        heads = taught().heads
        found = np.zeros((len(texts), len(heads.bias)), dtype=np.float32)
        for batch in batches([len(ids) for ids in tokens]):
            found[batch] = self._pooled([tokens[at] for at in batch]) @ heads.weight.T + heads.bias
        return found

    def _pooled(self, tokens: list[list[int]]) -> NDArray[np.float32]:
        """Mean and maximum of the last states of each text, side by side."""
        ids, mask = padded(tokens)
        with _OPENING:
            encoder = _opened(self._weights)
        hidden = encoder.hidden(ids, mask)
        real = mask[..., None].astype(np.float32)
        mean = (hidden * real).sum(axis=1) / real.sum(axis=1)
        most = (hidden + (real - 1) * np.float32(1e4)).max(axis=1)
        return np.concatenate([mean, most], axis=1)


@lru_cache(maxsize=1)
def _opened(weights: Path) -> "Encoder":
    from pawsona.embed.encoder import Encoder  # a twentieth of a second, and only for who reads

    published_ = map_weights(weights)
    return Encoder({**published_, **{name: published_[name] + by for name, by in taught().changes()}})
