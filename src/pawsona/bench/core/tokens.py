"""Texts as words: what n-grams are counted over. A tokeniser's name is part of every figure's signature."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True)
class Tokeniser:
    """A way of cutting a text; everything stays, blanks and line ends too."""

    name: str
    cut: Callable[[str], list[str]]


def jieba() -> Tokeniser:
    """Jieba's exact mode with its hidden Markov model, for every language: what H2HTalk's scorer uses."""
    module = _jieba()
    return Tokeniser(f"jieba-{module.__version__}", module.lcut)


@cache
def _jieba() -> Any:
    """With its dictionary read, which takes a second."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is older than the Python that compiles it
        import jieba
    jieba.setLogLevel("ERROR")
    jieba.initialize()
    return jieba
