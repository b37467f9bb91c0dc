"""Tokens as this server counts them, and how much of a prompt it has seen before."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_TOKEN = re.compile(r"\s?[A-Za-z0-9]{1,8}|\s?[^\W\d_]|\s+|.", re.DOTALL)
"""A piece of a word with the space before it, one Chinese character, or one sign: near what real tokenizers give."""


def tokens(text: str) -> list[str]:
    """They join to the text again."""
    return _TOKEN.findall(text)


def prompt_text(messages: Sequence[Mapping[str, Any]]) -> str:
    """The messages as a chat template would lay them out."""
    return "".join(f"<|{message.get('role')}|>{content(message)}<|end|>" for message in messages)


def content(message: Mapping[str, Any]) -> str:
    """The text of a message, also where it comes in parts."""
    given = message.get("content")
    if isinstance(given, list):
        return "".join(str(part.get("text", "")) for part in given)
    return given if isinstance(given, str) else ""


class PrefixCache:
    """The longest common prefix with any earlier prompt, to the token."""

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._seen: list[list[str]] = []

    def common(self, prompt: list[str]) -> int:
        """How many tokens were there before; from now on this prompt was, too."""
        longest = max((_shared(prompt, earlier) for earlier in self._seen), default=0)
        self._seen = [*self._seen[1 - self._size :], prompt]
        return longest

    def clear(self) -> None:
        self._seen = []


def _shared(one: list[str], other: list[str]) -> int:
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))
