"""`pawsona bench describe`: what is in a suite, as H2HTalk's section 3.3 has it: counts, lengths, words, pairs.

Pairs of a verb with its noun are looked for, not parsed: in English behind a list of verbs, in Chinese by jieba's parts
of speech.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any

from pawsona.bench.core import Table
from pawsona.bench.core.suite import Dataset, Item, Suite
from pawsona.bench.core.tokens import jieba, parts_of_speech
from pawsona.domain.language import LANGUAGES, Language, length

_MOST = 20
_ALL = "all"
_LETTERS = re.compile(r"[a-z']{3,}")
_COMMON = frozenset(
    "the and you your for are was were with that this have has had not but its it's i'm i'll you're can will just from "
    "what when how who out all they them their she her him his our one too let let's don't there here then than very "
    "some like been would could should about into over while after before more much".split()
)
_ENGLISH = re.compile(
    r"\b(enjoy|eat|play|watch|take|make|go to|listen to|read|hold|drink|visit|share|keep|find|see|hear|cook|paint)"
    r"(?:s|es|ing)?\s+(?:(?:the|a|an|my|your|his|her|some|this|that|new|delicious|sweet|little|early|peaceful|good|warm|"
    r"quiet|favou?rite|big|small|nice|fresh|first|last|own)\s+)*([a-z]{3,})(?:\s([a-z]{3,}))?\b"
)
_NOT_NOUNS = frozenset(
    "you me him her them it and the that this what how about with very really more any out off up back down one two "
    "three four first something everything together sure if for whether from over place again while during under near "
    "onto along across until till early late soon today tomorrow tonight outside inside home right left twice next "
    "only who whatever without instead alone away around quietly slowly still always never every each".split()
)


def describe(suite: Suite, data: Dataset) -> list[Table]:
    """Tables of counts and lengths, and of what is often said in the references, by language."""
    spoken = [one for one in LANGUAGES if any(item.language == one for item in data.items)]
    said = [_said(one, [item for item in data.items if item.language == one]) for one in spoken]
    return [*_structure(suite), _counts(suite, data), *(table for table in said if table.rows)]


def figures(suite: Suite, data: Dataset) -> dict[str, Any]:
    """The same for scripts."""
    first = _structure(suite)
    counts, *said = describe(suite, data)[len(first) :]
    return {
        "suite": suite.name, "structure": [one.plain() for one in first], "n": len(data.items), "tasks": counts.plain(),
        "said": [one.plain() for one in said],
    }  # fmt: skip


def _structure(suite: Suite) -> Sequence[Table]:
    return suite.structure() if suite.structure is not None else ()


def _counts(suite: Suite, data: Dataset) -> Table:
    """Lengths by language: words of one and characters of another have no mean."""
    lengths = ("prompt mean", "prompt median", "reference mean", "reference median", "reference longest")
    table = Table(
        f"{suite.title}: {len(data.items)} items",
        ("", "language", "items", "of", *lengths),
        note="\n".join([*data.notes, "Lengths are words between blanks in English, characters in Chinese."]),
    )
    whole = [(task.name, task.n, [item for item in data.items if item.task == task.name]) for task in suite.tasks]
    whole += [(_ALL, suite.n, list(data.items))] if len(suite.tasks) > 1 else []
    for name, n, some in whole:
        spoken = [one for one in LANGUAGES if any(item.language == one for item in some)]
        for one in spoken:
            mine = [item for item in some if item.language == one]
            table.add(name, one, len(mine), n or None if len(spoken) == 1 else None, *_lengths(mine))
        if len(spoken) > 1 and name == _ALL:
            table.add(name, "both", len(some), n or None, *(None for _ in lengths))
    return table


def _lengths(some: Sequence[Item]) -> tuple[str | None, ...]:
    prompts = [_length(item.prompt, item.language) for item in some]
    answers = [_length(item.reference, item.language) for item in some]
    asked = (f"{fmean(prompts):.1f}", f"{median(prompts):.0f}") if any(prompts) else (None, None)
    said = (f"{fmean(answers):.1f}", f"{median(answers):.0f}", str(max(answers))) if any(answers) else (None,) * 3
    return (*asked, *said)


def _length(text: str, language: Language) -> int:
    return len(text.split()) if language == "en" else length(text, "zh")


def _said(language: Language, some: Sequence[Item]) -> Table:
    """The most frequent words, and pairs of a verb with its noun, in the references."""
    words = Counter(word for item in some for word in _WORDS[language](item.reference))
    pairs = Counter(pair for item in some for pair in _PAIRS[language](item.reference))
    table = Table(f"Often said, {language}", ("word", "times", "verb and noun", "times in all"))
    often = pairs.most_common(_MOST)
    for at, (word, count) in enumerate(words.most_common(_MOST)):
        table.add(word, count, *(often[at] if at < len(often) else (None, None)))
    return table


def _english(text: str) -> Iterator[str]:
    return (word for word in _LETTERS.findall(text.lower()) if word not in _COMMON)


def _english_pairs(text: str) -> Iterator[str]:
    """Of two words behind the verb the last that could be a noun: "a hearty breakfast" is breakfast."""
    for verb, *words in _ENGLISH.findall(text.lower()):
        nouns = [word for word in words if word and not word.endswith(("ing", "ly", "ed"))]
        ends = next((at for at, word in enumerate(nouns) if word in _NOT_NOUNS or word in _COMMON), len(nouns))
        if nouns[:ends]:
            yield f"{verb} {nouns[:ends][-1]}"


def _chinese(text: str) -> Iterator[str]:
    return (word for word in jieba().cut(text) if len(word) > 1 and word.isalpha())


def _chinese_pairs(text: str) -> Iterator[str]:
    """By jieba's own parts of speech: a verb, and the next noun at most two words on."""
    tagged = [(one.word, one.flag) for one in parts_of_speech().cut(text)]
    for at, (word, flag) in enumerate(tagged):
        nouns = [noun for noun, kind in tagged[at + 1 : at + 4] if kind == "n"] if flag == "v" else []
        if nouns and word not in ("是", "有", "会", "要", "想", "能"):
            yield f"{word} {nouns[0]}"


_WORDS: Mapping[Language, Any] = {"en": _english, "zh": _chinese}
_PAIRS: Mapping[Language, Any] = {"en": _english_pairs, "zh": _chinese_pairs}
