"""One system on one suite, in a folder: `scores.jsonl`, and `result.json` with all else that a report needs."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from pawsona.bench.core.records import ENOUGH, Score, read_lines, write_lines
from pawsona.errors import InputError
from pawsona.version import __version__


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What an answer is worth that no system gave."""

    root: str
    """What its total is called; only a table of that name shows it."""
    total: float
    metrics: Mapping[str, float] = field(default_factory=dict)


FILE = "result.json"
SCORES = "scores.jsonl"


@dataclass(frozen=True, kw_only=True)
class Result:
    """What one system was worth."""

    suite: str
    system: str
    expected: int
    """Items that were asked."""
    scores: Sequence[Score] = ()
    signatures: Mapping[str, str] = field(default_factory=dict)
    """Metric -> what it was computed with."""
    profile: str = ""
    costs: Mapping[str, float] = field(default_factory=dict)
    """What it took: `calls`, `input_tokens`, `output_tokens`, `seconds`, `price`; whatever is known of these. What the
    judge took has `judge_` before its name."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Of the model, for the papers' analyses: `size` (billions of parameters), `kind` (`base` or `instruct`),
    `family` (what base and instruct have in common), `oracle` (true for answers that no system gave). What raters said
    of it as a whole: `agreement`, and `preferred` (to another system)."""
    beside: Mapping[str, Beside] = field(default_factory=dict)
    """By name: what the reference, nothing, a constant and the prompt itself are worth on the items that were asked."""
    notes: Sequence[str] = ()
    log: str = ""
    """Where the log of its run is: a link, or a path seen from the result's folder."""
    made_by: str = f"pawsona {__version__}"

    @property
    def answered(self) -> int:
        """Items with a score."""
        return len({row.id for row in self.scores})

    @property
    def ranked(self) -> bool:
        """Whether enough was answered to stand beside others, and a system gave the answers."""
        return self.expected > 0 and self.answered >= ENOUGH * self.expected and not self.about.get("oracle")

    def write(self, folder: Path) -> None:
        """Into a folder of its own."""
        write_lines(folder / SCORES, self.scores)
        row = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "scores"}
        row["beside"] = {name: asdict(one) for name, one in self.beside.items()}
        (folder / FILE).write_text(json.dumps(row, ensure_ascii=False, indent=1, default=list) + "\n", "utf-8")


def read(folder: Path) -> Result:
    """A result that was written.

    Raises:
        InputError: there is none, or it is damaged.
    """
    try:
        row = json.loads((folder / FILE).read_text("utf-8"))
        scores = [_score(one) for one in read_lines(folder / SCORES)]
        log = row.get("log") or ""
        row["log"] = log if "://" in log or not log else str(folder.absolute() / log)
        row["beside"] = {name: Beside(**one) for name, one in row.get("beside", {}).items()}
        return Result(**row, scores=scores)
    except OSError:
        raise InputError(
            f"In {str(folder)!r} is no result ({FILE} and {SCORES}): "
            "make one with `pawsona bench run` or `pawsona bench score`, and --out."
        ) from None
    except (ValueError, TypeError):
        raise InputError(f"The result in {str(folder)!r} is damaged: score its predictions again.") from None


def about_of(said: Sequence[str]) -> dict[str, Any]:
    """What is said of a model as `size=7` (billions of parameters), `kind=instruct`, `family=name`.

    Raises:
        InputError: it is none of these.
    """
    found: dict[str, Any] = {}
    for one in said:
        name, _, value = one.partition("=")
        if name == "size" and value.replace(".", "", 1).isdigit() and float(value):
            found[name] = float(value)
        elif (name == "kind" and value in ("base", "instruct")) or (name == "family" and value):
            found[name] = value
        else:
            raise InputError(
                f"{one!r} says nothing of a model: known are size=7, kind=base, kind=instruct, family=NAME."
            )
    return found


def pooled(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Results by suite, in the order in which they came."""
    found: dict[str, list[Result]] = {}
    for one in results:
        found.setdefault(one.suite, []).append(one)
    return found


def _score(row: Mapping[str, Any]) -> Score:
    return Score(**{name: row[name] for name in asdict(Score(id="", scores={})) if name in row})
