"""What seeds are made from: texts of our own with braces, and what fills them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import yaml

from pawsona.domain.language import Language
from pawsona.errors import ContentError

Slots = Mapping[str, str]


@dataclass(frozen=True)
class Risk:
    """One of care's categories: what it is about, what a good answer does, how people say it."""

    about: str
    answer: str
    said: tuple[str, ...]


@dataclass(frozen=True)
class Bank:
    """All content of a language."""

    language: Language
    safety: Mapping[str, Risk]
    lookalike: Mapping[str, Sequence[str]]
    talk: Mapping[str, Sequence[str]]
    skills: Mapping[str, Any]
    people: Mapping[str, Any]

    def slots(self, chance: Random, pet: str) -> Slots:
        """One choice for each name in braces."""
        chosen = {name: str(chance.choice(words)) for name, words in self.people["slots"].items()}
        return {**chosen, "pet": pet}


def filled(value: Any, slots: Slots) -> Any:
    """A text, or all texts in a list or mapping, with the braces filled."""
    if isinstance(value, str):
        return value.format_map(slots)
    if isinstance(value, list):
        return [filled(one, slots) for one in value]
    if isinstance(value, dict):
        return {filled(key, slots): filled(one, slots) for key, one in value.items()}
    return value


@cache
def bank(language: Language) -> Bank:
    """The content of a language.

    Raises:
        ContentError: a file lacks something.
    """
    benign = _read("benign", language)
    try:
        safety = {
            name: Risk(row["about"], row["answer"], tuple(row["said"]))
            for name, row in _read("safety", language).items()
        }
        people, skills = _read("people", language), _read("skills", language)
        return Bank(language, safety, benign["lookalike"], benign["talk"], skills, people)
    except (KeyError, TypeError, AttributeError) as error:
        raise ContentError(f"train/data/content, {language}: it lacks {error}") from None


def prompts(language: Language) -> Mapping[str, str]:
    """What a teacher is told."""
    found: Mapping[str, str] = _read("prompts", language)
    return found


def _read(name: str, language: Language) -> Any:
    return yaml.safe_load((files(__package__) / "content" / f"{name}_{language}.yaml").read_text("utf-8"))
