"""Two systems' answers beside each other: a judge sees them in both orders, and the ratings are averaged (FairEval)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from string import Template
from typing import Any

from pawsona.bench.core.bootstrap import Interval, mean, share
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.suite import Item
from pawsona.bench.core.tables import Table
from pawsona.bench.review.queue import Run
from pawsona.bench.suites import suite_of

FIRST, SECOND = "first", "second"
RUBRIC = "pair-1"
_SCALE = (1, 5)


@dataclass(frozen=True)
class Duel:
    """An item with the answers of two systems, as people read them."""

    item: Item
    one: str
    other: str

    @property
    def alike(self) -> bool:
        """Whether nobody could tell them apart, so that nobody is asked."""
        return self.one == self.other


@dataclass(frozen=True)
class Verdict:
    """What a judge made of a duel, in both orders."""

    cluster: str
    one: tuple[float, float]
    """Its rating when it came first, and when it came second."""
    other: tuple[float, float]

    @property
    def difference(self) -> float:
        """How much better the one is, position averaged out."""
        return (sum(self.one) - sum(self.other)) / 2

    @property
    def worth(self) -> float:
        """1 won, 0.5 a tie, 0 lost."""
        return 0.5 if self.difference == 0 else float(self.difference > 0)

    @property
    def turned(self) -> bool:
        """Whether another order brought another winner."""
        one_first, one_second = self.one[0] - self.other[1], self.one[1] - self.other[0]
        return one_first * one_second < 0

    @property
    def lead(self) -> float:
        """How much more whoever came first was given."""
        return (self.one[0] + self.other[0] - self.one[1] - self.other[1]) / 2


def duels(one: Run, other: Run, items: Mapping[str, Item]) -> tuple[list[Duel], int]:
    """What both answered and people can tell apart, and how many answers are alike."""
    every = _every(one, other, items)
    apart = [duel for duel in every if not duel.alike]
    return apart, len(every) - len(apart)


def _every(one: Run, other: Run, items: Mapping[str, Item]) -> list[Duel]:
    read = suite_of(one.result.suite).readable
    return [
        Duel(items[id_], read(text), read(other.answers[id_]))
        for id_, text in one.answers.items()
        if id_ in items and id_ in other.answers
    ]


def prompt(duel: Duel, *, swapped: bool) -> str:
    """What the judge is asked."""
    item, rubric = duel.item, duel.item.given["rubric"]
    statements = "\n".join(f"- {label}" for label in rubric.labels.values())
    template = (files(__package__) / "content" / f"pair_{item.language}.txt").read_text("utf-8")
    told: dict[str, Any] = {
        "task": item.given.get("about") or item.prompt, "statements": f"\n{statements}\n" if statements else "",
    }  # fmt: skip
    safe = {name: text.replace("{", "{{").replace("}", "}}") for name, text in told.items()}
    first, second = (duel.other, duel.one) if swapped else (duel.one, duel.other)
    return Template(template).substitute(safe).format(first=first, second=second)


def rubric_of(text: str) -> Rubric:
    """How the answer to a prompt is read."""
    return Rubric(name=RUBRIC, prompt=text, scale={FIRST: _SCALE, SECOND: _SCALE}, mark=FIRST)


def wins(table: Table, won: Sequence[float], clusters: Sequence[str], alike: int) -> None:
    """The rows that say who won: over answers that differ, for equal ones would drown the few that were judged."""
    table.add("won, tied, lost", ", ".join(str(won.count(value)) for value in (1.0, 0.5, 0.0)))
    table.add("wins, where they differ", mean(won, clusters))
    table.add("answers that are alike", alike)


def keep_wins(one: Run, than: str, by: str, wins: Interval, alike: int) -> None:
    """Beside the one's result, where reports find it; what the same judge or people said of this pair before goes."""
    row = {"than": than, "by": by, "alike": alike, **wins.plain()}
    before = [kept for kept in one.result.about.get("preferred", ()) if (kept["than"], kept["by"]) != (than, by)]
    replace(one.result, about={**one.result.about, "preferred": [*before, row]}).write(one.folder)


def table_of(one: str, other: str, verdicts: Sequence[Verdict], alike: int, failed: int) -> Table:
    """For people.

    Args:
        one: the first system.
        other: the second.
        verdicts: what was judged.
        alike: answers that were the same: ties.
        failed: duels without a rating.
    """
    table = Table(
        f"{one}, beside {other}", ("", "value"),
        note="each pair was judged in both orders and the ratings averaged; a tie is half a win",
    )  # fmt: skip
    if not verdicts:
        return table
    clusters = [verdict.cluster for verdict in verdicts]
    wins(table, [verdict.worth for verdict in verdicts], clusters, alike)
    table.add("better by, of 5", mean([verdict.difference for verdict in verdicts], clusters))
    table.add("whoever came first got more by", mean([verdict.lead for verdict in verdicts], clusters))
    table.add("another order, another winner", share([verdict.turned for verdict in verdicts], clusters))
    table.add("without a rating", failed)
    return table
