"""What models cost, by day and by person."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pawsona.domain.census import Spent
from pawsona.lab import cells
from pawsona.lab.users import Figure


@dataclass(frozen=True)
class Day:
    """One day (UTC); None where too few persons stand behind it."""

    on: date
    calls: int | None
    failed: int | None
    tokens: int | None
    """In and out."""
    money: float | None


@dataclass(frozen=True)
class Spending:
    """Some days, and what one person cost who caused any of it."""

    days: tuple[Day, ...]
    persons: int | None
    calls: float | None
    """Of one person, as what follows."""
    tokens: float | None
    money: float | None
    priced: bool
    """Whether anybody told what the models cost."""

    def figures(self) -> Iterator[Figure]:
        """For JSON and CSV."""
        for day in self.days:
            for name in ("calls", "failed", "tokens", "money"):
                yield "spending", f"{day.on}", name, getattr(day, name)
        for name in ("persons", "calls", "tokens", "money"):
            yield "each", "person", name, getattr(self, name)


def spending(
    rows: Sequence[Spent], callers: int, price: Callable[[Spent], float], *, priced: bool, fewest: int
) -> Spending:
    """Add calls up.

    Args:
        rows: by day and model.
        callers: persons for whom any was made.
        price: what a row cost.
        priced: whether prices are known.
        fewest: persons that a figure must be about.
    """
    by_day: dict[date, list[Spent]] = defaultdict(list)
    for row in rows:
        by_day[row.on].append(row)
    known = cells.shown(callers, fewest)
    each = 1 / callers if callers and known else None
    return Spending(
        days=tuple(_day(on, of, price, fewest) for on, of in sorted(by_day.items())),
        persons=known,
        calls=each and each * sum(row.calls for row in rows),
        tokens=each and each * sum(row.tokens_in + row.tokens_out for row in rows),
        money=each and each * sum(map(price, rows)),
        priced=priced,
    )


def _day(on: date, rows: Sequence[Spent], price: Callable[[Spent], float], fewest: int) -> Day:
    if cells.shown(max(row.persons for row in rows), fewest) is None:
        return Day(on, None, None, None, None)
    tokens = sum(row.tokens_in + row.tokens_out for row in rows)
    calls, failed = sum(row.calls for row in rows), sum(row.failed for row in rows)
    return Day(on, calls, failed, tokens, sum(map(price, rows)))
