"""What a run will take, before anything is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pawsona.bench.core.suite import Item, Suite
from pawsona.bench.core.tables import Table
from pawsona.bench.live.costs import UNKNOWN, Prices, price_of
from pawsona.minds.llm.tokens import estimate as tokens_of

ANSWER = 120
"""Tokens of an answer, on average."""
VERDICT = 220
"""Tokens of a judge's analysis and ratings."""


@dataclass(frozen=True)
class Estimate:
    """Calls and tokens, of the system and of the judge."""

    suite: str
    items: int
    calls: int
    tokens_in: int
    tokens_out: int
    judge_calls: int
    judge_in: int
    judge_out: int
    note: str
    price: float | None = None
    """Of all of it; None where the price of a model that is asked is not known."""
    judge_price: float | None = None

    def table(self) -> Table:
        """For people."""
        columns = ("", "calls", "tokens in", "tokens out", "price")
        table = Table(f"What a run of {self.suite} will take", columns, note=self.note)
        table.add("system", self.calls, self.tokens_in, self.tokens_out, shown(self.price))
        table.add("judge", self.judge_calls, self.judge_in, self.judge_out, shown(self.judge_price))
        return table


def shown(price: float | None) -> str | None:
    """Money, to a cent or, where that is nothing, to two digits."""
    if price is None:
        return None
    return f"{price:.2f}" if price >= 1 or price == 0 else f"{price:.2g}"


def priced(found: Estimate, known: Prices, model: str | None, judge: str | None) -> Estimate:
    """With what it will cost.

    Args:
        found: calls and tokens.
        known: prices by model.
        model: the one that is asked; None where none is, "" where nobody told which.
        judge: the one that judges; None where none does.
    """
    price = price_of(known, model, found.tokens_in, found.tokens_out) if model is not None else 0.0
    judged = price_of(known, judge, found.judge_in, found.judge_out) if judge is not None else 0.0
    note = f"{found.note}; {UNKNOWN}" if None in (price, judged) else found.note
    return replace(found, price=price, judge_price=judged, note=note)


def estimate(suite: Suite, items: Sequence[Item], *, ours: bool, free: bool, judge: bool, epochs: int) -> Estimate:
    """Count what is certain and estimate the rest.

    Args:
        suite: whose items.
        items: what will be asked.
        ours: the system is a mind or a companion, which has prompts of its own.
        free: it asks no model.
        judge: answers are judged.
        epochs: times that each is asked.
    """
    each = [(item.given.get("calls", 1), item.prompt or str(item.given.get("about", ""))) for item in items]
    calls = 0 if free else epochs * sum(times for times, _ in each)
    sent = 0 if free else epochs * round(sum(times * tokens_of(text) for times, text in each))
    judged = [item.given["rubric"] for item in items if item.given.get("rubric")] if judge else []
    note = "tokens are estimated by letters; a judge that answers in another form is asked once more"
    if ours and not free:
        note += "; a mind's own prompts are longer, and a companion asks more than once a turn: take these as the least"
    return Estimate(
        suite=suite.name, items=len(items), calls=calls, tokens_in=sent, tokens_out=calls * ANSWER,
        judge_calls=epochs * len(judged),
        judge_in=epochs * round(sum(tokens_of(one.prompt) + ANSWER for one in judged)),
        judge_out=epochs * len(judged) * VERDICT, note=note,
    )  # fmt: skip
