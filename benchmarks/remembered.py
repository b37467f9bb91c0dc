"""How what was collected of labelled sessions compares with the labels: counts, shares and their intervals.

A memory belongs to a label whose turn is among its sources. Its content is right if it has all the label's `words`, in
English by stem, in Chinese by characters.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pawsona.bench.core import mean
from pawsona.domain.language import Language
from pawsona.domain.memory import Retention, Topic
from pawsona.minds.storybook.talk.matching import stem

TRAPS = ("nothing", "joke", "hypothetical", "quote", "invention", "instruction")
"""Kinds of session in which most turns tempt and few are to be kept."""
_TOKEN = re.compile(r"[a-z0-9]+", re.IGNORECASE)


@dataclass(frozen=True)
class Made:
    """A memory that a session led to; `turns` are the numbers of its sources."""

    text: str
    topic: Topic
    retention: Retention
    turns: frozenset[int]
    sure: bool = True


@dataclass(frozen=True)
class Outcome:
    """What a session did; numbers are places in its `known`."""

    added: tuple[Made, ...] = ()
    renewed: frozenset[int] = frozenset()
    replaced: frozenset[int] = frozenset()


Share = tuple[int, int]
"""How many of how many."""


def shares(row: Mapping[str, Any], got: Outcome, language: Language) -> dict[str, Share]:
    """What one session adds to each figure."""
    keep = [item for item in row["keep"] if "same" not in item]
    told = [item for item in row["keep"] if "same" in item]
    turns = {item["turn"] for item in keep}
    hits = [made for made in got.added if made.turns & turns]
    found = [(item, best) for item in keep if (best := _best(item, hits, language)) is not None]
    lasting = [(i, m) for i, m in found if i.get("retention") == "permanent" and "short_term" not in i.get("or", ())]
    again = [item["same"] for item in told if item["turn"] not in turns]
    doubled = [item for item in told if _doubles(item, turns, got)]
    changes = [item["replaces"] for item in keep if "replaces" in item]
    named = {*changes, *(item["same"] for item in told)}
    others = [n for n, _ in enumerate(row.get("known") or ()) if n not in named]
    judged = [(item, made) for item, made in found if "retention" in item]
    sized = {
        "precision, by turn": (len(hits), len(got.added)),
        "recall, by turn": (len(found), len(keep)),
        "precision, content": (sum(_right(made, keep, language) for made in hits), len(got.added)),
        "recall, content": (sum(_says(made, item, language) for item, made in found), len(keep)),
        "topic right": (sum(made.topic in (item["topic"], *item.get("also", ())) for item, made in found), len(found)),
        "retention right": (
            sum(made.retention in (item["retention"], *item.get("or", ())) for item, made in judged), len(judged)
        ),
        "permanent called short": (sum(made.retention == "short_term" for _, made in lasting), len(lasting)),
        "told again, doubled": (len(doubled), len(told)),
        "told again, renewed": (sum(n in got.renewed for n in again), len(again)),
        "changed, superseded": (sum(n in got.replaced for n in changes), len(changes)),
        "known lost by mistake": (sum(n in got.replaced for n in others) + _lost(told, got), len(others) + len(told)),
    }  # fmt: skip
    for item, made in judged:
        if made.retention not in (item["retention"], *item.get("or", ())):
            name = f"{item['retention']} as {made.retention}"
            sized[name] = (sized.get(name, (0, 0))[0] + 1, 0)
    if row.get("kind") in TRAPS:
        sized["traps fallen into"] = (sum(not made.turns & turns for made in got.added), 0)
        sized["trap sessions with any"] = (int(any(not made.turns & turns for made in got.added)), 1)
    return sized


def _best(item: Mapping[str, Any], hits: Sequence[Made], language: Language) -> Made | None:
    mine = [made for made in hits if item["turn"] in made.turns]
    return max(mine, key=lambda made: (_said(made, item, language), made.sure), default=None)


def _said(made: Made, item: Mapping[str, Any], language: Language) -> float:
    words = item.get("words") or ()
    return sum(_has(made.text, word, language) for word in words) / len(words) if words else 1.0


def _says(made: Made, item: Mapping[str, Any], language: Language) -> bool:
    return _said(made, item, language) == 1.0


def _right(made: Made, keep: Iterable[Mapping[str, Any]], language: Language) -> bool:
    return any(item["turn"] in made.turns and _says(made, item, language) for item in keep)


def _has(text: str, word: str, language: Language) -> bool:
    if language == "zh":
        return set(word.casefold()) - {" "} <= set(text.casefold())
    have = {_root(token) for token in _TOKEN.findall(text)}
    return all(_root(token) in have for token in _TOKEN.findall(word))


def _root(token: str) -> str:
    root = stem(token.casefold())
    return root[:-1] + "i" if root.endswith("y") else root


def _doubles(item: Mapping[str, Any], turns: set[int], got: Outcome) -> bool:
    """Whether what was known became a second memory; one that also tells something new of that turn is none."""
    return item["turn"] not in turns and any(item["turn"] in made.turns for made in got.added)


def _lost(told: Sequence[Mapping[str, Any]], got: Outcome) -> int:
    return sum(item["same"] in got.replaced for item in told)


class Figures:
    """Shares over sessions, with intervals by resampling sessions."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, dict[str, Share]]] = []

    def add(self, kind: str, found: dict[str, Share]) -> None:
        self._rows.append((kind, found))

    def total(self, name: str, kind: str = "") -> Share:
        """Sums over one kind of session, or over all."""
        rows = [found.get(name, (0, 0)) for own, found in self._rows if not kind or own == kind]
        return sum(n for n, _ in rows), sum(of for _, of in rows)

    def interval(self, name: str) -> tuple[float, float]:
        """The middle 95% of the share over resampled sessions."""
        values: list[float] = []
        clusters: list[str] = []
        for at, (_, found) in enumerate(self._rows):
            n, of = found.get(name, (0, 0))
            values += [1.0] * n + [0.0] * (of - n)
            clusters += [str(at)] * of
        got = mean(values, clusters)
        return got.low, got.high

    def report(self) -> dict[str, Any]:
        """Every figure, in all and by kind."""
        names = list(dict.fromkeys(name for _, found in self._rows for name in found))
        kinds = sorted({kind for kind, _ in self._rows})
        whole = {name: self.total(name) for name in names}
        return {
            "sessions": len(self._rows),
            "all": {n: _figure(whole[n]) | ({"ci95": self.interval(n)} if whole[n][1] else {}) for n in names},
            "kinds": {kind: {name: _figure(self.total(name, kind)) for name in names} for kind in kinds},
        }


def _figure(share: Share) -> dict[str, Any]:
    return {"n": share[0], "of": share[1], "share": share[0] / share[1] if share[1] else None}


def lines(report: Mapping[str, Any], heading: str) -> Iterable[str]:
    """A report as a table to read."""
    yield f"\n{heading}: {report['sessions']} sessions"
    for name, row in report["all"].items():
        if row["of"]:
            low, high = row["ci95"]
            yield f"  {name:<24} {row['share']:6.1%}  [{low:.1%}, {high:.1%}]  {row['n']}/{row['of']}"
        elif row["n"]:
            yield f"  {name:<24} {row['n']}"
    columns = ("recall, by turn", "recall, content", "precision, by turn", "topic right", "retention right")
    yield f"  {'':<13}" + "".join(f"{name:>20}" for name in columns)
    by_kind: dict[str, list[str]] = defaultdict(list)
    for kind, found in report["kinds"].items():
        for name in columns:
            by_kind[kind].append(f"{found[name]['n']}/{found[name]['of']}")
    for kind, cells in by_kind.items():
        yield f"  {kind:<13}" + "".join(f"{cell:>20}" for cell in cells)
