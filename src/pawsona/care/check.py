"""Checks one sentence of a reply before it is shown, without a model; what fails is said in other words.

The rules are the care facts' R4, R6, R7, R10, R19, R20 and R21, and the crisis screen turned on the output.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.cues import Cue, compile_cue
from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts
from pawsona.care.index import CueIndex
from pawsona.care.normal import Plain, plain
from pawsona.care.screen import screen_own
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier

_NAME = "faults.yaml"
_SETS: Mapping[str, list[str]] = {}
_Cues = Mapping[Language, CueIndex[str]]
"""By language, each cue with the name of what it belongs to."""


@dataclass(frozen=True)
class Fault:
    """A rule that a sentence breaks: harm, sexual, diagnosis, human, suffering, farewell, guilt or vow."""

    rule: str


@dataclass(frozen=True)
class _Rule:
    name: str
    instead: Mapping[Language, str]


@dataclass(frozen=True)
class _Content:
    rules: tuple[_Rule, ...]
    breaking: _Cues
    allowed: _Cues
    asking: _Cues
    vocabulary: frozenset[str]


def check_sentence(sentence: str, language: Language) -> list[Fault]:
    """The rules that a sentence of the pet breaks, gravest first; none means that it may be shown.

    Both languages are looked at whatever the person's is: a model may slip into the other one.
    """
    known = _content()
    form = plain(sentence, known.vocabulary)
    broken = _met(known.breaking, form)
    if broken and _met(known.allowed, form):
        broken = set()
    found = [Fault(rule.name) for rule in known.rules if rule.name in broken]
    if Fault("harm") not in found and _dangerous(sentence, form, known):
        found.insert(0, Fault("harm"))
    return found


def safe_instead(fault: Fault, language: Language) -> str:
    """What is said in place of a sentence with this fault."""
    return next(rule.instead[language] for rule in _content().rules if rule.name == fault.rule)


def _dangerous(sentence: str, form: Plain, known: _Content) -> bool:
    """What the crisis screen finds in the pet's own words, save emergencies and questions that care asks itself."""
    reading = screen_own(sentence)
    grave = [category for category in reading.categories if not category.startswith("medical.emergency")]
    if not grave or ("suicide.means" not in grave and _met(known.asking, form)):
        return False
    return reading.tier >= Tier.high or "eating" in grave


def _met(cues: _Cues, form: Plain) -> set[str]:
    """The names of those of which a cue is in the sentence, in either language."""
    forms: Mapping[Language, str] = {"en": form.en, "zh": form.zh}
    return {
        name
        for language, said in forms.items()
        for cue, name in cues[language].near(said)
        if cue.pattern.search(said) is not None
    }


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `faults.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    rows = listing(entry(data, "rules", _NAME), f"{_NAME}: rules")
    parts = [(mapping(row, f"{_NAME}: rules[{n}]"), f"{_NAME}: rules[{n}]") for n, row in enumerate(rows)]
    rules = tuple(_rule(part, where) for part, where in parts)
    cues = [row for rule, (part, where) in zip(rules, parts, strict=True) for row in _cues(part, rule.name, where)]
    allowed = _cues(entry(data, "allowed", _NAME), "allowed", f"{_NAME}: allowed")
    asking = _cues(entry(data, "asking", _NAME), "asking", f"{_NAME}: asking")
    words = frozenset(word for cue, _ in cues if cue.language == "en" for word in cue.words if len(word) > 2)
    return _Content(rules, _indexed(cues), _indexed(allowed), _indexed(asking), words)


def _rule(part: Mapping[str, object], where: str) -> _Rule:
    instead = mapping(entry(part, "instead", where), f"{where}.instead")
    return _Rule(
        text(entry(part, "rule", where), f"{where}.rule"),
        {language: text(entry(instead, language, where), f"{where}.instead.{language}") for language in LANGUAGES},
    )


def _cues(value: object, name: str, where: str) -> list[tuple[Cue, str]]:
    """The cues of both languages, each with a name."""
    part = mapping(value, where)
    return [
        (compile_cue(cue, language, _SETS, f"{where}.{language}[{n}]"), name)
        for language in LANGUAGES
        for n, cue in enumerate(texts(entry(part, language, where), f"{where}.{language}"))
    ]


def _indexed(cues: Sequence[tuple[Cue, str]]) -> _Cues:
    return {
        language: CueIndex(language, [row for row in cues if row[0].language == language]) for language in LANGUAGES
    }
