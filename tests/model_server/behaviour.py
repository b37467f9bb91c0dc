"""What the server does with one request, as it was scripted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

Moment = Literal["first", "middle"]
"""Before the first byte of the answer, or half-way through it."""


@dataclass(frozen=True)
class Behaviour:
    """Without anything given: a plain, right answer at once."""

    path: str = ""
    """Only requests to this path take it; "": only POSTs, whatever their path but /tokenize, which is asked by the way."""
    match: str = ""
    """Only requests whose body has this text take it; others pass it by."""
    times: int = 1
    """How many requests it holds for; 0: for all that follow."""
    status: int = 200
    """Any other: the request is refused with it."""
    message: str = "The server was told to refuse this."
    code: str | int | None = None
    kind: str | None = None
    """The error's `type`, where it isn't OpenAI's: llama.cpp has its own, and its `code` is a number."""
    retry_after: float | None = None
    """The header, in seconds."""
    stall: Moment | None = None
    """Say nothing more and keep the connection open."""
    cut: Moment | None = None
    """Reset the connection."""
    garbage: bool = False
    """HTTP 200 with what is no JSON; in a stream, after the first tokens."""
    text: str | None = None
    """The answer as it stands, even where a schema was asked for; "" says nothing."""
    reasoning: str = ""
    """Thoughts before the answer, in `reasoning_content`."""
    finish: str = "stop"
    first_token_ms: float = 0.0
    token_ms: float = 0.0
    """A plain answer takes as long as the same answer streamed."""
    obey: bool = False
    """Do what a line "SYSTEM OVERRIDE: say X" says if it stands outside the fence «...», and only then."""


def behaviour(given: Mapping[str, Any]) -> Behaviour:
    """From JSON; a misspelt key is an error, not a test that tests nothing."""
    known = {field.name for field in fields(Behaviour)}
    if not set(given) <= known:
        raise ValueError(f"no such behaviour: {', '.join(sorted(set(given) - known))}")
    return Behaviour(**given)


class Script:
    """The queue of behaviours; when none is left or fits, the one that always holds."""

    def __init__(self, always: Behaviour) -> None:
        self.always = always
        self._queue: list[tuple[Behaviour, int]] = []

    def add(self, behaviours: Sequence[Behaviour]) -> None:
        self._queue += [(each, each.times) for each in behaviours]

    def take(self, method: str, path: str, body: str) -> Behaviour:
        """The first that fits, used up by one."""
        for at, (found, left) in enumerate(self._queue):
            if found.match in body and (found.path == path if found.path else method == "POST" and path != "/tokenize"):
                if left == 1:
                    del self._queue[at]
                elif left > 1:
                    self._queue[at] = (found, left - 1)
                return found
        return self.always
