"""How many tokens a text takes: by the model's own tokenizer, else by an estimate that learns from the server.

A server that offers its tokenizer (`tokenizing.py`) is asked once, for what a letter of each script takes; its counts
of whole prompts teach the rest.
"""

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
_LONG = 1800
"""Tokens; a server that reads less of a prompt than it was sent reads as much as this."""
_CUT, _TAUGHT = 0.7, 3
"""Counts below this share of what was sent are no error of an estimate that so many counts have taught."""


@dataclass(frozen=True)
class Rates:
    """Tokens per Latin letter, and per any other character."""

    latin: float = PER_WORD_CHARACTER
    other: float = PER_OTHER


@dataclass
class Tokens:
    """Counts for one model."""

    tokenizer: Path | None = None
    settled: bool = True
    """Whether there is no server that has still to be asked for its rates."""
    cut_at: int = 0
    """How much of a prompt its server read, where that was too long for it and it said nothing of it; else 0."""
    _rates: Rates = Rates()
    _ratio: float = 1.0
    _taught: int = 0

    def count(self, text: str) -> int:
        """Tokens of a text; exact only with the model's tokenizer.

        Raises:
            MindError: the tokenizer can't be read.
        """
        if self._own is not None:
            return len(self._own.encode(text, add_special_tokens=False).ids)
        return round(estimate(text, self._rates) * self._ratio)

    def measured(self, rates: Rates) -> None:
        """What the model's own tokenizer gave."""
        self._rates, self._ratio, self._taught = rates, 1.0, _TAUGHT

    def learn(self, text: str, counted: int) -> None:
        """What the server counted for a text; nothing is learnt from one that it cut."""
        guessed = estimate(text, self._rates)
        if self._taught >= _TAUGHT and _LONG < counted < _CUT * self.count(text):
            self.cut_at = counted
        elif counted > 0 and guessed > 0:
            self.cut_at = 0 if counted > self.cut_at else self.cut_at  # it has more context now
            self._taught += 1
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


def estimate(text: str, rates: Rates = Rates()) -> float:
    """Tokens of a text for a model that nobody asked."""
    latin = len(text.encode("ascii", "ignore"))
    return rates.latin * latin + rates.other * (len(text) - latin)
