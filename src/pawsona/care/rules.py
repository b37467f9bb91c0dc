"""What the screen looks for, and how a sentence's context weighs a finding."""

from collections.abc import Mapping
from dataclasses import dataclass

from pawsona.care.cues import Cue
from pawsona.care.index import CueIndex
from pawsona.domain.language import Language
from pawsona.domain.message import Tier

SIGN = "sign."
"""How the names of signs begin: findings that mean nothing alone, and concern where two kinds of them meet."""
_NEVER_ERASED = ("suicide.", "self_harm", "assault.", "abuse.")
_LOWERING = ("fiction", "joke", "past")
_DENIALS = frozenset({"not", "never", "dont", "wont", "wouldnt", "didnt"})
_MINE = frozenset({"i", "im", "ive", "id", "ill", "me", "my", "myself", "mine"})


@dataclass(frozen=True)
class Rule:
    """One category at one tier."""

    category: str
    tier: Tier
    indirect: bool
    """Whether it holds the roundabout ways of saying it, which count for what a person says only."""


@dataclass(frozen=True)
class Rules:
    """The parsed content."""

    categories: Mapping[str, int]
    """Name -> number in the list of 33."""
    of: Mapping[Language, CueIndex[Rule]]
    benign: Mapping[Language, CueIndex[None]]
    context: Mapping[Language, Mapping[str, tuple[Cue, ...]]]
    others: Mapping[Language, tuple[str, ...]]
    """Words for somebody else: who is meant when a sentence is in the third person."""
    vocabulary: frozenset[str]

    def lowers(self, form: str, language: Language) -> int:
        """How many of fiction, joking and the long past a text speaks of."""
        context = self.context[language]
        return sum(any(cue.within(form) for cue in context[name]) for name in _LOWERING)

    def weigh(self, rule: Rule, cue: Cue, before: str, said: str, lowered: int) -> tuple[str, Tier]:
        """Category and tier of what a cue matched, given what stands before it in its sentence."""
        category, tier, language = rule.category, rule.tier, cue.language
        if category.startswith(SIGN):
            return category, tier
        if _own(category) and self._somebody_else(before, said, language):
            category, tier = "suicide.other", min(tier, Tier.high)
        if (self._negated(before, language) or _denied(cue, said)) and not category.startswith("medical."):
            return category, Tier.concern
        if lowered and not category.startswith("medical."):
            lowest = Tier.concern if category.startswith(_NEVER_ERASED) else Tier.none
            tier = max(lowest, Tier(tier - 1))
        return category, tier

    def _negated(self, before: str, language: Language) -> bool:
        near = " ".join(before.split()[-3:]) if language == "en" else before[-4:].rpartition(",")[2]
        return any(cue.within(f" {near} ") for cue in self.context[language]["negation"])

    def _somebody_else(self, before: str, said: str, language: Language) -> bool:
        if language == "en":
            words = before.split()
            last = max((n for n, word in enumerate(words) if word in self.others["en"]), default=-1)
            return last >= 0 and not _MINE.intersection(words[last + 1 :] + said.split())
        clause = before.replace("，", ",").rpartition(",")[2][-14:]
        last = max((clause.rfind(word) for word in self.others["zh"]), default=-1)
        return last >= 0 and "我" not in clause[last:] + said


def _denied(cue: Cue, said: str) -> bool:
    """Whether "never" or the like stands within a match whose cue doesn't ask for it."""
    return not _DENIALS.isdisjoint(said.split()) and _DENIALS.isdisjoint(cue.words)


def _own(category: str) -> bool:
    """Categories that speak of oneself, and of somebody else in the third person."""
    return category in {"suicide.passive", "suicide.active", "suicide.method", "suicide.intent", "self_harm"}
