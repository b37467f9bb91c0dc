"""How near the texts of a sheet are to a vector."""

import numpy as np

from pawsona.domain.sheet import Floats, Octets, Sheet


def cosines(sheet: Sheet, vector: Floats) -> Floats:
    """One for each vector of the sheet, in the order of `sheet.embedded`."""
    # Not `@`: its threads wait for each other when the machine is busy (7 ms for 20,000 rows against 3).
    near: Floats = np.einsum("ij,j->i", sheet.vectors, vector, dtype=np.float32)
    near /= sheet.norms
    return near


def norms(vectors: Octets) -> Floats:
    """What numbers of eight bits have to be divided by to be of unit length."""
    squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float32)
    found: Floats = np.sqrt(np.maximum(squares, 1.0))
    return found
