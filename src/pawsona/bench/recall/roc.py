"""How well one number tells what is known from what is not: ROC curve and the area under it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_WIDE, _HIGH = 48, 16


@dataclass(frozen=True)
class Roc:
    """Points (false positive rate, true positive rate) from (0, 0) to (1, 1), and the area under them."""

    points: tuple[tuple[float, float], ...]
    area: float
    known: int
    unknown: int

    def drawn(self) -> str:
        """The curve in characters, for a terminal."""
        rows = [[" "] * (_WIDE + 1) for _ in range(_HIGH + 1)]
        for column in range(_WIDE + 1):
            rate = column / _WIDE
            rows[_HIGH - round(rate * _HIGH)][column] = "."
            rows[_HIGH - round(self.at(rate) * _HIGH)][column] = "o"
        lines = [
            "  1 |" + "".join(rows[0]),
            *("    |" + "".join(row) for row in rows[1:-1]),
            "  0 |" + "".join(rows[-1]),
        ]
        foot = "    +" + "-" * (_WIDE + 1) + "\n     0" + " " * (_WIDE - 1) + "1"
        return "\n".join([*lines, foot, f"     claimed though never said (area under the curve {self.area:.3f})"])

    def svg(self) -> str:
        """The curve as a picture of 320 by 320."""
        line = " ".join(f"{20 + 280 * x:.1f},{300 - 280 * y:.1f}" for x, y in self.points)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" font-family="sans-serif" font-size="11">'
            '<rect x="20" y="20" width="280" height="280" fill="none" stroke="#888"/>'
            '<path d="M20 300 L300 20" stroke="#bbb" stroke-dasharray="4"/>'
            f'<polyline points="{line}" fill="none" stroke="#345" stroke-width="2"/>'
            f'<text x="150" y="290">area {self.area:.3f}, {self.known} answerable, {self.unknown} never said</text>'
            '<text x="90" y="315">never said, yet claimed</text></svg>\n'
        )

    def at(self, rate: float) -> float:
        """The true positive rate at a false positive rate."""
        for (x0, y0), (x1, y1) in zip(self.points, self.points[1:], strict=False):
            if x0 <= rate <= x1 and x1 > x0:
                return y0 + (y1 - y0) * (rate - x0) / (x1 - x0)
        return 1.0


def roc(known: Sequence[float], unknown: Sequence[float]) -> Roc:
    """The curve of scores where something is known against those where nothing is; equal scores count half.

    Raises:
        ValueError: one side is empty.
    """
    if not known or not unknown:
        raise ValueError("a curve needs scores of both kinds")
    marked = sorted([(score, True) for score in known] + [(score, False) for score in unknown], reverse=True)
    points = [(0.0, 0.0)]
    right = wrong = 0
    for number, (score, is_known) in enumerate(marked):
        right, wrong = right + is_known, wrong + (not is_known)
        if number + 1 == len(marked) or marked[number + 1][0] != score:
            points.append((wrong / len(unknown), right / len(known)))
    area = sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(points))
    return Roc(tuple(points), area, len(known), len(unknown))
