"""The losses of a run: a table for programs and a curve for eyes."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

TABLE, CURVE = "losses.csv", "losses.svg"
_COLUMNS = ("step", "epoch", "loss", "learning_rate", "grad_norm", "eval_loss")
_WIDE, _HIGH, _EDGE = 720, 300, 44


def steps(history: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """One row a step; a trainer's history has other things beside."""
    return [row for row in history if "loss" in row]


def watched(history: Iterable[Mapping[str, Any]]) -> dict[int, float]:
    """After which step -> the loss of the talks that are only watched."""
    return {int(row["step"]): float(row["eval_loss"]) for row in history if "eval_loss" in row}


def write(history: Sequence[Mapping[str, Any]], folder: Path) -> None:
    """Both into a run's folder; the watched loss stands beside the step that it was taken after."""
    beside = watched(history)
    rows = [{**row, "eval_loss": beside.get(int(row["step"]), "")} for row in steps(history)]
    with (folder / TABLE).open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, _COLUMNS, extrasaction="ignore")
        table.writeheader()
        table.writerows(rows)
    (folder / CURVE).write_text(curve([float(row["loss"]) for row in rows], beside), "utf-8")


def read(folder: Path) -> list[float]:
    """The losses of a run, step by step, to the last digit."""
    with (folder / TABLE).open(encoding="utf-8", newline="") as file:
        return [float(row["loss"]) for row in csv.DictReader(file)]


def curve(losses: Sequence[float], beside: Mapping[int, float] = MappingProxyType({})) -> str:
    """Loss by step as SVG, from 0 to the highest; the watched loss as dots."""
    top = max([*losses, *beside.values()], default=1.0) or 1.0
    across, down = _WIDE - 2 * _EDGE, _HIGH - 2 * _EDGE

    def place(at: int, loss: float) -> tuple[str, str]:
        return f"{_EDGE + across * at / max(1, len(losses) - 1):.1f}", f"{_EDGE + down * (1 - loss / top):.1f}"

    points = " ".join(",".join(place(at, loss)) for at, loss in enumerate(losses))
    spots = [place(step - 1, loss) for step, loss in beside.items()]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3.5" fill="#c8553d"/>' for x, y in spots)
    said = ", dots: talks that are only watched" if dots else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img" font-family="sans-serif" '
        f'font-size="12"><title>Loss over {len(losses)} steps{said}</title>'
        f'<path d="M{_EDGE} {_EDGE}V{_HIGH - _EDGE}H{_WIDE - _EDGE}" fill="none" stroke="#888"/>'
        f'<text x="{_EDGE - 6}" y="{_EDGE + 4}" text-anchor="end">{top:.2f}</text>'
        f'<text x="{_EDGE - 6}" y="{_HIGH - _EDGE + 4}" text-anchor="end">0</text>'
        f'<text x="{_WIDE - _EDGE}" y="{_HIGH - _EDGE + 18}" text-anchor="end">step {len(losses)}</text>'
        f'<polyline points="{points}" fill="none" stroke="#2a6f97" stroke-width="1.5"/>{dots}</svg>\n'
    )
