"""What the engine itself recognises in a language: questions, subjects, who is meant, where clauses end."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import yaml

from pawsona.domain.language import Language
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk.book import CONTENT
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.parsing import parsed


@dataclass(frozen=True)
class EngineCues:
    """Named cues of one language, and the words that carry no topic."""

    cues: Mapping[str, Cues]
    stop_words: frozenset[str]
    noise_words: frozenset[str]
    """Words about remembering and naming themselves."""

    def has(self, name: str, text: str) -> bool:
        """Whether one of the named cues stands in a text."""
        return self.cues[name].find(text) is not None


@lru_cache(maxsize=2)
def engine_cues(language: Language) -> EngineCues:
    """The engine's cues of a language, read once.

    Raises:
        ContentError: the file is wrong.
    """
    path = CONTENT / "cues.yaml"
    try:
        data = parsed(path.read_bytes())[language]
    except (yaml.YAMLError, KeyError) as error:
        raise ContentError(f"cues.yaml: {' '.join(str(error).split())}") from error
    found = {name: Cues(rows) for name, rows in data.items() if name not in {"stop_words", "noise_words"}}
    return EngineCues(found, frozenset(data["stop_words"]), frozenset(data["noise_words"]))
