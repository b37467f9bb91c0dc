"""`pawsona bench compare`: results in folders, by suite, as tables and as one object."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pawsona.bench.core import Table
from pawsona.bench.core.bootstrap import of100
from pawsona.bench.core.compare import ROUNDS, Comparison
from pawsona.bench.core.result import Result, pooled, read
from pawsona.bench.core.signature import lines
from pawsona.bench.core.standing import Standing, standings
from pawsona.bench.suites import scored_suite
from pawsona.errors import InputError


def of_folders(folders: Sequence[Path], rounds: int = ROUNDS) -> list[Standing]:
    """All tables that the results of some folders make.

    Raises:
        InputError: a folder holds no result, a system is there twice, or nothing has a total.
    """
    found = pooled(read(folder) for folder in folders)
    tables = [table for name, results in found.items() for table in standings(scored_suite(name), results, rounds)]
    if not tables:
        raise InputError(
            f"Nothing here has a total ({', '.join(found)}): it needs what these results lack, a judge's marks perhaps."
        )
    return tables


NO_SYSTEM = "no system"


def leaderboard(standing: Standing) -> Table:
    """One row a system, its rank and from where to where that could be."""
    places = standing.ranks()
    table = Table(
        standing.title,
        ("", "rank", "could be", "answered", standing.root),
        note="\n".join(lines(standing.signatures.values())),
    )
    for name, result in standing.results.items():
        rank, low, high = places.get(name, (None, None, None))
        between = f"{low} to {high}" if rank else why_not(result)
        answered = f"{result.answered}/{result.expected}"
        table.add(name, rank, between, answered, of100(standing.drawn[name].total))
    for name, one in standing.beside().items():
        table.add(name, None, NO_SYSTEM, None, f"{100 * one.total:.1f}")
    return table


def why_not(result: Result) -> str:
    """Why a result is not ranked."""
    return NO_SYSTEM if result.about.get("oracle") else "under 99%"


def differences(standing: Standing, against: str | None) -> Table:
    """Pairs of systems, paired by cluster of items."""
    table = Table(
        f"{standing.title}: differences",
        ("", "than", "better by", "p", "p after Holm"),
        note=f"on the items that all ranked systems answered; {ROUNDS} draws",
    )
    for one in standing.differences(against):
        table.add(one.one, one.other, of100(one.difference), f"{one.p:.4f}", f"{one.adjusted:.4f}")
    return table


def figures(standing: Standing, against: str | None) -> dict[str, Any]:
    """The same for scripts."""
    places = standing.ranks()
    return {
        "suite": standing.suite.name,
        "total": standing.root,
        "signatures": dict(standing.signatures),
        "systems": [
            {"system": name, "rank": places[name][0] if name in places else None,
             "rank_interval": list(places[name][1:]) if name in places else None,
             "answered": result.answered, "expected": result.expected, **standing.drawn[name].total.plain()}
            for name, result in standing.results.items()
        ],
        "beside": {name: one.total for name, one in standing.beside().items()},
        "differences": [_difference(one) for one in standing.differences(against)],
    }  # fmt: skip


def _difference(one: Comparison) -> dict[str, Any]:
    return {"one": one.one, "other": one.other, "p": one.p, "p_holm": one.adjusted, **one.difference.plain()}
