"""By how much MiniLM's columns are made smaller before they are brought to bytes: python scripts/smooth_minilm.py.

Each column by (its largest number)^.6 / (its largest weight)^.4, to the next quarter of a power of two (Xiao et
al. 2023, SmoothQuant, equation 4): which columns are large hardly depends on the text, so these few are enough.
"""

from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pawsona.embed.encoder import HEADS, LAYERS, SMOOTH, WIDTH, parts, smoothed
from pawsona.embed.minilm import model_folder
from pawsona.embed.weights import Weights, map_weights

Array = NDArray[np.float32]
STRENGTH = 0.6
TEXTS = (
    "I walked home along the river and the water was very high.",
    "My sister is called Mei and she lives in Oslo.",
    "What did you do today?",
    "he works at a hospital; nights are long",
    "Thank you! That is so kind of you, I feel better now.",
    "We went to the zoo on Sunday, 3 of us, and saw two pandas.",
    "no",
    "When is my dentist appointment, and what was the song called that I liked last winter?",
)
GELU = np.vectorize(lambda z: z * 0.5 * (1 + erf(z / sqrt(2))), otypes=[np.float32])


class Forward:
    """MiniLM in float32, which notes how large each column gets that goes into a product."""

    def __init__(self, tables: Weights) -> None:
        self._tables = tables
        self.largest: dict[str, Array] = {at: np.zeros(WIDTH, dtype=np.float32) for at in smoothed()}

    def read(self, tokens: list[int]) -> None:
        """One text."""
        of = self._tables
        x = of["embeddings.word_embeddings.weight"][tokens] + of["embeddings.position_embeddings.weight"][: len(tokens)]
        x = self._norm(x + of["embeddings.token_type_embeddings.weight"][0], "embeddings")
        for n in range(LAYERS):
            at = f"encoder.layer.{n}"
            self._note(f"{at}.attention.self", x)
            x = self._norm(
                x + self._linear(self._attention(x, at), f"{at}.attention.output.dense"), f"{at}.attention.output"
            )
            self._note(f"{at}.intermediate.dense", x)
            wide = GELU(self._linear(x, f"{at}.intermediate.dense"))
            x = self._norm(x + self._linear(wide, f"{at}.output.dense"), f"{at}.output")

    def _note(self, at: str, x: Array) -> None:
        self.largest[at] = np.maximum(self.largest[at], np.abs(x).max(axis=0))

    def _attention(self, x: Array, at: str) -> Array:
        query, key, value = (self._linear(x, name) for name in parts(f"{at}.attention.self"))
        heads = [table.reshape(len(x), HEADS, -1).swapaxes(0, 1) for table in (query, key, value)]
        weights = np.exp(heads[0] @ heads[1].swapaxes(1, 2) / sqrt(WIDTH / HEADS))
        mixed = weights / weights.sum(axis=-1, keepdims=True) @ heads[2]
        return np.asarray(mixed.swapaxes(0, 1).reshape(len(x), WIDTH), dtype=np.float32)

    def _linear(self, x: Array, at: str) -> Array:
        return x @ self._tables[f"{at}.weight"].T + self._tables[f"{at}.bias"]

    def _norm(self, x: Array, at: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        ones = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return np.asarray(
            ones * self._tables[f"{at}.LayerNorm.weight"] + self._tables[f"{at}.LayerNorm.bias"], dtype=np.float32
        )


def powers() -> NDArray[np.int8]:
    """The quarters, (products, columns)."""
    folder = model_folder()
    assert folder, "MiniLM is not installed"
    tables, tokenizer = map_weights(folder / "model.safetensors"), Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    forward = Forward(tables)
    for text in TEXTS:
        forward.read(tokenizer.encode(text).ids)
    return np.stack(
        [_power(np.concatenate([tables[f"{p}.weight"] for p in parts(at)]), forward.largest[at]) for at in smoothed()]
    )


def _power(weights: Array, largest: Array) -> NDArray[np.int8]:
    by = largest**STRENGTH / np.abs(weights).max(axis=0) ** (1 - STRENGTH)
    return np.asarray(np.rint(4 * np.log2(by / np.median(by))), dtype=np.int8)


if __name__ == "__main__":
    np.save(SMOOTH, powers())
