"""What the talk content is made of: acts, forms, hooks, situations, memory rules, each with its cues."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pawsona.minds.storybook.talk.lines import Line

Bank = tuple[Line, ...]


class Cues:
    """Regexes compiled when first asked: most talk never meets most of them."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = tuple(patterns)

    @cached_property
    def _compiled(self) -> tuple[re.Pattern[str], ...]:
        # Patterns with a named place can't be joined: each of them names it again.
        named = [p for p in self.patterns if "(?P<" in p]
        plain = [f"(?:{p})" for p in self.patterns if "(?P<" not in p]
        joined = ["|".join(plain)] if plain else []
        return tuple(re.compile(p, re.IGNORECASE) for p in (*named, *joined))

    def find(self, text: str) -> re.Match[str] | None:
        """The first place where one of them holds."""
        return next((match for p in self._compiled if (match := p.search(text))), None)

    def __bool__(self) -> bool:
        return bool(self.patterns)


class Words:
    """Whole words of English, or substrings of Chinese: "pain" is not in "paintings"."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        parts = sorted({w.casefold() for w in self.words}, key=len, reverse=True)
        bounded = [rf"(?<![\w'-]){re.escape(w)}(?![\w-])" if w.isascii() else re.escape(w) for w in parts]
        return re.compile("|".join(bounded) or r"(?!)")

    def find(self, text: str) -> re.Match[str] | None:
        """The first of them in a case-folded text."""
        return self._compiled.search(text)


@dataclass(frozen=True)
class Act:
    """What a person does with a sentence, topic aside: greet, tease, feed, ask for the day."""

    name: str
    cues: Cues
    strategy: str
    say: Bank
    by_personality: Mapping[str, Bank]


@dataclass(frozen=True)
class Form:
    """What a sentence does, topic-free: used-to, what-if, everyone-says."""

    name: str
    cues: Cues
    strategy: str
    valence: str
    say: Bank


@dataclass(frozen=True)
class Hook:
    """A word about which the pet has something to say."""

    name: str
    words: tuple[str, ...]
    neg: Bank
    pos: Bank


@dataclass(frozen=True)
class Stage:
    """One step of a conversation about a situation."""

    ack: Bank
    give: Bank
    ask: Bank


@dataclass(frozen=True)
class Situation:
    """Something that happens to people, and how one stays with them through it."""

    name: str
    cues: Cues
    prototypes: tuple[str, ...]
    valence: str
    target: str
    strategy: str
    stages: Mapping[str, Stage]


@dataclass(frozen=True)
class Rule:
    """One row of what is worth remembering."""

    name: str
    topic: str
    importance: int
    attribute: str
    cues: tuple[Cues, ...]
    text: str
    you: str
    ask: str
    supersedes: bool
    subject: str


@dataclass(frozen=True)
class Lexicon:
    """Words of feeling: (family or dyad, degree) by word, and what turns or weighs them."""

    words: Mapping[str, tuple[str, int]]
    emoji: Mapping[str, tuple[str, int]]
    negators: Words
    intensifiers: Words
    dampers: Words

    @cached_property
    def pattern(self) -> Words:
        return Words(self.words)
