"""The one gentle question after a crisis, and what somebody answers to it.

The mark stays for 30 days. The question is put once, at the next session; whatever comes then is the answer.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, texts
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, any_in, compiled
from pawsona.domain.language import LANGUAGES

Answer = Literal["better", "worse", "other"]
_NAME = "followup.yaml"
_LOOKED_AT = 400
"""Characters of a message; what comes later is about something else."""


def read_answer(said: str) -> Answer:
    """What the first words after the question say of how it is."""
    plain, words = folded(said[:_LOOKED_AT]).strip(), _content()
    if any_in(plain, words["worse"]):
        return "worse"
    return "better" if any_in(plain, words["better"]) else "other"


@lru_cache(maxsize=1)
def _content() -> Mapping[str, Patterns]:
    """The patterns of `followup.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    parts = [mapping(entry(data, language, _NAME), f"{_NAME}: {language}") for language in LANGUAGES]
    where = {kind: f"{_NAME}: {kind}" for kind in ("better", "worse")}
    return {
        kind: compiled((source for part in parts for source in texts(entry(part, kind, _NAME), place)), place)
        for kind, place in where.items()
    }
