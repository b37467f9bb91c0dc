"""One BLAS thread: for products as small as ours, OpenBLAS's waiting threads cost more than they bring.

Measured on two busy cores, one short query: 107 ms (p95 570) with two threads, 23 ms (p95 26) with one; on idle
cores 5 ms against 7 ms. NumPy has no call for it, and the environment variable must be set before its import.
"""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import numpy as np

_SETTERS = (
    "scipy_openblas_set_num_threads64_",
    "scipy_openblas_set_num_threads",
    "openblas_set_num_threads64_",
    "openblas_set_num_threads",
)


def use_one_thread() -> bool:
    """Tell NumPy's OpenBLAS, for the whole process; False where NumPy brings none (macOS's own, a system's)."""
    found = False
    for path in _libraries():
        try:
            library = ctypes.CDLL(str(path))
        except OSError:  # a file that is no library of this machine
            continue
        setter = next((getattr(library, name) for name in _SETTERS if hasattr(library, name)), None)
        if setter is not None:
            setter(ctypes.c_int(1))
            found = True
    return found


def _libraries() -> Iterator[Path]:
    """Where NumPy's wheels keep it: beside the package (Linux, Windows) or inside (macOS)."""
    package = Path(np.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        yield from sorted(folder.glob("*openblas*"))
