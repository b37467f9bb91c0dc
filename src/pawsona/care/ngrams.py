"""Short pieces of spelling as numbers, for a linear model: what words look like, in any language."""

import math
import zlib
from collections import Counter
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

BUCKETS = 1 << 18
FEW = 1 << 14
"""Buckets where each has several weights."""


def pieces(text: str, han: bool) -> Mapping[int, float]:
    """How often each piece stands in a text, by bucket, damped.

    Args:
        text: in small letters.
        han: pieces of 1 to 3 characters, as Chinese is written; else of 2 to 5 within words.
    """
    if han:
        found = _buckets("".join(text.split()), 1, 3, "z")
    else:
        found = [bucket for word in text.split() for bucket in _buckets(f" {word} ", 2, 5, "e")]
    return {bucket: 1.0 if n == 1 else 1 + math.log(n) for bucket, n in Counter(found).items()}


def _buckets(text: str, shortest: int, longest: int, mark: str) -> list[int]:
    """Of each piece the checksum of the mark and the piece; that of a longer piece goes on from the shorter one's."""
    signs, begun = [sign.encode() for sign in text], zlib.crc32(mark.encode())
    found = []
    for at in range(len(signs) - shortest + 1):
        value = zlib.crc32(b"".join(signs[at : at + shortest]), begun)
        found.append(value % BUCKETS)
        for sign in signs[at + shortest : at + longest]:
            value = zlib.crc32(sign, value)
            found.append(value % BUCKETS)
    return found


def score(counted: Mapping[int, float], rarity: NDArray[np.float32], weights: NDArray[np.float32]) -> float:
    """The linear model's sum over rarity-weighted pieces of unit length."""
    at = np.fromiter(counted, dtype=np.int64, count=len(counted))
    values = np.fromiter(counted.values(), dtype=np.float32, count=len(counted)) * rarity[at]
    length = math.sqrt(float(values @ values))
    return float(values @ weights[at]) / max(length, 1e-6)


def scores(
    counted: Mapping[int, float], rarity: NDArray[np.float32], weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The same for each column of weights, (FEW, columns): pieces of unit length in few buckets."""
    at = np.fromiter(counted, dtype=np.int64, count=len(counted))
    values = np.fromiter(counted.values(), dtype=np.float32, count=len(counted)) * rarity[at]
    few = np.bincount(at % FEW, weights=values, minlength=FEW).astype(np.float32)
    return np.asarray(few @ weights / max(float(np.sqrt(few @ few)), 1e-6), dtype=np.float32)
