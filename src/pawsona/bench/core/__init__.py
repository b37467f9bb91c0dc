"""What every suite shares: items and records, metrics with signatures, the score tree, comparisons and tables.

It knows no framework and imports in milliseconds; what takes longer (a tokeniser's dictionary) is read where it is
first used.
"""

from pawsona.bench.core.bootstrap import Interval, difference, mean, share
from pawsona.bench.core.journal import Journal
from pawsona.bench.core.records import Prediction, Score, read_lines, write_lines
from pawsona.bench.core.tables import Cell, Table

__all__ = [
    "Cell", "Interval", "Journal", "Prediction", "Score", "Table", "difference", "mean", "read_lines", "share",
    "write_lines",
]  # fmt: skip
