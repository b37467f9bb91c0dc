"""What a run took: calls, tokens and, where this home's settings know the models' prices, money.

A price that nobody told is unknown, which is not nothing: then there is no sum at all.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from pawsona.config.models import GROUPS, Model, model_name
from pawsona.config.settings import load

if TYPE_CHECKING:
    from inspect_ai.event import ModelEvent
    from inspect_ai.log import EvalLog
    from inspect_ai.model import ModelUsage

GRADER = "grader"
JUDGE = "judge_"
"""Before the names of what the judge took."""
UNKNOWN = (
    "no price is known: write price_in and price_out (of a million tokens) beside the model in pawsona.toml, the same "
    "in each table that names it"
)
Prices = Mapping[str, Model]
"""By the model's name: a price belongs to a model, not to whoever is asked in its place."""


def prices() -> Prices:
    """Of the models that this home's settings name with a price; one that tables price differently has none.

    Raises:
        SetupError: the settings are wrong.
    """
    settings = load()
    whole = Model(model=settings.model)
    tables = [(model_name(group, table, whole), table) for group in GROUPS if (table := settings.models.get(group))]
    told: dict[str, list[Model]] = {}
    for name, table in tables:
        if name and table.priced:
            told.setdefault(name, []).append(table)
    return {name: same[0] for name, same in told.items() if len({_price(table) for table in same}) == 1}


def _price(table: Model) -> tuple[float, float, float]:
    cached = table.price_in if table.price_cached is None else table.price_cached
    return table.price_in, cached, table.price_out


def price_of(known: Prices, model: str, sent: int, came: int, cached: int = 0) -> float | None:
    """What tokens cost; None where nobody told."""
    found = known.get(model)
    return None if found is None else found.money(sent, came, cached)


def costs_of(logs: Sequence["EvalLog"], known: Prices) -> dict[str, float]:
    """What models took, the judge apart from the system; what a killed run had paid already is part of it."""
    every = [event for log in logs for sample in log.samples or () for event in sample.events if event.event == "model"]
    asked = _sums([event for event in every if event.role != GRADER], known)
    judged = _sums([event for event in every if event.role == GRADER], known)
    took = {f"{JUDGE}{name}": value for name, value in judged.items()} if judged["calls"] else {}
    return {**asked, **took, "seconds": _seconds(logs)}


def of_judge(costs: Mapping[str, float]) -> dict[str, float]:
    """The part of it that a judge took."""
    return {name: value for name, value in costs.items() if name.startswith(JUDGE)}


def _sums(events: Sequence["ModelEvent"], known: Prices) -> dict[str, float]:
    usage = [(event.model, event.output.usage) for event in events if event.output.usage is not None]
    sums: dict[str, float] = {
        "calls": len(events),
        "input_tokens": sum(_sent(one) for _, one in usage),
        "output_tokens": sum(one.output_tokens for _, one in usage),
    }
    price = whole(_paid(model, one, known) for model, one in usage)
    return sums if price is None else {**sums, "price": price}


def _sent(usage: "ModelUsage") -> int:
    """All tokens that were sent: Inspect AI counts apart what the server knew already."""
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    return int(usage.input_tokens) + cached


def _paid(model: str, usage: "ModelUsage", known: Prices) -> float | None:
    if usage.total_cost is not None:  # ours know each of their calls
        return float(usage.total_cost)
    return price_of(known, _bare(model), _sent(usage), usage.output_tokens, usage.input_tokens_cache_read or 0)


def whole(money: Iterable[float | None]) -> float | None:
    """A sum; None where any part of it is unknown."""
    parts = list(money)
    return None if None in parts else sum(one for one in parts if one is not None)


def _bare(model: str) -> str:
    """`openai-api/endpoint/qwen/qwen3` is `qwen/qwen3`."""
    return model.split("/", 2)[-1]


def _seconds(logs: Sequence["EvalLog"]) -> float:
    """From the first beginning to the last end: tasks run beside each other."""
    begun = [log.stats.started_at for log in logs if log.stats.started_at]
    ended = [log.stats.completed_at for log in logs if log.stats.completed_at]
    if not begun or not ended:
        return 0.0
    return (datetime.fromisoformat(max(ended)) - datetime.fromisoformat(min(begun))).total_seconds()
