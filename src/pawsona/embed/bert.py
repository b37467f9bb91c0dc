"""The forward pass of a small BERT in NumPy, float32, all operations batched (Devlin et al. 2019)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pawsona.embed.weights import Weights

Array = NDArray[np.float32]

HEADS = 12
EPSILON = 1e-12

# Abramowitz and Stegun 7.1.26: erf to 1.5e-7. NumPy has none, and SciPy is 100 MB.
_P = 0.3275911
_A = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def erf(x: Array) -> Array:
    """The error function, to 1e-6 in float32."""
    size = np.abs(x)
    t = np.float32(1) / (np.float32(1) + np.float32(_P) * size)
    total = np.full_like(t, _A[4])
    for a in reversed(_A[:4]):
        total *= t
        total += np.float32(a)
    total *= t
    total *= np.exp(-size * size)
    return np.asarray(np.copysign(np.float32(1) - total, x), dtype=np.float32)


def gelu(x: Array) -> Array:
    """The exact (erf) form that BERT was trained with."""
    half = np.float32(0.5) * x
    return np.asarray(half + half * erf(x * np.float32(0.7071067811865476)), dtype=np.float32)


@dataclass(frozen=True)
class Bert:
    """Layers by name, as Hugging Face stores them."""

    weights: Weights
    layers: int

    def hidden(self, tokens: NDArray[np.int64], mask: Array) -> Array:
        """The last hidden states.

        Args:
            tokens: ids, (texts, length), padded at the end.
            mask: 1 for a token, 0 for padding, same shape.

        Returns:
            (texts, length, width).
        """
        w = self.weights
        x: Array = w["embeddings.word_embeddings.weight"][tokens]
        x = x + w["embeddings.position_embeddings.weight"][: tokens.shape[1]]
        x += w["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x, "embeddings.LayerNorm")
        bias = ((mask - 1) * np.float32(1e9))[:, None, None, :]
        for n in range(self.layers):
            x = self._layer(x, bias, f"encoder.layer.{n}")
        return x

    def _layer(self, x: Array, bias: Array, at: str) -> Array:
        seen = self._dense(self._attention(x, bias, f"{at}.attention.self"), f"{at}.attention.output.dense")
        seen += x
        x = self._norm(seen, f"{at}.attention.output.LayerNorm")
        wide = gelu(self._dense(x, f"{at}.intermediate.dense"))
        out = self._dense(wide, f"{at}.output.dense")
        out += x
        return self._norm(out, f"{at}.output.LayerNorm")

    def _attention(self, x: Array, bias: Array, at: str) -> Array:
        texts, length, width = x.shape

        def heads(name: str) -> Array:
            return self._dense(x, f"{at}.{name}").reshape(texts, length, HEADS, -1).transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").transpose(0, 1, 3, 2)
        scores *= np.float32((width // HEADS) ** -0.5)
        scores += bias
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        mixed = (scores @ heads("value")).transpose(0, 2, 1, 3)
        return np.asarray(mixed.reshape(texts, length, width), dtype=np.float32)

    def _dense(self, x: Array, at: str) -> Array:
        """One matrix product for all tokens of all texts, weights first: for a short query a third faster."""
        tokens = x.reshape(-1, x.shape[-1])
        out = np.ascontiguousarray((self.weights[f"{at}.weight"] @ tokens.T).T)
        out += self.weights[f"{at}.bias"]
        return out.reshape(*x.shape[:-1], -1)

    def _norm(self, x: Array, at: str) -> Array:
        centred: Array = x - x.mean(axis=-1, keepdims=True, dtype=np.float32)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
        centred /= spread
        centred *= self.weights[f"{at}.weight"]
        centred += self.weights[f"{at}.bias"]
        return centred
