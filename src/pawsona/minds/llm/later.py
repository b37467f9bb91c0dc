"""When a busy server wants to be asked again (`Retry-After`), and for how long a person is left waiting for that.

The SDK waits for as long as the server says, up to two minutes: at night that is right. While a person waits, the
storybook answers, and the breaker keeps others from asking before that time is over.
"""

from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

SOON = 3.0
"""Seconds that a person waits before a model is asked again."""
LONGEST = 3600.0
"""Seconds for which a server is left alone at most: a header that is wrong must not take a model away for a week."""


async def only_soon(response: "httpx2.Response") -> None:
    """A hook of the HTTP client: the SDK asks again soon or not at all."""
    if _seconds(response) > SOON:
        response.headers["x-should-retry"] = "false"  # what the SDK lets a server say itself


def asked_for(error: Exception) -> float:
    """Seconds for which the server wants to be left alone; 0 where it names none."""
    response: httpx2.Response | None = getattr(error, "response", None)
    return 0.0 if response is None else min(_seconds(response), LONGEST)


def _seconds(response: "httpx2.Response") -> float:
    """By the server's own clock, where it names a date."""
    said = response.headers.get("retry-after", "")
    try:
        return max(0.0, float(said))
    except ValueError:
        return _until(said, response.headers.get("date", ""))


def _until(said: str, now: str) -> float:
    try:
        return max(0.0, (parsedate_to_datetime(said) - parsedate_to_datetime(now)).total_seconds())
    except (TypeError, ValueError):
        return 0.0
