"""What the talk content is made of: acts, forms, hooks, situations, memory rules, each with its cues."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from pawsona.minds.storybook.talk.lines import Line

Bank = tuple[Line, ...]


LOOKED_AT = 500
"""Characters of a message that patterns are looked for in: some take quadratic time, and nobody's gist comes later."""


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
        """The first place where one of them holds. A turn asks this a thousand times, so no generator."""
        for pattern in self._compiled:
            if found := pattern.search(text, 0, LOOKED_AT):
                return found
        return None

    def __bool__(self) -> bool:
        return bool(self.patterns)


_TOKEN = re.compile(r"[a-z0-9\u00c0-\u024f]+(?:['-][a-z0-9\u00c0-\u024f]+)*")


@dataclass(frozen=True, slots=True)
class Found:
    """A listed word in a text, and where."""

    word: str
    start: int
    end: int


class Words:
    """Whole words of English, or substrings of Chinese and of signs ("b&b"): "pain" is not in "paintings".

    Looked up by dictionary: a regex of hundreds of words takes longer to compile than all the talk of a day.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)
        self._phrases: dict[str, list[tuple[str, ...]]] = {}
        self._signs: dict[str, list[str]] = {}
        for word in dict.fromkeys(w.casefold() for w in self.words):
            tokens = tuple(_TOKEN.findall(word)) if word.isascii() else ()
            if tokens and " ".join(tokens) == word:
                self._phrases.setdefault(tokens[0], []).append(tokens)
            elif word:
                self._signs.setdefault(word[0], []).append(word)
        for phrases in self._phrases.values():
            phrases.sort(key=len, reverse=True)
        for signs in self._signs.values():
            signs.sort(key=len, reverse=True)

    def every(self, text: str) -> list[Found]:
        """All of them in a case-folded text, in order, the longest at each place."""
        found = [*self._whole(text), *self._parts(text)]
        return sorted(found, key=lambda f: f.start)

    def find(self, text: str) -> Found | None:
        """The first of them in a case-folded text."""
        return next(iter(self.every(text)), None)

    def _whole(self, text: str) -> Iterator[Found]:
        if not self._phrases:
            return
        tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text)]
        at = 0
        while at < len(tokens):
            phrase = next((p for p in self._phrases.get(tokens[at][0], ()) if self._stands(p, tokens, at, text)), None)
            if phrase:
                yield Found(" ".join(phrase), tokens[at][1], tokens[at + len(phrase) - 1][2])
            at += len(phrase) if phrase else 1

    @staticmethod
    def _stands(phrase: tuple[str, ...], tokens: list[tuple[str, int, int]], at: int, text: str) -> bool:
        row = tokens[at : at + len(phrase)]
        if tuple(t[0] for t in row) != phrase:
            return False
        # A phrase does not reach over a comma or a stop.
        return all(text[a[2] : b[1]].isspace() for a, b in pairwise(row))

    def _parts(self, text: str) -> Iterator[Found]:
        at = 0
        while self._signs and at < len(text):
            word = next((w for w in self._signs.get(text[at], ()) if text.startswith(w, at)), None)
            if word:
                yield Found(word, at, at + len(word))
            at += len(word) if word else 1


@dataclass(frozen=True)
class Act:
    """What a person does with a sentence, topic aside: greet, tease, feed, ask for the day."""

    name: str
    cues: Cues
    strategy: str
    say: Bank
    by_personality: Mapping[str, Bank]


@dataclass(frozen=True)
class Opinion:
    """What the pet itself thinks, likes or fears, when it is asked."""

    name: str
    words: tuple[str, ...]
    cues: Cues
    say: Bank
    heavy: bool = False
    """Whether it may answer beside something that hurts: advice does, a taste doesn't."""


@dataclass(frozen=True)
class Form:
    """What a sentence does, topic-free: used-to, what-if, everyone-says."""

    name: str
    cues: Cues
    strategy: str
    valence: str
    say: Bank
    asks: bool = False
    """Whether it may answer a question."""


@dataclass(frozen=True)
class Hook:
    """A word about which the pet has something to say."""

    name: str
    words: tuple[str, ...]
    neg: Bank
    pos: Bank
    weak: bool = False
    """Whether it yields to another word of the same clause: most verbs say less than the noun beside them."""


@dataclass(frozen=True)
class Kind:
    """A class of things, and what the pet says of any of them: `{word}` is the thing that was named."""

    name: str
    words: tuple[str, ...]
    neg: Bank
    pos: Bank
    even: Bank
    weak: bool = False
    """Whether it yields to a thing of another kind: "today" says less than the noodles."""


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
class Theme:
    """One kind of thing that people tell, ask or feel: known by how they said it, with what the pet says to it."""

    name: str
    mood: str
    plain: tuple[str, ...]
    """Messages that say it outright."""
    said: tuple[str, ...]
    """Messages that leave some of it to be understood."""
    reply: Bank
    more: Bank
    """While they go on about it."""
    ask: Bank
    to_pet: bool = False
    """Whether it is said to the pet, or about it."""
    lasting: bool = False
    """Whether the reply tells what the pet is like: each pet has one of its own, and keeps it."""
    act: str = ""
    """The act that answers, where what is asked for can be computed, or opens a game."""


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
    never: Cues = Cues(())
    """What `v` can't be: one moves to Linux, and doesn't live there."""


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
