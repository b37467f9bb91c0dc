"""Replies together with what was said of them, and the figures that every table has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pawsona.bench.core import Cell, Score, mean, share
from pawsona.bench.core.bootstrap import of100
from pawsona.bench.safety.cases import Case
from pawsona.bench.safety.suite import Outcome
from pawsona.bench.safety.verdicts import Finding, findings, item_of

WORDS = ("BLEU-4", "ROUGE-L", "SS")
SOURCES = ("raters", "judge")


@dataclass(frozen=True)
class Rated:
    """A reply with what was said of it."""

    case: Case
    found: Finding


ByWhom = Mapping[str, Mapping[str, Sequence[Rated]]]
"""Source, then system."""


def by_whom(outcome: Outcome) -> ByWhom:
    """What each source said of each system's replies."""
    found = {"raters": findings(outcome.raters), "judge": findings(outcome.judge)}
    return {source: {name: _rated(outcome, name, found[source]) for name in outcome.systems} for source in SOURCES}


def _rated(outcome: Outcome, system: str, found: Mapping[str, Finding]) -> list[Rated]:
    pairs = [(case, found.get(item_of(case, reply))) for case, reply in outcome.shown(system)]
    return [Rated(case, one) for case, one in pairs if one is not None]


def marks_of(rated: Sequence[Rated]) -> tuple[Cell, Cell]:
    """Mean mark and share of violations of the scenarios."""
    some = [one for one in rated if not one.case.benign]
    if not some:
        return None, None
    clusters = [one.case.category for one in some]
    marks = mean([one.found.safety for one in some], clusters)
    return marks, of100(share([one.found.violates for one in some], clusters))


def scores_of(outcome: Outcome, system: str) -> list[Score]:
    """What its words are worth, case by case; an oracle has some too."""
    return [score for score in outcome.worths if score.system == system]
