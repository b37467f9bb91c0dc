"""Two systems' answers beside each other, for people: which is better? Which comes first is chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pawsona.bench.core.agreement import Ratings, alpha_interval, same
from pawsona.bench.core.bootstrap import Interval, mean, share
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.suite import Item
from pawsona.bench.core.tables import Table
from pawsona.bench.review import sheet
from pawsona.bench.review.pairs import Duel, duels, keep_wins, wins
from pawsona.bench.review.queue import Entry, Run, every_item, key_of
from pawsona.bench.review.votes import ByRater
from pawsona.domain.language import Language
from pawsona.errors import InputError

BETTER = "better"
_TEXTS: Mapping[Language, tuple[str, str, str, tuple[str, str, str]]] = MappingProxyType({
    "en": ("The first", "The second", "Which of the two is the better answer?",
           ("the first", "neither", "the second")),
    "zh": ("第一个", "第二个", "这两个回答，哪个更好？", ("第一个", "差不多", "第二个")),
})  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """A duel as raters see it."""

    duel: Duel
    entry: Entry
    swapped: bool

    def side(self, choice: float) -> int:
        """Whose win a choice is: 1 the one's, -1 the other's, 0 a tie."""
        return int(2 - choice) * (-1 if self.swapped else 1)


@dataclass(frozen=True)
class Compared:
    """Two runs, and what people prefer."""

    runs: Sequence[Run]
    shown: Mapping[str, Shown]
    """By the entry's key, in both orders: a table may be of any seed."""
    raters: ByRater
    alike: int
    """Answers that are the same: nobody has to judge these."""


def shown(one: Run, other: Run, data: Path | None = None, seed: int = 0) -> dict[str, Entry]:
    """The duels of two runs, each in the order that chance gives it.

    Raises:
        InputError: the runs are of different suites, or answered nothing that differs.
    """
    every, _ = _both_orders(one, other, data)
    found = {key: row.entry for key, row in every.items() if row.swapped == _swapped(row.duel, seed)}
    if not found:
        raise InputError("These two runs have no different answers to the same items.")
    return dict(sorted(found.items()))


def compared(folders: Sequence[Run], tables: Sequence[Path], data: Path | None = None) -> Compared:
    """Read filled-in tables; a rater is called by the file's name.

    Raises:
        InputError: a run or a table can't be used.
    """
    one, other = two(folders)
    known, alike = _both_orders(one, other, data)
    entries = {key: row.entry for key, row in known.items()}
    return Compared(folders, known, {path.stem: sheet.read(path, entries) for path in tables}, alike)


def two(runs: Sequence[Run]) -> tuple[Run, Run]:
    """Exactly two.

    Raises:
        InputError: there are more, or fewer.
    """
    if len(runs) != 2:
        raise InputError(f"Two runs can be put beside each other, not {len(runs)}.")
    return runs[0], runs[1]


def keep(found: Compared) -> None:
    """What people prefer, beside the first run's result: reports show it."""
    one, other = found.runs
    keep_wins(one, other.result.system, "people", mean(*_won(found)), found.alike)


def tables(found: Compared) -> list[Table]:
    """Wins with their interval, and how far raters agree."""
    one, other = (run.result.system for run in found.runs)
    won, clusters = _won(found)
    table = Table(
        f"{one}, beside {other}: people", ("", "value"),
        note="the majority of a pair's raters, else a tie; a tie is half a win",
    )  # fmt: skip
    wins(table, won, clusters, found.alike)
    choices = [(key, choice) for key, choice in _choices(found) if choice != 2]
    if choices:
        whose = [found.shown[key].duel.item.cluster or key for key, _ in choices]
        table.add("whoever came first was chosen", share([choice == 1 for _, choice in choices], whose))
    table.add("pairs that nobody rated", len(found.shown) // 2 - len(_votes(found)))
    if (agreed := _alpha(found)) is not None:
        table.add("Krippendorff's alpha", agreed)
    return [table]


def figures(found: Compared) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "suite": found.runs[0].result.suite, "raters": sorted(found.raters),
        "tables": {table.title: table.plain() for table in tables(found)},
    }  # fmt: skip


def _both_orders(one: Run, other: Run, data: Path | None) -> tuple[dict[str, Shown], int]:
    """Each duel twice, by key, and how many answers are alike."""
    apart, alike = duels(one, other, every_item([one, other], data))
    rows = [_shown(duel, swapped=swapped) for duel in apart for swapped in (False, True)]
    return {row.entry.key: row for row in rows}, alike


def _shown(duel: Duel, *, swapped: bool) -> Shown:
    first, second = (duel.other, duel.one) if swapped else (duel.one, duel.other)
    one, two_, _, _ = _TEXTS[duel.item.language]
    text = f"{one}:\n{first}\n\n{two_}:\n{second}"
    return Shown(duel, Entry(key_of(duel.item.id, text), duel.item, _rubric(duel.item), text), swapped)


def _rubric(item: Item) -> Rubric:
    """The one question; the statements that were written with an item are something to think of."""
    _, _, asked, choices = _TEXTS[item.language]
    rubric = item.given.get("rubric")
    statements = "".join(f"\n- {label}" for label in rubric.labels.values()) if rubric else ""
    return Rubric(
        name="preferred-1", prompt="", scale={BETTER: (1, 3)}, labels={BETTER: f"{asked}{statements}"},
        choices=dict(enumerate(choices, 1)), mark=BETTER,
    )  # fmt: skip


def _swapped(duel: Duel, seed: int) -> bool:
    """By chance, the same for everybody who has the seed."""
    return bool(sha256(f"{seed}\0{duel.item.id}\0{duel.one}\0{duel.other}".encode()).digest()[0] & 1)


def _choices(found: Compared) -> list[tuple[str, float]]:
    return [(key, row[BETTER]) for given in found.raters.values() for key, row in given.items() if BETTER in row]


def _votes(found: Compared) -> dict[str, dict[str, int]]:
    """By item and rater, whose win it is, whichever order the rater saw."""
    votes: dict[str, dict[str, int]] = {}
    for rater, given in found.raters.items():
        for key, row in given.items():
            if BETTER in row:
                votes.setdefault(found.shown[key].duel.item.id, {})[rater] = found.shown[key].side(row[BETTER])
    return votes


def _won(found: Compared) -> tuple[list[float], list[str]]:
    """What each pair is worth to the one, and its cluster."""
    clusters = {row.duel.item.id: row.duel.item.cluster or row.duel.item.id for row in found.shown.values()}
    votes = _votes(found)
    return [_majority(list(row.values())) for row in votes.values()], [clusters[id_] for id_ in votes]


def _majority(votes: Sequence[int]) -> float:
    """1 or 0 where more prefer one than all others together prefer anything else; else a tie."""
    ahead = [side for side in (1, -1) if 2 * votes.count(side) > len(votes)]
    return (1 + ahead[0]) / 2 if ahead else 0.5


def _alpha(found: Compared) -> Interval | None:
    rated: Ratings = [{rater: float(side) for rater, side in row.items()} for row in _votes(found).values()]
    several = any(len(row) > 1 for row in rated)
    varied = len(set(chain.from_iterable(row.values() for row in rated))) > 1
    return alpha_interval(rated, same) if several and varied else None
