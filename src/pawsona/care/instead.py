"""What is said where a sentence may not be shown, or where a rule asks for more: reviewed texts in both languages."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from pawsona.care.attachment import COMPUTED, rules
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, texts
from pawsona.care.marks import known_marks, techniques
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

_NAME = "instead.yaml"
_Texts = Mapping[str, Mapping[Language, Sequence[str]]]


@dataclass(frozen=True)
class _Content:
    instead: _Texts
    add: _Texts
    support: _Texts
    again: Mapping[Language, Sequence[str]]
    asked: _Texts
    careful: _Texts


def instead_of(mark: str, language: Language, salt: str = "") -> str:
    """What is said in place of a sentence that does this. `salt` decides which of several, so that it varies."""
    return _one_of(_content().instead[mark], language, salt)


def added_for(mark: str, language: Language, salt: str = "") -> str:
    """A sentence that does what a rule asks for."""
    return _one_of(_content().add[mark], language, salt)


def support_for(about: Sequence[str], language: Language, before: Sequence[str]) -> str:
    """A whole reply on grave ground.

    Args:
        about: what the turn is about, gravest first.
        language: the person's.
        before: what the pet has said in this session; nothing is said twice in a row.
    """
    known = _content()
    [said] = known.support[next((topic for topic in about if topic in known.support), "other")][language]
    if any(said in text for text in before):
        again = known.again[language]
        return again[len(before) % len(again)]
    return said


def careful_words(about: Sequence[str], language: Language, before: Sequence[str]) -> str:
    """A serious and warm line where a risk may be near and may not; none twice in a session while there are others.

    Args:
        about: what the turn seems to be about, gravest first.
        language: the person's.
        before: what the pet has said in this session.
    """
    known = _content().careful
    own = known.get(next(iter(about), "other"), known["other"])[language]
    for found in (own, known["other"][language]):
        if fresh := [text for text in found if not any(text in said for said in before)]:
            return fresh[len(before) % len(fresh)]
    return own[len(before) % len(own)]


def answer_to(asked: Collection[str], language: Language, before: Sequence[str]) -> str:
    """What somebody gets who asks the pet to bind them or itself; empty where nobody does.

    Args:
        asked: marks of the person's turn.
        language: the person's.
        before: what the pet has said in this session, so that it varies.
    """
    known = _content().asked
    found = next((known[name][language] for name in known if name in asked), ())
    fresh = [text for text in found if not any(text in said for said in before)]
    return (fresh or found)[len(before) % len(fresh or found)] if found else ""


def all_texts(language: Language) -> list[str]:
    """Every text there is, for tests and for readers."""
    known = _content()
    parts = (known.instead, known.add, known.support, known.asked, known.careful)
    return [*known.again[language], *(text for part in parts for row in part.values() for text in row[language])]


def _one_of(said: Mapping[Language, Sequence[str]], language: Language, salt: str) -> str:
    return said[language][crc32(salt.encode()) % len(said[language])]


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `instead.yaml`; every mark that a rule may bar has an answer.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    instead, add, support = (_texts(data, part) for part in ("instead", "add", "support"))
    whole = dict(instead)
    for name, marks in mapping(entry(data, "answers", _NAME), f"{_NAME}: answers").items():
        if name not in instead:
            raise ContentError(f"{_NAME}: answers.{name}: there is no text of this name")
        for mark in texts(marks, f"{_NAME}: answers.{name}"):
            if mark not in known_marks() | COMPUTED:
                raise ContentError(f"{_NAME}: answers.{name}: there is no mark {mark!r}")
            whole[mark] = instead[name]
    if unanswered := sorted(_barred() - whole.keys()):
        raise ContentError(f"{_NAME}: nothing is said in place of {unanswered[0]!r}")
    again = _both(mapping(entry(data, "again", _NAME), "again"), f"{_NAME}: again")
    return _Content(whole, add, support, again, _texts(data, "asked"), _texts(data, "careful"))


def _barred() -> frozenset[str]:
    """Every mark that a rule, or a place, may bar."""
    return techniques().union(*(rule.must_not for rule in rules()))


def _texts(data: Mapping[str, object], part: str) -> _Texts:
    rows = mapping(entry(data, part, _NAME), f"{_NAME}: {part}")
    return {
        name: _both(mapping(row, f"{_NAME}: {part}.{name}"), f"{_NAME}: {part}.{name}") for name, row in rows.items()
    }


def _both(row: Mapping[str, object], where: str) -> Mapping[Language, Sequence[str]]:
    return {language: texts(entry(row, language, where), f"{where}.{language}") for language in LANGUAGES}
