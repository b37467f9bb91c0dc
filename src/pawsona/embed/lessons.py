"""What lines taught MiniLM: the published weights, and what was changed in them, in steps of 4 bits."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pawsona.embed.minilm import model_folder, published
from pawsona.embed.weights import map_weights

if TYPE_CHECKING:
    from pawsona.embed.encoder import Encoder

Array = NDArray[np.float32]
OPENING = Lock()
"""Two threads that need the same model open it once."""


class Pupil:
    """A model that lines taught; threads may share it. It is opened with the first text.

    Args:
        weights: the published file.
        tokenizer: cuts, and does not pad.
    """

    longest: ClassVar[int]
    """Tokens of a text, as in training."""

    def __init__(self, weights: Path, tokenizer: Tokenizer) -> None:
        self._weights = weights
        self._tokenizer = tokenizer

    @classmethod
    def open(cls, home: Path) -> Self | None:
        """The model; None where MiniLM is not installed.

        Raises:
            SetupError: its files are not the published ones.
        """
        return cls(*published(home, longest=cls.longest)) if model_folder() else None


def taught_encoder(weights: Path, stored: Mapping[str, NDArray[Any]]) -> "Encoder":
    """MiniLM with the changes."""
    from pawsona.embed.encoder import Encoder  # a twentieth of a second, and only for who reads

    known = map_weights(weights)
    return Encoder({**known, **{name: known[name] + by for name, by in changes(stored)}})


def changes(stored: Mapping[str, NDArray[Any]]) -> Iterator[tuple[str, Array]]:
    """By how much each table of the weights was changed; large ones are kept in steps of 4 bits by row."""
    for name, table in stored.items():
        own, _, kind = name.rpartition(".")
        if kind == "steps":
            size = stored[f"{own}.sizes"].astype(np.float32)
            pairs = np.stack([table & 15, table >> 4], axis=-1).reshape(len(table), -1)
            yield own, (pairs.astype(np.float32) - 8) * size[:, None]
        elif kind != "sizes":
            yield name, table.astype(np.float32)


def told(encoder: "Encoder", texts: Sequence[Sequence[int]], weight: Array, bias: Array) -> Array:
    """What heads make of each text's tokens, (texts, heads): of mean and maximum of its last states, side by side."""
    found = np.zeros((len(texts), len(bias)), dtype=np.float32)
    for at, tokens in enumerate(texts):
        hidden = encoder.hidden(tokens)
        found[at] = np.concatenate([hidden.mean(axis=0), hidden.max(axis=0)]) @ weight.T + bias
    return found
