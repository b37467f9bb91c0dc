"""Reads hasty typing as it was meant: "im", "dont", "u" and "lucy" keep no cue from holding."""

import re
from collections.abc import Mapping
from functools import lru_cache

from pawsona.domain.language import Language
from pawsona.minds.storybook import source
from pawsona.minds.storybook.talk.book import CONTENT


@lru_cache(maxsize=1)
def _table() -> tuple[Mapping[str, str], re.Pattern[str]]:
    path = CONTENT / "en" / "talk" / "spelling.yaml"
    words = {str(typed): str(meant) for typed, meant in source.read(path, CONTENT)["words"].items()}
    longest = sorted(words, key=len, reverse=True)
    return words, re.compile(rf"(?<![\w'@#-])(?:{'|'.join(map(re.escape, longest))})(?![\w'@-])", re.IGNORECASE)


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    path = CONTENT / "en" / "talk" / "names.yaml"
    return frozenset(source.read(path, CONTENT)["names"].split())


_SMALL = re.compile(r"(?<![\w'@#.-])[a-z]{3,12}(?=$|[\s,.!?;:'’)])")


KEPT = 512
"""Texts that were read lately: each is asked for in several places of a turn."""


@lru_cache(maxsize=KEPT)
def spelled(text: str, language: Language) -> str:
    """A message in the spelling that cues know, names with their capitals; Chinese needs none of it."""
    if language == "zh":
        return text
    words, typed = _table()
    meant = typed.sub(lambda found: _cased(words[found[0].casefold()], found[0]), text.replace("’", "'"))
    return _SMALL.sub(lambda found: found[0].capitalize() if found[0] in _names() else found[0], meant)


def _cased(meant: str, typed: str) -> str:
    return meant[0].upper() + meant[1:] if typed[0].isupper() and typed != "I" else meant
