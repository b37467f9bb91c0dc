"""Hard rules that several skills share; each returns the sentences that say what is wrong."""

from collections.abc import Iterator

from pawsona.domain.language import Language, is_chinese, length
from pawsona.skills.profiles import Lengths


def written(text: str, what: str, language: Language) -> Iterator[str]:
    """Something was written, in the language of the person."""
    if not text.strip():
        yield f"the {what} is empty"
    elif any(map(str.isalpha, text)) and is_chinese(text) != (language == "zh"):
        yield f"the {what} is not in {'Chinese' if language == 'zh' else 'English'}"


def within(text: str, what: str, language: Language, limits: Lengths) -> Iterator[str]:
    """The text is as long as the profile wants it."""
    limit, size = limits.of(language), length(text, language)
    if limit.broken_by(size):
        unit = "words" if language == "en" else "characters"
        yield f"the {what} has {size} {unit}, not {limit}"
