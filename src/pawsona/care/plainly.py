"""What is said where the persona stays and the words themselves name a grave matter, or ask for what nobody gets."""

from collections.abc import Sequence

from pawsona.care.categories import COMMON
from pawsona.care.crisis import family_of, named_by, numbered
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.resources import resources
from pawsona.care.screen import Reading
from pawsona.care.situation import situation
from pawsona.domain.language import Language
from pawsona.domain.message import Tier

_NAME = "instead.yaml"


def plain_words(said: str, reading: Reading, language: Language, before: Sequence[str]) -> str:
    """A reviewed text: the refusal, what it is, the step; empty where nothing is named, or all was said before.

    Args:
        said: what the person wrote.
        reading: what the screen made of it.
        language: the person's.
        before: what the pet has said in this session.
    """
    if reading.tier == Tier.none and not reading.careful:
        return ""
    if reading.tier == Tier.none:  # too little for what is true of a category: the words must name it
        found = situation(said, COMMON)
    else:
        found = situation(said, family_of(reading), category=named_by(reading))
    parts = [found.refusal.said[language]] if found.refusal else []
    if found.matter is not None:
        words = found.matter.said[found.whom][language]
        parts += [words.names, words.step]
    number = resources().emergency(None, language)
    fresh = [part for part in (numbered(part, number, language) for part in parts) if not _in_any(part, before)]
    if fresh and reading.tier == Tier.none:
        fresh.append(_if_misheard(language))
    return ("" if language == "zh" else " ").join(fresh)


def _in_any(part: str, before: Sequence[str]) -> bool:
    return any(part in text for text in before)


def _if_misheard(language: Language) -> str:
    """What goes with it where a risk may be near and may not."""
    row = mapping(entry(mapping(read_yaml(CONTENT / _NAME), _NAME), "misheard", _NAME), "misheard")
    return text(entry(row, language, _NAME), _NAME)
