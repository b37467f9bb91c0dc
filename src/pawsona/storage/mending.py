"""For how long a server that went is waited for: the time of a call runs from its beginning, whoever finds it gone."""

import time

CONNECT_SECONDS = 2
"""For a connection to be made; libpq takes no less."""


def too_late(until: float, begun: float) -> bool:
    """Whether one more attempt to reach the server may end after a moment, by how long the last one took.

    That was begun on a connection which was there; the next is to make one, and takes no longer than that may.
    """
    now = time.monotonic()
    return now + min(now - begun, CONNECT_SECONDS) > until
