"""The real `Clock` and `Rng`, a clock that can be moved, and chance that is the same in every run."""

import secrets
from datetime import UTC, datetime


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - this is the Clock that everybody else asks


class SimulatedClock:
    """Stands where it was set; `pawsona night --days N` lives on it."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment


class SystemRng:
    """Chance from the operating system; a pet's own life comes from its seed instead."""

    def token(self) -> str:
        return secrets.token_hex(6)

    def seed(self) -> int:
        return secrets.randbelow(2**31)


class CountedRng:
    """Tokens count up and the seed is given: the same in every run."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0

    def token(self) -> str:
        self._count += 1
        return f"{self._count:012x}"

    def seed(self) -> int:
        return self._seed
