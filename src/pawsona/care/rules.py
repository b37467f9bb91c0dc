"""The screen's content (`screen.yaml`), and how a sentence's context weighs a finding."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.cues import Cue, Sets, compile_cue
from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.errors import ContentError

_NAME = "screen.yaml"
_CONTEXTS = ("negation", "fiction", "joke", "past")


@dataclass(frozen=True)
class Rule:
    """One category at one tier, with the cues of one language."""

    category: str
    tier: Tier
    cues: tuple[Cue, ...]


@dataclass(frozen=True)
class Rules:
    """The parsed content."""

    categories: Mapping[str, int]
    """Name -> number in the list of 33."""
    of: Mapping[Language, tuple[Rule, ...]]
    benign: Mapping[Language, tuple[Cue, ...]]
    context: Mapping[Language, Mapping[str, tuple[Cue, ...]]]
    others: Mapping[Language, tuple[str, ...]]
    """Words for somebody else: who is meant when a sentence is in the third person."""
    vocabulary: frozenset[str]

    def lowers(self, form: str, language: Language) -> int:
        """How many of fiction, joking and the long past a text speaks of."""
        context = self.context[language]
        return sum(any(_matches(cue, form) for cue in context[name]) for name in ("fiction", "joke", "past"))

    def weigh(self, rule: Rule, before: str, said: str, language: Language, lowered: int) -> tuple[str, Tier]:
        """Category and tier of a match, given what stands before it in its sentence."""
        category, tier = rule.category, rule.tier
        if _own(category) and self._somebody_else(before, said, language):
            category, tier = "suicide.other", min(tier, Tier.high)
        if self._negated(before, language) and not category.startswith("medical."):
            return category, Tier.concern
        if lowered and not category.startswith("medical."):
            tier = max(Tier.concern, Tier(tier - 1))
        return category, tier

    def _negated(self, before: str, language: Language) -> bool:
        near = " ".join(before.split()[-3:]) if language == "en" else before[-4:].rpartition(",")[2]
        return any(_matches(cue, f" {near} ") for cue in self.context[language]["negation"])

    def _somebody_else(self, before: str, said: str, language: Language) -> bool:
        if language == "en":
            words = before.split()
            last = max((n for n, word in enumerate(words) if word in self.others["en"]), default=-1)
            mine = {"i", "im", "ive", "id", "me", "my", "myself"}
            return last >= 0 and not mine.intersection(words[last + 1 :] + said.split())
        clause = before.replace("，", ",").rpartition(",")[2][-14:]
        last = max((clause.rfind(word) for word in self.others["zh"]), default=-1)
        return last >= 0 and "我" not in clause[last:] + said


def _own(category: str) -> bool:
    """Categories that speak of oneself, and of somebody else in the third person."""
    return category in {"suicide.passive", "suicide.active", "suicide.method", "suicide.intent", "self_harm"}


def _matches(cue: Cue, form: str) -> bool:
    return cue.may_match(form) and cue.pattern.search(form) is not None


@lru_cache(maxsize=1)
def rules() -> Rules:
    """The content of `screen.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    sets = {language: _sets(data, language) for language in LANGUAGES}
    categories = {name: _number(name, value) for name, value in _part(data, "categories").items()}
    of = {language: _rules(data, language, sets[language], categories) for language in LANGUAGES}
    benign = {
        language: _cues(entry(_part(data, "benign"), language, _NAME), language, sets[language], f"benign.{language}")
        for language in LANGUAGES
    }
    cues = [cue for rows in of.values() for rule in rows for cue in rule.cues] + [c for r in benign.values() for c in r]
    words = frozenset(w for cue in cues for w in cue.words if w.isascii() and len(w) > 2)
    context = {language: _context(data, language, sets[language]) for language in LANGUAGES}
    others = {language: tuple(entry(sets[language], "other", _NAME)) for language in LANGUAGES}
    return Rules(categories, of, benign, context, others, words)


def _part(data: Mapping[str, object], part: str) -> Mapping[str, object]:
    return mapping(entry(data, part, _NAME), f"{_NAME}: {part}")


def _number(name: str, value: object) -> int:
    if not isinstance(value, int) or not 1 <= value <= 33:
        raise ContentError(f"{_NAME}: categories.{name}: should be a number from 1 to 33")
    return value


def _sets(data: Mapping[str, object], language: Language) -> Sets:
    where = f"sets.{language}"
    named = mapping(entry(_part(data, "sets"), language, _NAME), f"{_NAME}: {where}")
    rows = {name: text(row, f"{_NAME}: {where}.{name}").split() for name, row in named.items()}
    # A set may name others: <family> in it stands for all of that set's words.
    return {name: [w for word in row for w in (rows[word[1:-1]] if word[:1] == "<" else [word])]
            for name, row in rows.items()}  # fmt: skip


def _cues(value: object, language: Language, sets: Sets, where: str) -> tuple[Cue, ...]:
    place = f"{_NAME}: {where}"
    return tuple(compile_cue(c, language, sets, f"{place}[{n}]") for n, c in enumerate(texts(value, place)))


def _context(data: Mapping[str, object], language: Language, sets: Sets) -> Mapping[str, tuple[Cue, ...]]:
    part = mapping(entry(_part(data, "context"), language, _NAME), f"{_NAME}: context.{language}")
    return {name: _cues(entry(part, name, _NAME), language, sets, f"context.{language}.{name}") for name in _CONTEXTS}


def _rules(
    data: Mapping[str, object], language: Language, sets: Sets, categories: Mapping[str, int]
) -> tuple[Rule, ...]:
    found = []
    for n, row in enumerate(listing(entry(data, "rules", _NAME), f"{_NAME}: rules")):
        where = f"rules[{n}]"
        rule = mapping(row, f"{_NAME}: {where}")
        category = text(entry(rule, "category", f"{_NAME}: {where}"), f"{_NAME}: {where}.category")
        tier = text(entry(rule, "tier", f"{_NAME}: {where}"), f"{_NAME}: {where}.tier")
        if category not in categories or tier not in Tier.__members__:
            raise ContentError(f"{_NAME}: {where}: {category!r} or {tier!r} is unknown")
        if language in rule:
            found.append(Rule(category, Tier[tier], _cues(rule[language], language, sets, f"{where}.{language}")))
    return tuple(found)
