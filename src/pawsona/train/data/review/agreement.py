"""How far reviewers agree, where they don't, and what follows for each entry."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan
from typing import Any, Literal

from pawsona.bench.core import Table
from pawsona.bench.core.agreement import alpha_interval, same
from pawsona.bench.core.bootstrap import Interval
from pawsona.train.data.review.decisions import VERDICTS, Decision, Verdict

ByReviewer = Mapping[str, Mapping[str, Decision]]
Outcome = Literal["accept", "edit", "reject", "disputed", "unreviewed"]
_NUMBER = {verdict: float(place) for place, verdict in enumerate(VERDICTS)}


@dataclass(frozen=True)
class Settled:
    """What the reviewers come to on an entry; `answer` is the edited one."""

    outcome: Outcome
    answer: str = ""


@dataclass(frozen=True)
class Agreement:
    """Of all pairs of reviewers, and of all together."""

    kappa: Mapping[tuple[str, str], tuple[float, int]]
    """Cohen's kappa of two, and on how many entries."""
    alpha: Interval | None
    """Krippendorff's, of all; None where no entry has two reviewers, or nothing varies."""
    disagreements: Mapping[str, Mapping[str, Decision]]
    """Entry -> reviewer -> decision, where verdicts or edited texts differ."""

    def plain(self) -> dict[str, Any]:
        """For scripts and the datasheet."""
        pairs = [
            {"reviewers": list(pair), "kappa": None if isnan(kappa) else round(kappa, 4), "n": count}
            for pair, (kappa, count) in self.kappa.items()
        ]
        alpha = None if self.alpha is None or isnan(self.alpha.value) else self.alpha.plain()
        rows = {
            entry: {name: {"verdict": one.verdict, "reason": one.reason} for name, one in found.items()}
            for entry, found in self.disagreements.items()
        }
        return {"cohens_kappa": pairs, "krippendorffs_alpha": alpha, "disagreements": rows}


def kappa(pairs: Sequence[tuple[Verdict, Verdict]]) -> float:
    """Cohen's (1960): agreement beyond what both would reach by chance; not a number where nothing varies."""
    if not pairs:
        return nan
    count = len(pairs)
    observed = sum(one == other for one, other in pairs) / count
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(ones[verdict] * others[verdict] for verdict in VERDICTS) / count**2
    return nan if chance == 1 else (observed - chance) / (1 - chance)


def agreement(decisions: ByReviewer) -> Agreement:
    """Of all that were reviewed more than once."""
    by_entry = _by_entry(decisions)
    several = {entry: found for entry, found in by_entry.items() if len(found) > 1}
    kappas = {}
    for one, other in combinations(sorted(decisions), 2):
        both = decisions[one].keys() & decisions[other].keys()
        pairs = [(decisions[one][id_].verdict, decisions[other][id_].verdict) for id_ in sorted(both)]
        kappas[one, other] = kappa(pairs), len(pairs)
    ratings = [{name: _NUMBER[one.verdict] for name, one in found.items()} for found in several.values()]
    return Agreement(
        kappas,
        alpha_interval(ratings, same) if len({value for row in ratings for value in row.values()}) > 1 else None,
        {id_: found for id_, found in sorted(several.items()) if len({_key(one) for one in found.values()}) > 1},
    )


def settled(decisions: ByReviewer, entries: Sequence[str], reviewers: int) -> dict[str, Settled]:
    """What becomes of each entry.

    Args:
        decisions: of everybody.
        entries: all ids.
        reviewers: how many must have seen an entry.
    """
    by_entry = _by_entry(decisions)
    return {id_: _settled(list(by_entry.get(id_, {}).values()), reviewers) for id_ in entries}


def _settled(found: Sequence[Decision], reviewers: int) -> Settled:
    """More than half must say the same, of edits with the same text; else a further reviewer is needed."""
    if len(found) < max(1, reviewers):
        return Settled("unreviewed")
    (verdict, answer), most = Counter(map(_key, found)).most_common(1)[0]
    if 2 * most > len(found):
        return Settled(verdict, answer)
    rejected = sum(one.verdict == "reject" for one in found)
    return Settled("reject") if 2 * rejected > len(found) else Settled("disputed")


def _key(one: Decision) -> tuple[Verdict, str]:
    return one.verdict, one.answer


def _by_entry(decisions: ByReviewer) -> dict[str, dict[str, Decision]]:
    found: dict[str, dict[str, Decision]] = {}
    for name, mine in decisions.items():
        for id_, one in mine.items():
            found.setdefault(id_, {})[name] = one
    return found


def tables(found: Agreement, decisions: ByReviewer) -> list[Table]:
    """For people."""
    counts = Table("What reviewers decided", ("reviewer", *VERDICTS, "all"))
    for name, mine in decisions.items():
        verdicts = Counter(one.verdict for one in mine.values())
        counts.add(name, *(verdicts[verdict] for verdict in VERDICTS), verdicts.total())
    agreed = Table("How far they agree", ("", "entries", "value"), note="1 is full agreement, 0 what chance gives")
    for pair, (value, count) in found.kappa.items():
        agreed.add(f"Cohen's kappa, {pair[0]} and {pair[1]}", count, None if isnan(value) else value)
    if found.alpha is not None:
        agreed.add("Krippendorff's alpha, all", found.alpha.n, None if isnan(found.alpha.value) else found.alpha)
    apart = Table("Where they don't", ("entry", "decisions"))
    for id_, rows in found.disagreements.items():
        apart.add(id_, ", ".join(f"{name}: {one.verdict} {one.reason}".strip() for name, one in rows.items()))
    return [table for table in (counts, agreed, apart) if table.rows]
