"""Choice by deck, not by dice: what was never used comes first, then what was used longest ago.

Random choice repeats after about the square root of the stock; a deck repeats only after all of it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date
from hashlib import blake2b
from typing import Protocol, TypeVar

COOLDOWN_DAYS = 30


class Option(Protocol):
    """Anything with a line id."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Option)


def roll(*key: Hashable) -> int:
    """A number from 0 to 2**64 - 1 that depends on nothing but the key: the same on every machine and in every year."""
    return int.from_bytes(blake2b("\x1f".join(map(str, key)).encode(), digest_size=8).digest(), "big")


def chance(*key: Hashable) -> float:
    """`roll` as a fraction, 0 <= x < 1."""
    return roll(*key) / 2**64


def draw(
    options: Iterable[T],
    *,
    key: str,
    seed: int,
    today: date,
    ledger: Mapping[str, date],
    cooldown: int | Callable[[T], int] = COOLDOWN_DAYS,
) -> T | None:
    """The option whose turn it is, or None if all are resting (then the caller widens or says less).

    Args:
        options: what fits; order does not matter.
        key: day, slot and purpose, so that one more line at noon shifts nothing drawn after it.
        seed: the pet's.
        today: the day the line is for.
        ledger: line id -> last day of use.
        cooldown: days for which a used option rests, the same for all or by option; with 0 all may
            come again, least recently used first.
    """
    best: T | None = None
    rank: tuple[int, int] | None = None
    for option in options:
        used = ledger.get(option.id)
        if used is not None:
            rest = cooldown if isinstance(cooldown, int) else cooldown(option)
            if (today - used).days < rest:
                continue
        mine = (0 if used is None else used.toordinal(), roll(seed, key, option.id))
        if rank is None or mine < rank:
            best, rank = option, mine
    return best
