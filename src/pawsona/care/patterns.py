"""Patterns of care's content that read a message as it was written, after folding."""

import re
from collections.abc import Iterable

from pawsona.errors import ContentError

Patterns = tuple[re.Pattern[str], ...]


def compiled(sources: Iterable[str], where: str) -> Patterns:
    """Patterns for folded text, see `normal.folded`.

    Raises:
        ContentError: one can't be read; names the place.
    """
    try:
        return tuple(re.compile(source) for source in sources)
    except re.error as error:
        raise ContentError(f"{where}: a pattern can't be read ({error})") from None


def any_in(said: str, patterns: Patterns) -> bool:
    """Whether one of them is in a text."""
    return any(pattern.search(said) for pattern in patterns)
