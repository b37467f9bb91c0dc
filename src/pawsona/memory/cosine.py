"""How near the texts of a sheet are to a vector."""

import threading

import numpy as np

from pawsona.domain.sheet import Floats, Octets, Sheet

_BLOCK = 512
"""Vectors that are unpacked at once: they stay in the processor's cache."""


class _Unpacked(threading.local):
    """Room for a block, one for each thread: fresh memory would cost more than the arithmetic."""

    def __init__(self) -> None:
        self._room = np.empty((0, 0), np.float32)

    def room(self, width: int) -> Floats:
        if self._room.shape[1] != width:
            self._room = np.empty((_BLOCK, width), np.float32)
        return self._room


_UNPACKED = _Unpacked()


def cosines(sheet: Sheet, vector: Floats) -> Floats:
    """One for each vector of the sheet, in the order of `sheet.embedded`."""
    near, room = np.empty(len(sheet.vectors), np.float32), _UNPACKED.room(len(vector))
    for begin in range(0, len(near), _BLOCK):
        packed = sheet.vectors[begin : begin + _BLOCK]
        block = room[: len(packed)]
        np.copyto(block, packed)
        # Not `@`: its threads wait for each other on a busy machine, and its last digit depends on the row's place.
        np.vecdot(block, vector, out=near[begin : begin + _BLOCK])
    near /= sheet.norms
    return near


def norms(vectors: Octets) -> Floats:
    """What numbers of eight bits have to be divided by to be of unit length."""
    squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float32)
    found: Floats = np.sqrt(np.maximum(squares, 1.0))
    return found
