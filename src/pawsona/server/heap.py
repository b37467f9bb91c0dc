"""What this process holds of the machine's memory beyond what it uses."""

import ctypes
import gc
import sys

YOUNG = 10_000
"""Objects made and not let go of before anybody looks which of them only hold each other; Python's own is 700. A turn
of talk leaves hardly any such, and while twenty are under way each of them is looked through again and again."""


def give_back() -> None:
    """Let the system have what was taken and freed: glibc keeps it (19 MB after a start) until it is told.

    Costs 2 ms the first time and 0.2 ms when there is nothing to give. Other C libraries do without.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


def look_seldom() -> None:
    """Look for what only holds itself after many objects were made, not after a few."""
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
