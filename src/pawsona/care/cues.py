"""Cues: the small language in which the screen's content says what to look for.

A cue is a row of tokens. In English a token is a word, in Chinese a piece of text:

    a|b     one of these ("_" joins words: `wake_up`)
    ?a|b    the same, or nothing
    ~4      a gap of up to 4 words (characters in Chinese) within one sentence
    ~~4     the same, over the end of a sentence
    /       the end of a sentence
    <name>  one of a named set
    kill*   a word that begins so (English)
    take+   a verb in all its forms (English; `wake_up+` too)
    #       a number; ## one of two digits or more
    ^ $     the beginning and the end of the message

Gaps are bounded and nothing nests, so matching time grows with the text only.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pawsona.care.inflection import forms
from pawsona.domain.language import Language
from pawsona.errors import ContentError

Sets = Mapping[str, Sequence[str]]

_PLACES = {"^": r"(?<![\s\S])", "$": r"(?=[ |]*\Z)", "/": r" ?\|"}
_NUMBERS = {"#": r"\d+", "##": r"\d{2,}"}


@dataclass(frozen=True, slots=True)
class Gate:
    """Words of which a text must hold one before a pattern is worth running."""

    whole: frozenset[str]
    """Looked up among the pieces of a text (`pieces`)."""
    parts: tuple[str, ...]
    """Several words, and beginnings of words: looked for in the text."""

    def met(self, text: str, found: frozenset[str]) -> bool:
        return not self.whole.isdisjoint(found) or any(part in text for part in self.parts)


def pieces(text: str, language: Language) -> frozenset[str]:
    """What a text is made of: words, in Chinese single characters."""
    return frozenset(text.split() if language == "en" else text)


@dataclass(frozen=True)
class Cue:
    """A parsed cue. `gates` are word sets of which each must be met before the pattern is worth running."""

    source: str
    gates: tuple[tuple[str, ...], ...]
    words: frozenset[str]
    prefixes: frozenset[str]
    language: Language

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when first needed: most cues of a session never are."""
        return re.compile(self.source)

    @cached_property
    def _gates(self) -> tuple[Gate, ...]:
        single = {word for gate in self.gates for word in gate if pieces(word, self.language) == {word}}
        whole = frozenset(single - self.prefixes)
        return tuple(Gate(whole.intersection(gate), tuple(w for w in gate if w not in whole)) for gate in self.gates)

    def may_match(self, text: str) -> bool:
        """Whether a plain form holds what the pattern needs."""
        found = pieces(text, self.language)
        return all(gate.met(text, found) for gate in self._gates)

    def within(self, text: str) -> bool:
        """Whether a plain form says it."""
        return self.may_match(text) and self.pattern.search(text) is not None


def compile_cue(source: str, language: Language, sets: Sets, where: str) -> Cue:
    """Compile one cue.

    Raises:
        ContentError: it names an unknown set, is nothing but gaps, or ends in one.
    """
    pattern = ""
    gates: list[tuple[str, ...]] = []
    words: set[str] = set()
    prefixes: set[str] = set()
    for token in source.split():
        options = _options(token.lstrip("?"), sets, where)
        if token[0] == "~":
            pattern += _gap(token, language, where)
        elif token in _PLACES:
            pattern += _PLACES[token]
        else:
            optional = token.startswith("?")
            pattern += _one_of(options, language) + ("?" if optional else "")
            if not optional and not any(option in _NUMBERS for option in options):
                gates.append(tuple(option.rstrip("*") for option in options))
            prefixes.update(option[:-1] for option in options if option.endswith("*"))
            words.update(word for option in options for word in option.rstrip("*").split())
    if not gates or source.split()[-1][0] == "~":
        raise ContentError(f"{where}: the cue {source!r} says nothing, or ends in a gap")
    return Cue(pattern, tuple(gates), frozenset(words), frozenset(prefixes), language)


def _options(token: str, sets: Sets, where: str) -> list[str]:
    found: list[str] = []
    for option in token.split("|"):
        if option.startswith("<") and option.endswith(">"):
            if option[1:-1] not in sets:
                raise ContentError(f"{where}: there is no set {option!r}")
            found.extend(sets[option[1:-1]])
        else:
            found.append(option)
    spoken = [option.replace("_", " ") for option in found]
    return [form for option in spoken for form in (forms(option[:-1]) if option.endswith("+") else [option])]


def _gap(token: str, language: Language, where: str) -> str:
    most = token.lstrip("~")
    if not most.isdigit():
        raise ContentError(f"{where}: {token!r} is no gap")
    if language == "en":
        return rf"(?: {'[^ ]+' if token.startswith('~~') else '[^ |]+'}){{0,{most}}}?"
    return rf"{'.' if token.startswith('~~') else '[^|]'}{{0,{most}}}?"


def _one_of(options: Sequence[str], language: Language) -> str:
    alternatives = (_NUMBERS.get(option) or re.escape(option).replace(r"\*", "[^ |]*") for option in options)
    if language == "en":
        # Every word is written with a space before it, and must end where the next one begins.
        return rf"(?: (?:{'|'.join(alternatives)})(?= ))"
    return rf"(?:{'|'.join(alternatives)})"
