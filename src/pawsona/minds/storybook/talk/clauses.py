"""Cuts a message into clauses, so that the heaviest can be answered."""

import re
from functools import lru_cache

from pawsona.domain.language import Language, length
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.spelling import spelled


@lru_cache(maxsize=2)
def _joiners(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(engine_cues(language).cues["joiners"].patterns), re.IGNORECASE)


def clauses_of(text: str, language: Language) -> tuple[str, ...]:
    """The clauses of a message in order; a message without any letter is one clause."""
    marked = _joiners(language).sub(lambda m: _stop(m.group()) + "\n", spelled(text, language))
    parts = [part.strip(" ,，") for part in marked.split("\n")]
    found = tuple(part for part in parts if part)
    return found or (text.strip(),)


def _stop(joiner: str) -> str:
    """A question keeps its mark: it decides what may be answered or remembered."""
    return joiner.strip() if any(mark in joiner for mark in "?？") else ""


def size(text: str, language: Language) -> int:
    """Words, or characters in Chinese."""
    return length(text, language)
