"""Fields of a request that a model refuses: what is asked without them, or under another name, is asked at all.

OpenAI's newer models know `max_tokens` by another name, choose their temperature themselves and take no `stop`.
"""

import re
from collections.abc import Mapping
from typing import Any

_INSTEAD = {"max_tokens": "max_completion_tokens", "temperature": "", "stop": ""}
"""What it is called there; nothing: it can be done without."""


class Fields:
    """What one model takes, as far as its refusals have told."""

    def __init__(self) -> None:
        self._refused: set[str] = set()

    def taken(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The body in the fields that it takes."""
        if not self._refused:
            return body
        named = {_INSTEAD[name] if name in self._refused else name: value for name, value in body.items()}
        return {name: value for name, value in named.items() if name}

    def learn(self, sent: Mapping[str, Any], about: str) -> bool:
        """Whether a refusal names a field that was sent and can be done without; it is not sent again.

        Args:
            sent: the body that was refused.
            about: the refusal in small letters. "max_tokens is too large" refuses a number and not the field.
        """
        if "unsupported" not in about and "not support" not in about:
            return False
        found = {name for name in _INSTEAD if name in sent and re.search(rf"['\"`]{name}['\"`]", about)}
        self._refused |= found
        return bool(found)
