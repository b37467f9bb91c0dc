"""Checks one sentence of a reply before it is shown, without a model; what fails is said in other words.

The rules are the care facts' R4, R6, R7, R10, R19, R20 and R21, and the crisis screen turned on the output.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.cues import Cue, compile_cue
from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts
from pawsona.care.normal import Plain, plain
from pawsona.care.screen import screen_own
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier

_NAME = "faults.yaml"
_SETS: Mapping[str, list[str]] = {}


@dataclass(frozen=True)
class Fault:
    """A rule that a sentence breaks: harm, sexual, diagnosis, human, suffering, farewell, guilt or vow."""

    rule: str


@dataclass(frozen=True)
class _Rule:
    name: str
    cues: Mapping[Language, tuple[Cue, ...]]
    instead: Mapping[Language, str]


@dataclass(frozen=True)
class _Content:
    rules: tuple[_Rule, ...]
    allowed: Mapping[Language, tuple[Cue, ...]]
    asking: Mapping[Language, tuple[Cue, ...]]
    vocabulary: frozenset[str]


def check_sentence(sentence: str, language: Language) -> list[Fault]:
    """The rules that a sentence of the pet breaks, gravest first; none means that it may be shown.

    Both languages are looked at whatever the person's is: a model may slip into the other one.
    """
    known = _content()
    form = plain(sentence, known.vocabulary)
    found = [Fault(rule.name) for rule in known.rules if _breaks(rule, form, known)]
    if Fault("harm") not in found and _dangerous(sentence, form, known):
        found.insert(0, Fault("harm"))
    return found


def safe_instead(fault: Fault, language: Language) -> str:
    """What is said in place of a sentence with this fault."""
    return next(rule.instead[language] for rule in _content().rules if rule.name == fault.rule)


def _dangerous(sentence: str, form: Plain, known: _Content) -> bool:
    """What the crisis screen finds in the pet's own words, save emergencies and questions that care asks itself."""
    reading = screen_own(sentence)
    if "suicide.means" not in reading.categories and _any_in(known.asking, form):
        return False
    grave = [category for category in reading.categories if not category.startswith("medical.emergency")]
    return bool(grave) and (reading.tier >= Tier.high or "eating" in grave)


def _breaks(rule: _Rule, form: Plain, known: _Content) -> bool:
    return _any_in(rule.cues, form) and not _any_in(known.allowed, form)


def _any_in(cues: Mapping[Language, tuple[Cue, ...]], form: Plain) -> bool:
    return any(_in(cue, form.en) for cue in cues["en"]) or any(_in(cue, form.zh) for cue in cues["zh"])


def _in(cue: Cue, said: str) -> bool:
    return cue.may_match(said) and cue.pattern.search(said) is not None


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `faults.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    rows = listing(entry(data, "rules", _NAME), f"{_NAME}: rules")
    rules = tuple(_rule(row, f"{_NAME}: rules[{n}]") for n, row in enumerate(rows))
    allowed = _both(entry(data, "allowed", _NAME), f"{_NAME}: allowed")
    asking = _both(entry(data, "asking", _NAME), f"{_NAME}: asking")
    words = frozenset(w for rule in rules for cue in rule.cues["en"] for w in cue.words if len(w) > 2)
    return _Content(rules, allowed, asking, words)


def _rule(row: object, where: str) -> _Rule:
    part = mapping(row, where)
    instead = mapping(entry(part, "instead", where), f"{where}.instead")
    return _Rule(
        text(entry(part, "rule", where), f"{where}.rule"),
        _both(part, where),
        {language: text(entry(instead, language, where), f"{where}.instead.{language}") for language in LANGUAGES},
    )


def _both(value: object, where: str) -> Mapping[Language, tuple[Cue, ...]]:
    part = mapping(value, where)
    return {
        language: tuple(
            compile_cue(cue, language, _SETS, f"{where}.{language}[{n}]")
            for n, cue in enumerate(texts(entry(part, language, where), f"{where}.{language}"))
        )
        for language in LANGUAGES
    }
