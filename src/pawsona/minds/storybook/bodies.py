"""Whose body a line speaks of: a bird has no paws to lay on yours."""

from functools import lru_cache

from pawsona.domain.language import Language
from pawsona.domain.pet import Pet
from pawsona.minds.storybook import lint, source
from pawsona.minds.storybook.library import CONTENT


@lru_cache(maxsize=2)
def _words(language: Language) -> lint.Words:
    raw = source.read(CONTENT / language / "guards.yaml", CONTENT)
    return lint.compile_words({lint.BODY: raw.get(lint.BODY) or {}}, [], language)


@lru_cache(maxsize=1 << 15)
def body_of(text: str, language: Language) -> frozenset[str] | None:
    """The species that have all that a text names of a body; None where it names nothing."""
    return lint.implied_species([text], _words(language))


def can_say(text: str, pet: Pet, language: Language) -> bool:
    """Whether a pet has all of the body that a text names."""
    body = body_of(text, language)
    return body is None or pet.species in body
