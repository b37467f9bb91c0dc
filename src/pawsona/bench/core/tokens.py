"""Texts as words: what n-grams are counted over. A tokeniser's name is part of every figure's signature."""

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from math import log
from typing import Any

LONGEST = 1000
"""Characters that the model of unknown words is given at once: its time grows with their square."""


@dataclass(frozen=True)
class Tokeniser:
    """A way of cutting a text; everything stays, blanks and line ends too."""

    name: str
    cut: Callable[[str], list[str]]


@cache
def jieba() -> Tokeniser:
    """Jieba's exact mode with its hidden Markov model, for every language: what H2HTalk's scorer uses."""
    module = _jieba()
    return Tokeniser(f"jieba-{module.__version__}", Cutter(module.dt.FREQ, module.dt.total, module).cut)


@cache
def parts_of_speech() -> Any:
    """Jieba's tagger: `cut` gives pairs with `word` and `flag`."""
    return _imported("jieba.posseg")


def _imported(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is older than the Python that compiles it
        return import_module(name)


def _jieba() -> Any:
    """With its dictionary read, which takes half a second; its cache in a folder of everybody's would not be faster."""
    jieba = _imported("jieba")
    if not jieba.dt.initialized:
        jieba.dt.FREQ, jieba.dt.total = jieba.dt.gen_pfdict(jieba.dt.get_dict_file())
        jieba.dt.initialized = True
    return jieba


class Cutter:
    """Jieba's own dictionary and model, walked in one pass and with a memory: the same words, several times as fast.

    Args:
        counts: how often each word of the dictionary occurs; 0 where it only begins another.
        total: the sum of these.
        module: jieba, for its patterns and its model of words that the dictionary lacks.
    """

    def __init__(self, counts: Mapping[str, int], total: int, module: Any) -> None:
        self._counts = counts
        self._of_all = log(total)
        self._likely: dict[int, float] = {}
        self._blocks: re.Pattern[str] = module.re_han_default
        self._blanks: re.Pattern[str] = module.re_skip_default
        self._unknown: Callable[[str], Any] = module.finalseg.cut
        self._cut_block = lru_cache(maxsize=1 << 16)(self._block)
        self._cut_run = lru_cache(maxsize=1 << 16)(self._run)

    def cut(self, text: str) -> list[str]:
        """The words of a text."""
        found: list[str] = []
        for number, block in enumerate(self._blocks.split(text)):
            if number % 2:  # what the pattern met, and not what stands between
                found += self._cut_block(block)
            else:
                for place, piece in enumerate(self._blanks.split(block)):
                    found += [piece] if place % 2 else piece
        return found

    def _block(self, block: str) -> list[str]:
        """The most likely way through a block; runs of single characters go to the model."""
        ends = self._ends(block)
        found: list[str] = []
        at = run = 0
        while at < len(block):
            end = ends[at]
            if end - at > 1:
                found += self._cut_run(block[run:at]) if run < at else ()
                found.append(block[at:end])
                run = end
            at = end
        return found + list(self._cut_run(block[run:]) if run < at else ())

    def _ends(self, block: str) -> list[int]:
        """Where the best word from each place ends; from right to left, of equal ones the longer."""
        counts, likely, length = self._counts, self._likely, len(block)
        best, ends = [0.0] * (length + 1), [0] * length
        for at in range(length - 1, -1, -1):
            count, end = counts.get(block[at]), at + 1
            most, there = None, at + 1
            while count is not None:
                if count:
                    value = likely.get(count)
                    if value is None:
                        value = likely[count] = log(count) - self._of_all
                    value += best[end]
                    if most is None or value >= most:
                        most, there = value, end
                end += 1
                count = counts.get(block[at:end]) if end <= length else None
            best[at], ends[at] = (log(1) - self._of_all + best[at + 1] if most is None else most), there
        return ends

    def _run(self, run: str) -> tuple[str, ...]:
        if len(run) == 1:
            return (run,)
        if self._counts.get(run):
            return tuple(run)
        parts = (run[at : at + LONGEST] for at in range(0, len(run), LONGEST))
        return tuple(word for part in parts for word in self._unknown(part))
