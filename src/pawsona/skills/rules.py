"""Hard rules that several skills share; each returns the sentences that say what is wrong."""

from collections.abc import Iterable, Iterator

from pawsona.domain.language import Language, is_chinese, length, nameless
from pawsona.skills.profiles import Lengths


def written(text: str, what: str, language: Language, names: Iterable[str] = ()) -> Iterator[str]:
    """Something was written, in the language of the person; names may be in any."""
    if not text.strip():
        yield f"the {what} is empty"
        return
    text = nameless(text, names)
    if any(map(str.isalpha, text)) and is_chinese(text) != (language == "zh"):
        yield f"the {what} is not in {'Chinese' if language == 'zh' else 'English'}"


def within(text: str, what: str, language: Language, limits: Lengths) -> Iterator[str]:
    """The text is as long as the profile wants it."""
    limit, size = limits.of(language), length(text, language)
    if limit.broken_by(size):
        unit = "words" if language == "en" else "characters"
        yield f"the {what} has {size} {unit}, not {limit}"
