"""How many tokens a text takes: by the model's own tokenizer, else by an estimate that learns from the server."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pawsona.errors import MindError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PER_WORD_CHARACTER, PER_OTHER = 0.26, 0.85
"""Tokens per Latin letter, and per any other character; measured by `benchmarks/pet_day_tokens.py`."""
_LEARNT = 0.2
"""How much one count of the server's moves the estimate."""


@dataclass
class Tokens:
    """Counts for one model."""

    tokenizer: Path | None = None
    _ratio: float = 1.0

    def count(self, text: str) -> int:
        """Tokens of a text; exact only with the model's tokenizer.

        Raises:
            MindError: the tokenizer can't be read.
        """
        if self._own is not None:
            return len(self._own.encode(text, add_special_tokens=False).ids)
        return round(estimate(text) * self._ratio)

    def learn(self, text: str, counted: int) -> None:
        """What the server counted for a text."""
        guessed = estimate(text)
        if counted > 0 and guessed > 0:
            self._ratio += _LEARNT * (min(4.0, max(0.25, counted / guessed)) - self._ratio)

    @cached_property
    def _own(self) -> "Tokenizer | None":
        if self.tokenizer is None:
            return None
        from tokenizers import Tokenizer

        try:
            return Tokenizer.from_file(str(self.tokenizer))
        except Exception as error:
            raise MindError(f"{self.tokenizer} is no tokenizer.json: set the model's tokenizer anew") from error


def estimate(text: str) -> float:
    """Tokens of a text for a model that nobody asked."""
    latin = len(text.encode("ascii", "ignore"))
    return PER_WORD_CHARACTER * latin + PER_OTHER * (len(text) - latin)
