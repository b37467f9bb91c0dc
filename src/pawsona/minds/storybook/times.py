"""Dates and times in what a person says, in English and Chinese, on the person's wall clock.

Vague parts of the day get a decent hour; what lies in the past is moved on where the words allow it, else not found.
"""

import re
from datetime import datetime

from pawsona.domain.language import Language
from pawsona.minds.storybook.moments import When
from pawsona.minds.storybook.times_en import find_english
from pawsona.minds.storybook.times_zh import find_chinese

__all__ = ["When", "find_when", "without_when"]


def find_when(text: str, now: datetime, language: Language) -> When | None:
    """The moment that a text names, if any."""
    return find_english(text.casefold(), now) if language == "en" else find_chinese(text, now)


def without_when(text: str, when: When) -> str:
    """The text with the words of the moment cut out."""
    for start, end in sorted(when.spans, reverse=True):
        text = text[:start] + " " + text[end:]
    text = re.sub(r"(?<=[一-龥，]) +(?=[一-龥，])", "", text)
    return re.sub(r"\s+", " ", text).strip(" ,，.。!！?？")
