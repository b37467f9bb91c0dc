"""What every suite shares: records, intervals and tables. It knows no framework and imports in milliseconds."""

from pawsona.bench.core.bootstrap import Interval, difference, mean
from pawsona.bench.core.records import Prediction, Score, read_lines, write_lines
from pawsona.bench.core.tables import Cell, Table

__all__ = ["Cell", "Interval", "Prediction", "Score", "Table", "difference", "mean", "read_lines", "write_lines"]
