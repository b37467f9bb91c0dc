"""Reads what somebody says of their own age: figures and words, school years, and hints that mean little alone.

Deterministic, in English and Chinese. It looks for "I", not for ages: "my son is 14", "when I was 14" and "I feel
like I'm 14" say nothing of who talks.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import AgeBand
from pawsona.errors import ContentError

_NAME = "age.yaml"
_LOOKED_AT = 4000
_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_DIGITS = "一二三四五六七八九"
_AGE: Mapping[Language, str] = {
    "en": rf"(?P<age>\d{{1,2}}|(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS)}))?|{'|'.join(_TEENS + _UNITS)})",
    "zh": rf"(?P<age>\d{{1,2}}|[{_DIGITS}]?十[{_DIGITS}]?|[{_DIGITS}](?=岁|周))",
}
_CLAUSE = re.compile(r"[.!?。！？\n…]+")
_QUOTES = re.compile('["“”「」『』]')


@dataclass(frozen=True)
class AgeReading:
    """What a message says of the speaker's age."""

    band: AgeBand | None = None
    """Said outright; the youngest wins where two are said."""
    hints: frozenset[str] = frozenset()
    """`parents` who forbid, `school` as a pupil tells of it: each means little alone."""


@dataclass(frozen=True)
class _Words:
    stated: tuple[re.Pattern[str], ...]
    minor: tuple[re.Pattern[str], ...]
    adult: tuple[re.Pattern[str], ...]
    before: re.Pattern[str]
    breath: re.Pattern[str]
    after: re.Pattern[str]
    hints: Mapping[str, tuple[re.Pattern[str], ...]]
    not_mine: re.Pattern[str]


def read_age(said: str) -> AgeReading:
    """Read one message."""
    plain = _plain(said[:_LOOKED_AT])
    bands: set[AgeBand] = set()
    hints: set[str] = set()
    for clause in filter(None, (part.strip() for part in _CLAUSE.split(plain))):
        for words in _content().values():
            bands.update(_bands(clause, words))
            hints.update(_hints(clause, words))
    young: tuple[AgeBand, ...] = ("child", "teen", "adult")
    return AgeReading(next((band for band in young if band in bands), None), frozenset(hints))


def _plain(said: str) -> str:
    folded = unicodedata.normalize("NFKC", said).casefold().replace("’", "'").replace("‘", "'")
    return re.sub(r"[ \t]+", " ", folded.replace(",", "，") if _has_han(folded) else folded)


def _has_han(said: str) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in said)


def _bands(clause: str, words: _Words) -> Iterator[AgeBand]:
    for pattern in words.stated:
        for match in pattern.finditer(clause):
            age = _number(match["age"])
            if 3 <= age <= 99 and not _void(clause, match, words):
                yield "child" if age < 13 else "teen" if age < 18 else "adult"
    for patterns, band in ((words.minor, "teen"), (words.adult, "adult")):
        for pattern in patterns:
            if any(not _void(clause, match, words) for match in pattern.finditer(clause)):
                yield "teen" if band == "teen" else "adult"


def _void(clause: str, match: re.Match[str], words: _Words) -> bool:
    """Whether somebody else is meant, or another time, or a story."""
    before = clause[: match.start()]
    if len(_QUOTES.findall(before)) % 2:
        return True
    breath = words.breath.split(before)[-1]
    return words.before.search(breath) is not None or words.after.search(clause[match.end() :]) is not None


def _hints(clause: str, words: _Words) -> Iterator[str]:
    if words.not_mine.search(clause):
        return
    for name, patterns in words.hints.items():
        if any(pattern.search(clause) for pattern in patterns):
            yield name


def _number(said: str) -> int:
    if said.isdigit():
        return int(said)
    if "十" in said or said in _DIGITS:
        tens, ten, units = said.rpartition("十")
        return (10 * (_DIGITS.find(tens) + 1 if tens else 1) if ten else 0) + _DIGITS.find(units or "?") + 1
    if said in _TEENS:
        return 10 + _TEENS.index(said)
    tens, _, units = said.replace("-", " ").partition(" ")
    if tens in _UNITS:
        return 1 + _UNITS.index(tens)
    return 20 + 10 * _TENS.index(tens) + (1 + _UNITS.index(units) if units else 0)


@lru_cache(maxsize=1)
def _content() -> Mapping[Language, _Words]:
    """The patterns of `age.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    return {lang: _words(mapping(entry(data, lang, _NAME), f"{_NAME}: {lang}"), lang) for lang in LANGUAGES}


def _words(part: Mapping[str, object], language: Language) -> _Words:
    where = f"{_NAME}: {language}"
    school = str(part.get("school", ""))
    fills = {"<age>": _AGE[language], "<school>": school, "<pupil>": str(part.get("pupil", ""))}

    def one(source: str, place: str) -> re.Pattern[str]:
        for name, fill in fills.items():
            source = source.replace(name, fill)
        try:
            return re.compile(source)
        except re.error as error:
            raise ContentError(f"{place}: is no pattern ({error})") from None

    def some(name: str, of: Mapping[str, object]) -> tuple[re.Pattern[str], ...]:
        return tuple(one(source, f"{where}.{name}") for source in texts(entry(of, name, where), f"{where}.{name}"))

    voided = mapping(entry(part, "voided", where), f"{where}.voided")
    hints = mapping(entry(part, "hints", where), f"{where}.hints")
    void = {name: one(text(entry(voided, name, where), where), where) for name in ("before", "breath", "after")}
    return _Words(
        stated=some("stated", part), minor=some("minor", part), adult=some("adult", part),
        before=void["before"], breath=void["breath"], after=void["after"],
        hints={name: some(name, hints) for name in hints},
        not_mine=one(text(entry(part, "not_mine", where), where), where),
    )  # fmt: skip
