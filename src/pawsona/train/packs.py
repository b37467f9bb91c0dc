"""How many rows samples make: each one, or as many as fit into the context together."""

from bisect import bisect_left, insort
from collections.abc import Sequence

from pawsona.train.mask import Samples
from pawsona.train.profile import Profile

AT_ONCE = 1000
"""Samples that TRL looks at together when it packs: what `datasets` maps at a time."""


def rows(samples: Samples, profile: Profile) -> int:
    """Rows of a run. Packs are counted as TRL makes them: the longest first, each where the least room is left."""
    lengths = [len(one.input_ids) for one in samples.kept]
    if not profile.packing:
        return len(lengths)
    return sum(_packs(lengths[at : at + AT_ONCE], profile.context) for at in range(0, len(lengths), AT_ONCE))


def _packs(lengths: Sequence[int], context: int) -> int:
    room: list[int] = []
    for length in sorted(lengths, reverse=True):
        at = bisect_left(room, length)
        left = room.pop(at) if at < len(room) else context
        insort(room, left - length)
    return len(room)
