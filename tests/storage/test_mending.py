"""How long a server that went is waited for."""

import time

import pytest

from pawsona.storage.mending import CONNECT_SECONDS, too_late


@pytest.mark.parametrize(
    ("lasted", "left", "late"),
    [
        (0.0, 1.0, False),
        (0.0, -1.0, True),
        (CONNECT_SECONDS, CONNECT_SECONDS / 2, True),
        (60.0, 2 * CONNECT_SECONDS, False),  # on a connection that was there; a new one says sooner that nobody is
    ],
)
def test_an_attempt_that_would_end_too_late_is_not_begun(
    lasted: float, left: float, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    assert too_late(1000.0 + left, 1000.0 - lasted) is late
