"""Patterns of care's content that read a message as it was written, after folding."""

import re
from collections.abc import Iterable, Mapping

from pawsona.care.files import entry, mapping, text, texts
from pawsona.domain.language import LANGUAGES
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
    for pattern in patterns:  # a loop, for this is asked hundreds of times a text: a generator takes twice as long
        if pattern.search(said):
            return True
    return False


def any_whole(said: str, patterns: Patterns) -> bool:
    """Whether one of them is all of a text."""
    return any(pattern.fullmatch(said) for pattern in patterns)


def filled_in(row: object, words: Mapping[str, object], where: str) -> Patterns:
    """The patterns of both languages in a row of content, with `{name}` replaced by that language's words.

    Raises:
        ContentError: it is wrong; names the place.
    """
    found: list[str] = []
    for language in LANGUAGES:
        known = mapping(entry(words, language, where), where)
        for source in texts(entry(mapping(row, where), language, where), where):
            for _ in range(2):  # words may stand for words
                for name, stands_for in known.items():
                    source = source.replace(f"{{{name}}}", text(stands_for, f"{where}: {name}"))
            found.append(source)
    return compiled(found, where)
