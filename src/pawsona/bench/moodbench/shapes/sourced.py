"""A row with its place."""

from dataclasses import dataclass
from random import Random

from pawsona.bench.moodbench.rows import Row
from pawsona.bench.moodbench.spec import Spec


@dataclass(frozen=True, slots=True)
class Sourced:
    """A row of a file."""

    file: str
    """Its name without folder and ending; empty where there is one file only."""
    number: int
    row: Row

    def key(self, spec: Spec) -> str:
        """What the row goes by: its own columns, or its number."""
        if spec.key and all(self.row.get(column) not in (None, "") for column in spec.key):
            own = "-".join(str(self.row[column]) for column in spec.key)
        else:
            own = str(self.number)
        return f"{self.file}:{own}" if self.file else own

    def cluster(self, spec: Spec) -> str:
        """What it shares with other rows; its own key where that is nothing."""
        if not spec.cluster:
            return self.key(spec)
        return "-".join(str(self.row.get(column, "")) for column in spec.cluster)


def shuffled(count: int, spec: Spec, key: str) -> list[int]:
    """Places in an order that is the same in every run, and another for every row."""
    order = list(range(count))
    # Not for secrets: the order must only not follow the label.
    Random(f"{spec.seed}/{spec.name}/{key}").shuffle(order)
    return order
