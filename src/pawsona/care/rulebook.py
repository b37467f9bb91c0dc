"""Reads what the screen looks for: `content/screen/`, one file for a group of categories in one language."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pawsona.care.cues import Cue, Sets, compile_cue
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.care.index import CueIndex
from pawsona.care.rules import SIGN, Rule, Rules
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.errors import ContentError

_PLAIN = ("suicide", "acts", "others", "violence", "health")
_GROUPS = (*_PLAIN, "bleak", "intent", "signs", "kin", "danger", "body", "mind")
_CONTEXTS = ("negation", "fiction", "joke", "past")


@lru_cache(maxsize=1)
def rules() -> Rules:
    """Everything that the screen looks for.

    Raises:
        ContentError: a file is missing or wrong; names file and place.
    """
    name = "categories.yaml"
    categories = {key: _number(key, value, name) for key, value in mapping(_read(name), name).items()}
    words = {language: _words(language) for language in LANGUAGES}
    of = {language: list(_rules(language, words[language], categories)) for language in LANGUAGES}
    benign = {language: _benign(language, words[language]) for language in LANGUAGES}
    english = [cue for cue, _ in of["en"]] + list(benign["en"])
    return Rules(
        categories,
        {language: CueIndex(language, of[language]) for language in LANGUAGES},
        {language: CueIndex(language, [(cue, None) for cue in benign[language]]) for language in LANGUAGES},
        {language: _context(language, words[language]) for language in LANGUAGES},
        {language: tuple(entry(words[language], "other", f"{language}_words.yaml")) for language in LANGUAGES},
        frozenset(word for cue in english for word in cue.words if word.isascii() and len(word) > 2),
    )


@lru_cache(maxsize=1)
def plain_rules() -> Rules:
    """The same without the roundabout ways of saying it, which are half of all: for what the pet says.

    Raises:
        ContentError: as `rules`.
    """
    known = rules()
    own = {language: index.only(lambda rule: not rule.indirect) for language, index in known.of.items()}
    return replace(known, of=own)


def _read(name: str) -> object:
    return read_yaml(_folder() / name)


def _folder() -> Path:
    return CONTENT / "screen"


def _number(category: str, value: object, where: str) -> int:
    if not isinstance(value, int) or not 1 <= value <= 33:
        raise ContentError(f"{where}: {category}: should be a number from 1 to 33")
    return value


def _words(language: Language) -> Sets:
    """The word sets; one may name others: <family> in it stands for all of that set's words."""
    name = f"{language}_words.yaml"
    named = mapping(entry(mapping(_read(name), name), "sets", name), f"{name}: sets")
    rows = {key: text(row, f"{name}: sets.{key}").split() for key, row in named.items()}
    return {key: _spelled_out(key, rows, f"{name}: sets.{key}", ()) for key in rows}


def _spelled_out(key: str, rows: Mapping[str, list[str]], where: str, within: tuple[str, ...]) -> list[str]:
    if key in within or key not in rows:
        raise ContentError(f"{where}: the set <{key}> is unknown or names itself")
    found: list[str] = []
    for word in rows[key]:
        inner = word[:1] == "<" and word[-1:] == ">"
        found.extend(_spelled_out(word[1:-1], rows, where, (*within, key)) if inner else [word])
    return found


def _rules(language: Language, sets: Sets, categories: Mapping[str, int]) -> Iterator[tuple[Cue, Rule]]:
    for group in _GROUPS:
        name = f"{language}_{group}.yaml"
        for category, tiers in mapping(_read(name), name).items():
            where = f"{name}: {category}"
            if category not in categories and not category.startswith(SIGN):
                raise ContentError(f"{where}: is no category")
            for tier, cues in mapping(tiers, where).items():
                rule = Rule(category, _tier(category, tier, f"{where}.{tier}"), group not in _PLAIN)
                yield from ((cue, rule) for cue in _cues(cues, language, sets, f"{where}.{tier}"))


def _tier(category: str, tier: str, where: str) -> Tier:
    if tier not in Tier.__members__ or (Tier[tier] == Tier.none) != category.startswith(SIGN):
        raise ContentError(f"{where}: {tier!r} is no tier for this")
    return Tier[tier]


def _cues(value: object, language: Language, sets: Sets, where: str) -> tuple[Cue, ...]:
    return tuple(compile_cue(c, language, sets, f"{where}[{n}]") for n, c in enumerate(texts(value, where)))


def _benign(language: Language, sets: Sets) -> tuple[Cue, ...]:
    name = f"{language}_benign.yaml"
    return _cues(entry(mapping(_read(name), name), "benign", name), language, sets, f"{name}: benign")


def _context(language: Language, sets: Sets) -> Mapping[str, tuple[Cue, ...]]:
    name = f"{language}_words.yaml"
    part = mapping(entry(mapping(_read(name), name), "context", name), f"{name}: context")
    return {key: _cues(entry(part, key, name), language, sets, f"{name}: context.{key}") for key in _CONTEXTS}
