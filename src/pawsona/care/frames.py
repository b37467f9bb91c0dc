"""How people begin and end whatever they have to say: the reader gets what stands between.

"Just needed to say it" after a broken umbrella is no cry for help, and sounded like one.
"""

import re
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml
from pawsona.care.patterns import Patterns, any_whole, filled_in
from pawsona.domain.language import LANGUAGES

_NAME = "reader/frames.yaml"
_PIECE = re.compile(r"[^.!?;,:。！？；，：…\n]+[.!?;,:。！？；，：…\n\s]*")
_MARKS = " .!?;,:。！？；，：…\n\t"
_MOST = 3
"""Pieces that are looked at from either side."""


def unframed(form: str) -> str:
    """A text without the pieces at its beginning and end that say nothing by themselves; all of it if nothing is left.

    Args:
        form: in small letters.
    """
    begin, end = _frames()
    pieces = _PIECE.findall(form)
    first, last = 0, len(pieces)
    while first < min(last, _MOST) and any_whole(pieces[first].strip(_MARKS), begin):
        first += 1
    while last > max(first, len(pieces) - _MOST) and any_whole(pieces[last - 1].strip(_MARKS), end):
        last -= 1
    return "".join(pieces[first:last]).strip() if 0 < last - first < len(pieces) else form


@lru_cache(maxsize=1)
def _frames() -> tuple[Patterns, Patterns]:
    """What stands at the beginning, and what at the end.

    Raises:
        ContentError: `frames.yaml` is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    no_words: dict[str, object] = {language: {} for language in LANGUAGES}
    begin, end = (filled_in(entry(data, at, _NAME), no_words, f"{_NAME}: {at}") for at in ("begin", "end"))
    return begin, end
