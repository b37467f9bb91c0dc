"""What a sentence does, by name: it dismisses, vows, names a feeling, says goodbye; in English and Chinese.

The names and their cues are content, `content/marks/`: what a person's turn is (`turn`), what a reply does well
(`good`), and what it must not do (all other files).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from pawsona.care.cues import Cue, Sets, compile_cue
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.care.index import CueIndex
from pawsona.care.normal import plain
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

GOOD, TURN = "good", "turn"
"""The files of what is good in a reply, and of what a person's turn is."""
_FORBIDDABLE = ("asked", "ties", "farewell", "truth")
_FOLDER = CONTENT / "marks"
_WORDS = "words.yaml"
_LOOKED_AT = 2000
"""Characters that are looked at; a sentence of a reply has 400 at most."""
_ASKING = re.compile(r"[?？]|[吗呢](?:[。！~～\s)）]|$)")
_LOUD = re.compile(r"[!！]{2,}|\b[A-Z]{4,}\b[^a-z]{0,3}\b[A-Z]{3,}")
_NUMBER = re.compile(r"\d|[零一二两三四五六七八九十百千半]+ ?(?:大卡|千卡|卡|斤|公斤|克|顿|小时|天)")


@dataclass(frozen=True)
class _Content:
    of: Mapping[Language, CueIndex[str]]
    """What a turn is, and what is good: read as it stands."""
    turn: Mapping[Language, CueIndex[str]]
    """Of these what a turn is."""
    barred: Mapping[Language, CueIndex[str]]
    """What a reply must not do: read with idioms put out of reach."""
    idioms: Mapping[Language, CueIndex[None]]
    vocabulary: frozenset[str]
    files: Mapping[str, frozenset[str]]


def marks(said: str) -> frozenset[str]:
    """Everything that a sentence or a message does; both languages are looked at whatever it is written in."""
    return _read(said[:_LOOKED_AT].strip())


def turn_marks(said: str) -> frozenset[str]:
    """Of these what a person's turn is, and no more: it costs a third."""
    return _read_turn(said[:_LOOKED_AT].strip())


def forget_texts() -> None:
    """Keep no text that was read in memory."""
    _read.cache_clear()
    _read_turn.cache_clear()


@lru_cache(maxsize=512)  # a turn looks at what was said before, and at each of its sentences twice
def _read(said: str) -> frozenset[str]:
    known = _content()
    form = plain(said, known.vocabulary)
    forms: Mapping[Language, str] = {"en": form.en, "zh": form.zh}
    return _by_shape(said).union(*(_met(forms[language], language, known) for language in LANGUAGES))


@lru_cache(maxsize=512)
def _read_turn(said: str) -> frozenset[str]:
    known, found = _content(), set[str]()
    form = plain(said, known.vocabulary)
    for language in LANGUAGES:
        _look(known.turn[language], form.en if language == "en" else form.zh, found)
    return frozenset(found)


def named(file: str) -> frozenset[str]:
    """The marks of one file of content."""
    return _content().files[file]


def techniques() -> frozenset[str]:
    """What a place, or minors' mode, may forbid by name."""
    return frozenset().union(*(named(file) for file in _FORBIDDABLE))


def known_marks() -> frozenset[str]:
    """All there are, those that are no matter of words too."""
    return frozenset({"question", "shouting", "number"}).union(*_content().files.values())


def _met(form: str, language: Language, known: _Content) -> set[str]:
    found: set[str] = set()
    _look(known.of[language], form, found)
    for idiom, _ in known.idioms[language].near(form):
        form = idiom.pattern.sub(" #" if language == "en" else "#", form)
    _look(known.barred[language], form, found)
    return found


def _look(index: CueIndex[str], form: str, found: set[str]) -> None:
    for cue, name in index.near(form):
        if name not in found and cue.pattern.search(form) is not None:
            found.add(name)


def _by_shape(said: str) -> frozenset[str]:
    shapes = (("question", _ASKING), ("shouting", _LOUD), ("number", _NUMBER))
    return frozenset(name for name, shape in shapes if shape.search(said))


@lru_cache(maxsize=1)
def _content() -> _Content:
    """All of `content/marks/`.

    Raises:
        ContentError: a file is wrong; names file and place.
    """
    words = mapping(read_yaml(_FOLDER / _WORDS), _WORDS)
    sets = {language: _sets(words, language) for language in LANGUAGES}
    found: dict[Language, list[tuple[Cue, str]]] = {language: [] for language in LANGUAGES}
    files: dict[str, frozenset[str]] = {}
    for path in sorted(_FOLDER.glob("*.yaml")):
        if path.name == _WORDS:
            continue
        rows = mapping(read_yaml(path), path.name)
        files[path.stem] = frozenset(rows)
        for name, row in rows.items():
            part = mapping(row, f"{path.name}: {name}")
            for language in LANGUAGES:
                where = f"{path.name}: {name}.{language}"
                found[language] += [(cue, name) for cue in _cues(entry(part, language, where), language, sets, where)]
    idioms = {
        language: [(cue, None) for cue in _cues(_part(words, "idioms", language), language, sets, "idioms")]
        for language in LANGUAGES
    }
    vocabulary = frozenset(w for cue, _ in found["en"] for w in cue.words if w.isascii() and len(w) > 2)
    as_it_stands = files[GOOD] | files[TURN]
    return _Content(
        {lang: CueIndex(lang, [row for row in found[lang] if row[1] in as_it_stands]) for lang in LANGUAGES},
        {lang: CueIndex(lang, [row for row in found[lang] if row[1] in files[TURN]]) for lang in LANGUAGES},
        {lang: CueIndex(lang, [row for row in found[lang] if row[1] not in as_it_stands]) for lang in LANGUAGES},
        {language: CueIndex(language, idioms[language]) for language in LANGUAGES},
        vocabulary,
        MappingProxyType(files),
    )


def _cues(value: object, language: Language, sets: Mapping[Language, Sets], where: str) -> list[Cue]:
    rows = texts(value, where)
    return [compile_cue(row, language, sets[language], f"{where}[{n}]") for n, row in enumerate(rows)]


def _part(words: Mapping[str, object], part: str, language: Language) -> object:
    return entry(mapping(entry(words, part, _WORDS), f"{_WORDS}: {part}"), language, f"{_WORDS}: {part}")


def _sets(words: Mapping[str, object], language: Language) -> Sets:
    """The word sets; one may hold others that stand before it."""
    found: dict[str, list[str]] = {}
    for name, row in mapping(_part(words, "sets", language), f"{_WORDS}: sets.{language}").items():
        where = f"{_WORDS}: sets.{language}.{name}"
        found[name] = []
        for word in text(row, where).split():
            inner = word[1:-1] if word.startswith("<") and word.endswith(">") else ""
            if inner and inner not in found:
                raise ContentError(f"{where}: there is no set <{inner}> before it")
            found[name] += found[inner] if inner else [word]
    return found
