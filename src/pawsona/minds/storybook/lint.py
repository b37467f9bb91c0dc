"""Says what is wrong with a piece of content, one sentence each; the loader refuses a file for any of them.

A text that says "rain" must carry the guard that makes it true. Checking plans alone finds nothing, because it is the
text that contradicts the day.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.domain.language import Language, length
from pawsona.minds.storybook.stock import Guard

DIMENSIONS = ("weather", "season", "when")
"""What a text must hold a guard for."""
BODY = "species"
"""Words for a body say by themselves whose text it is: no guard need be written."""

_ENGLISH = re.compile(r"[a-z]+(?:-[a-z]+)*")
_SLOT = re.compile(r"\{([^{}]*)\}")
_ASCII_PUNCTUATION = re.compile(r"[,.!?;:()\"']")
_FIRST_PERSON = {"en": re.compile(r"\b(?:I|I'm|I've|I'd|my|me|we|our|us)\b"), "zh": re.compile("我|咱")}
_ENDS = (".", "。", "!", "！", "?", "？")
_SENTENCE = {"en": re.compile(r"(?<=[.!?])[\"”)]?\s+"), "zh": re.compile(r"(?<=[。！？])[”）]?")}

# Words in English, characters in Chinese: lowest and highest length of each facet.
LENGTHS: Mapping[str, Mapping[Language, tuple[int, int]]] = {
    "label": {"en": (2, 5), "zh": (2, 10)},
    "vignette": {"en": (22, 54), "zh": (30, 80)},
    "beat": {"en": (36, 66), "zh": (45, 120)},
    "voice": {"en": (3, 18), "zh": (5, 32)},
    "own": {"en": (3, 30), "zh": (5, 50)},
    "lead": {"en": (4, 26), "zh": (6, 45)},
    "between": {"en": (16, 48), "zh": (22, 80)},
    "echo": {"en": (20, 45), "zh": (25, 80)},
    "plan": {"en": (5, 34), "zh": (8, 60)},
    "line": {"en": (1, 36), "zh": (1, 60)},
}


@dataclass(frozen=True, slots=True)
class Words:
    """guards.yaml, prepared: which weather, season, part of day or body a word implies."""

    language: Language
    implied: Mapping[str, Mapping[str, frozenset[str]]]
    """Dimension -> lower-case word or phrase -> the values under which it is true."""
    phrases: Mapping[str, tuple[str, ...]]
    """Dimension -> what of it is no single English word: the longest first."""
    never: re.Pattern[str] | None

    def found(self, dimension: str, text: str) -> dict[str, frozenset[str]]:
        """Word -> the values of a dimension under which it is true."""
        implied = self.implied.get(dimension)
        if not implied:
            return {}
        folded = text.casefold()
        if self.language == "zh":
            return {word: implied[word] for word in _longest(self.phrases[dimension], folded)}
        # Looked up word by word: a regex of all of them would take most of the time that loading takes.
        hits = [word for word in _words_of(folded) if word in implied]
        hits += [phrase for phrase in self.phrases[dimension] if re.search(rf"\b{re.escape(phrase)}\b", folded)]
        return {word: implied[word] for word in hits}


@lru_cache(maxsize=256)
def _words_of(folded: str) -> frozenset[str]:
    return frozenset(part for word in _ENGLISH.findall(folded) for part in (word, *word.split("-")))


def _longest(words: Iterable[str], text: str) -> Iterator[str]:
    """The words in a text; one inside a longer one does not count."""
    for word in words:
        if word in text:
            yield word
            text = text.replace(word, "\0")


def compile_words(raw: Mapping[str, Mapping[str, list[str]]], never: list[str], language: Language) -> Words:
    """Prepare guards.yaml for many texts."""
    implied: dict[str, dict[str, frozenset[str]]] = {}
    for dimension, groups in raw.items():
        table = implied.setdefault(dimension, {})
        for value, words in groups.items():
            for word in map(str.casefold, words):
                table[word] = table.get(word, frozenset()) | {value}
    phrases = {
        dimension: tuple(
            sorted((w for w in table if language == "zh" or not _ENGLISH.fullmatch(w)), key=lambda w: (-len(w), w))
        )
        for dimension, table in implied.items()
    }
    return Words(language, implied, phrases, _pattern(never, language) if never else None)


def _pattern(words: Iterable[str], language: Language) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    body = "|".join(map(re.escape, longest_first))
    return re.compile(rf"\b(?:{body})\b" if language == "en" else f"(?:{body})", re.IGNORECASE)


def implied_guard(text: str, words: Words) -> Guard:
    """The guard that a text needs by its own words (labels carry none of their own)."""
    needed: dict[str, frozenset[str]] = {}
    for dimension in DIMENSIONS:
        for values in words.found(dimension, text).values():
            needed[dimension] = needed[dimension] & values if dimension in needed else values
    nothing: frozenset[str] = frozenset()
    return Guard(
        weather=needed.get("weather", nothing),
        season=needed.get("season", nothing),
        when=needed.get("when", nothing),
        species=implied_species([text], words) or nothing,
    )


def implied_species(texts: Iterable[str], words: Words) -> frozenset[str] | None:
    """The species that have every part of a body which the texts name; None for no words of a body."""
    found: frozenset[str] | None = None
    for text in texts:
        for values in words.found(BODY, text).values():
            found = values if found is None else found & values
    return found


def guard_problems(text: str, held: Mapping[str, frozenset[str]], words: Words) -> Iterator[str]:
    """What a text says that its guard does not ensure.

    Args:
        text: the facet.
        held: for each dimension the values under which the text may be used; empty means any.
        words: guards.yaml.
    """
    for dimension in DIMENSIONS:
        values = held.get(dimension, frozenset())
        for word, allowed in words.found(dimension, text).items():
            if not values or not values <= allowed:
                yield f"says {word!r}, which needs the guard {dimension}: {sorted(allowed)}"


def slot_problems(text: str, allowed: Iterable[str]) -> Iterator[str]:
    """Slots that nobody will fill."""
    known = set(allowed)
    for slot in _SLOT.findall(text):
        if slot not in known:
            yield f"has the unknown slot {{{slot}}}"
    rest = _SLOT.sub("", text)
    if "{" in rest or "}" in rest:
        yield "has a brace that belongs to no slot"


def opening_problems(text: str, names: Iterable[str], language: Language) -> Iterator[str]:
    """Thread variables at the start of an English sentence: "the bean" would stand there without a capital."""
    if language == "en":
        for name in names:
            if re.search(rf"(?:^|[.!?]['\")]*\s+)\{{{re.escape(name)}\}}", text):
                yield f"begins a sentence with {{{name}}}, which may be lower case"


def length_problems(text: str, facet: str, language: Language) -> Iterator[str]:
    """Too short or too long for its facet; a slot counts as one word or two characters."""
    low, high = LENGTHS[facet][language]
    size = length(_SLOT.sub("某某" if language == "zh" else "Someone", text), language)
    if not low <= size <= high:
        yield f"has length {size}, not {low} to {high}"


def style_problems(text: str, words: Words) -> Iterator[str]:
    """Reproach, and ASCII punctuation in Chinese."""
    if words.never and (hit := words.never.search(text)):
        yield f"says {hit.group()!r}, which we never say"
    if words.language == "zh" and (mark := _ASCII_PUNCTUATION.search(_SLOT.sub("", text))):
        yield f"has the ASCII punctuation mark {mark.group()!r}"


def tell_problems(text: str, language: Language) -> Iterator[str]:
    """A tell is the pet speaking of itself, to be put into a sentence: first person, no final stop."""
    if not _FIRST_PERSON[language].search(text):
        yield "is not in the first person"
    if "{P}" in text:
        yield "names the pet in the third person"
    if text.rstrip().endswith(_ENDS):
        yield "ends in a full stop"


def sentences(text: str, language: Language) -> list[str]:
    """The sentences of a text, for finding repetitions."""
    return [part.strip() for part in _SENTENCE[language].split(text) if part.strip()]
