"""Near-copies of benchmark texts, as they come to stand in training data, for test and benchmark of the leakage check.

Swapped, inserted, left-out and replaced words, other punctuation, case and spacing, traditional characters.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from pawsona.domain.language import is_chinese
from pawsona.train.data.leakage.fold import SHORT, tokens

TOUCHED = 0.15
"""Of the words, the share that a change touches."""
_MORE = {
    "en": ("really", "then", "you know", "just", "well", "a bit"),
    "zh": ("其实", "就", "呢", "真的", "那个", "嗯"),
}
_MARKS = ".,!?;:\"'()。，！？；：“”、（）…—"


def planted(texts: Sequence[str], count: int, seed: int = 1) -> list[tuple[str, str]]:
    """Pairs of a text and its near-copy, by each way in turns.

    Args:
        texts: of benchmark sets; those too short to be anybody's are passed over.
        count: how many.
        seed: another number takes others.
    """
    chance = Random(seed)
    fit = sorted({text for text in texts if SHORT <= len(tokens(text)) <= 150})
    chosen = chance.sample(fit, count)
    return [(text, WAYS[at % len(WAYS)](text, chance)) for at, text in enumerate(chosen)]


def _parts(text: str) -> tuple[list[str], str]:
    return (list(text), "") if is_chinese(text) else (text.split(" "), " ")


def _places(parts: Sequence[str], chance: Random, touched: float = TOUCHED) -> set[int]:
    """Where a change is made: such a share of the places, one at least."""
    count = min(len(parts), max(1, round(touched * len(parts))))
    return set(chance.sample(range(len(parts)), count))


def _swapped(text: str, chance: Random, touched: float = TOUCHED) -> str:
    parts, gap = _parts(text)
    for at in _places(parts[1:], chance, touched):
        parts[at], parts[at + 1] = parts[at + 1], parts[at]
    return gap.join(parts)


def _inserted(text: str, chance: Random, touched: float = TOUCHED) -> str:
    parts, gap = _parts(text)
    words, places = _MORE["zh" if is_chinese(text) else "en"], _places(parts, chance, touched)
    return gap.join(f"{chance.choice(words)}{gap}{part}" if at in places else part for at, part in enumerate(parts))


def _left_out(text: str, chance: Random) -> str:
    parts, gap = _parts(text)
    places = _places(parts, chance)
    return gap.join(part for at, part in enumerate(parts) if at not in places)


def _replaced(text: str, chance: Random) -> str:
    parts, gap = _parts(text)
    places, other = _places(parts, chance), "thing" if gap else "某"
    return gap.join(other if at in places else part for at, part in enumerate(parts))


def _unmarked(text: str, chance: Random) -> str:
    return "".join(" " if char in _MARKS and chance.random() < 0.8 else char for char in text)


def _cased(text: str, chance: Random) -> str:
    return text.upper() if chance.random() < 0.5 else text.title()


def _spaced(text: str, chance: Random) -> str:
    if is_chinese(text):
        return re.sub(r"(?<=[一-鿿])(?=[一-鿿])", " ", text)
    return text.replace(" ", "  ").replace(".", " ...")


def _traditional(text: str, chance: Random) -> str:
    return _converter()(text) if is_chinese(text) else _cased(_swapped(text, chance), chance)


def _all(text: str, chance: Random) -> str:
    """Three ways at once, two of them at half."""
    return _unmarked(_inserted(_swapped(text, chance, TOUCHED / 2), chance, TOUCHED / 2), chance)


@cache
def _converter() -> Callable[[str], str]:
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("s2t").convert
    return convert


WAYS: tuple[Callable[[str, Random], str], ...] = (
    _swapped, _inserted, _left_out, _replaced, _unmarked, _cased, _spaced, _traditional, _all,
)  # fmt: skip
