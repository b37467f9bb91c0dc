"""Words for people and for what is done to them, as patterns of care's content name them: `{kin}`, `{harm}`."""

from collections.abc import Mapping
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml

_NAME = "situation.yaml"


@lru_cache(maxsize=1)
def kin() -> Mapping[str, object]:
    """By language what each of the names stands for.

    Raises:
        ContentError: `situation.yaml` is wrong.
    """
    return mapping(entry(mapping(read_yaml(CONTENT / _NAME), _NAME), "words", _NAME), "words")
