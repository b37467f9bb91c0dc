"""The words that plain talk is made of, from texts of our own: what is not among them may be a name."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import yaml

from pawsona.domain.language import Language
from pawsona.train.data.bank import bank

_WORD = re.compile(r"(?<![A-Za-z{])[a-z]+(?:'[a-z]+)?(?![A-Za-z}])")
_HAN = re.compile(r"[㐀-鿿]+")
_FROM = (("pawsona.train.data", "content"), ("pawsona.minds.storybook", "content"))
_SEVERAL = 2
"""Times that our texts have a word, or it may be a slip."""


@cache
def told(language: Language) -> Any:
    """What tells who somebody is: `content/private_*.yaml`."""
    return yaml.safe_load((files(__package__) / "content" / f"private_{language}.yaml").read_text("utf-8"))


@cache
def listed(language: Language, name: str) -> frozenset[str]:
    """One of its lists of words."""
    return frozenset(told(language)[name].split())


@cache
def vocabulary() -> frozenset[str]:
    """English words that our texts have in small letters, given names left out."""
    counts = Counter(word for text in _texts() for word in _WORD.findall(text.replace("’", "'")))
    names = {name.casefold() for name in (*_known(), *_ours("en"))}
    return frozenset(word for word, count in counts.items() if count >= _SEVERAL) - names


@cache
def pairs() -> frozenset[str]:
    """Pairs of Chinese characters that stand beside each other in our texts."""
    counts = Counter(run[at : at + 2] for text in _texts() for run in _HAN.findall(text) for at in range(len(run) - 1))
    names = {name[at : at + 2] for name in _ours("zh") for at in range(len(name) - 1)}
    return frozenset(pair for pair, count in counts.items() if count >= _SEVERAL) - names


@cache
def characters() -> frozenset[str]:
    """Chinese characters that our texts have."""
    return frozenset(char for pair in pairs() for char in pair)


def _known() -> Iterator[str]:
    """Given names that the storybook knows."""
    path = files("pawsona.minds.storybook") / "content" / "en" / "talk" / "names.yaml"
    yield from yaml.safe_load(path.read_text("utf-8"))["names"].split()


def _ours(language: Language) -> Iterator[str]:
    """Those of persons and friends in our own seeds."""
    own = bank(language).people
    yield from (*own["slots"]["friend"], *(str(row["name"]) for row in own["persons"]))


@cache
def _texts() -> tuple[str, ...]:
    found = []
    for package, folder in _FROM:
        with as_file(files(package) / folder) as path:
            found += [one.read_text("utf-8") for one in sorted(path.rglob("*.yaml"))]
    return tuple(found)
