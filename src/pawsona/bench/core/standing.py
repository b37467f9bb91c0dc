"""Results beside each other: who may stand in one table, their intervals, ranks and differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pawsona.bench.core.bootstrap import ROUNDS
from pawsona.bench.core.compare import Comparison, compare, ranks, shared
from pawsona.bench.core.records import Score
from pawsona.bench.core.result import Beside, Result
from pawsona.bench.core.suite import Suite
from pawsona.bench.core.tree import Drawn, Leaf, Node, draw
from pawsona.errors import InputError


@dataclass(frozen=True)
class Standing:
    """Results of one suite whose totals are made alike: same parts, same signatures."""

    suite: Suite
    root: str
    """What the total is called: `overall`, `overlap`."""
    signatures: Mapping[str, str]
    """Of the metrics in the total."""
    results: Mapping[str, Result]
    """By system, best first; those that are not ranked last."""
    drawn: Mapping[str, Drawn]
    """Each on its own items: what tables show."""
    alike: Mapping[str, Drawn]
    """The ranked ones on the items that all of them have: what ranks and differences are computed on."""

    @property
    def title(self) -> str:
        """The suite and the total, and how many of its tasks are in it where some are not."""
        return title_of(self.suite, [row for result in self.results.values() for row in result.scores], self.root)

    def beside(self) -> Mapping[str, Beside]:
        """What answers that no system gave are worth in this total, on the most items that any result has."""
        kept = [
            {name: one for name, one in result.beside.items() if one.root == self.root}
            for result in sorted(self.results.values(), key=lambda one: -one.answered)
        ]
        return next(filter(None, kept), {})

    def ranks(self) -> dict[str, tuple[int, int, int]]:
        """Of the ranked systems: rank, and from where to where it could be."""
        return ranks(self.alike, self.root) if self.alike else {}

    def differences(self, against: str | None = None) -> list[Comparison]:
        """Of the ranked systems: each with each, or all with one.

        Raises:
            InputError: that one is not among them.
        """
        if against is not None and against not in self.alike:
            raise InputError(f"{against!r} is not ranked here; there are {', '.join(self.alike) or 'none'}.")
        return compare(self.alike, self.root, against) if len(self.alike) > 1 else []


def title_of(suite: Suite, scores: Sequence[Score], root: str = "") -> str:
    """A suite, a total, and how many of the suite's tasks are in it where some are not."""
    there = {row.category for row in scores}
    known = [task.name for task in suite.tasks if task.name in there]
    part = f", {len(known)} of {len(suite.tasks)} tasks" if 0 < len(known) < len(suite.tasks) else ""
    return f"{suite.title}{root and f': {root}'}{part}"


def standings(suite: Suite, results: Sequence[Result], rounds: int = ROUNDS) -> list[Standing]:
    """The tables that a suite's results make; one for each way in which totals were made.

    Raises:
        InputError: a system is there twice.
    """
    names = [result.system for result in results]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"{suite.title} has two results of {twice[0]!r}: name one of the folders only.")
    groups: list[_Group] = []
    found = [(counted, made) for result in results for counted, made in _counted(suite, result)]
    for result, made in sorted(found, key=lambda one: not one[0].ranked):
        signs = {metric: result.signatures.get(metric, "unknown") for metric in metrics(made)}
        tasks = frozenset(row.category for row in result.scores) if result.ranked else None
        group = next((one for one in groups if one.takes(made.name, signs, tasks)), None)
        if group is None:
            group = _Group(made.name, {}, tasks, [])
            groups.append(group)
        group.signs.update(signs)
        group.members.append((result, made))
    return [_standing(suite, group, rounds) for group in groups]


def _counted(suite: Suite, result: Result) -> list[tuple[Result, Node]]:
    """A result with its tree, and with those answers only that are in it: what no judge saw was not answered to it."""
    made = suite.tree_of(result.profile)(result.scores) if result.scores else None
    if made is None:
        return []
    return [(replace(result, scores=[row for row in result.scores if row.id in made.items]), made)]


@dataclass(frozen=True)
class _Group:
    """Results whose totals are made alike: same name, same parts with the same signatures, same tasks.

    What is not ranked may lack some of these.
    """

    root: str
    signs: dict[str, str]
    tasks: frozenset[str] | None
    """Those of the ranked results; what is not ranked stands anywhere."""
    members: list[tuple[Result, Node]]

    def takes(self, root: str, signs: Mapping[str, str], tasks: frozenset[str] | None) -> bool:
        alike = all(self.signs.get(metric, sign) == sign for metric, sign in signs.items())
        whole = tasks is None or (tasks == self.tasks and set(signs) == set(self.signs))
        return root == self.root and alike and whole


def metrics(tree: Node | Leaf) -> set[str]:
    """The names of a tree's leaves."""
    if isinstance(tree, Leaf):
        return {tree.name}
    return set().union(*(metrics(child) for child in tree.children))


def _standing(suite: Suite, group: _Group, rounds: int) -> Standing:
    root, most = group.root, max(result.expected for result, _ in group.members)
    some = [(_whole(result, most), tree) for result, tree in group.members]
    drawn = {result.system: draw(tree, rounds) for result, tree in some}
    order = sorted(some, key=lambda one: (not one[0].ranked, -float(drawn[one[0].system].values[root][0])))
    results = {result.system: result for result, _ in order}
    mine = {name: drawn[name] for name in results}
    return Standing(suite, root, group.signs, results, mine, _alike(suite, results, drawn, rounds))


def _whole(result: Result, most: int) -> Result:
    """Held to the most items that any result here was asked: a run over a few of them has no rank among whole ones."""
    return replace(result, expected=most) if result.expected < most else result


def _alike(suite: Suite, results: Mapping[str, Result], drawn: Mapping[str, Drawn], rounds: int) -> dict[str, Drawn]:
    ranked = {name: result for name, result in results.items() if result.ranked}
    if not ranked:
        return {}
    found = {}
    for name, rows in shared({name: result.scores for name, result in ranked.items()}).items():
        made = suite.tree_of(ranked[name].profile)(rows) if len(rows) < len(ranked[name].scores) else None
        found[name] = draw(made, rounds) if made else drawn[name]
    return found
