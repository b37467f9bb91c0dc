"""The real `Clock` and `Rng`, and a clock that can be moved."""

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
