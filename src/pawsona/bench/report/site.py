"""The folder of pages: one for each way in which totals were made, and an index."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from os.path import relpath
from pathlib import Path

from pawsona.bench.core import Cell, Interval, Table
from pawsona.bench.core.bootstrap import of100
from pawsona.bench.core.signature import lines
from pawsona.bench.core.standing import Standing
from pawsona.bench.core.tree import Drawn
from pawsona.bench.report.analyses import analyses, worth
from pawsona.bench.report.charts import COLOURS, boxes, dots, radar
from pawsona.bench.report.page import figure, heading, link, page, table, text
from pawsona.bench.standings import differences, leaderboard
from pawsona.errors import InputError

_COSTS = {
    "calls": "calls",
    "input_tokens": "tokens in",
    "output_tokens": "tokens out",
    "price": "price",
    "judge_calls": "judge: calls",
    "judge_input_tokens": "judge: tokens in",
    "judge_output_tokens": "judge: tokens out",
    "judge_price": "judge: price",
    "seconds": "seconds",
}
_NO_PRICE = "No price is known: write price_in and price_out beside the models in pawsona.toml."
_AXES = 5
"""Fewer tasks than this are drawn by language."""
_EACH = 6
"""So many systems are compared each with each; of more, all with the best."""


def write(found: Sequence[Standing], folder: Path) -> Path:
    """Write all pages; the index is returned.

    Raises:
        InputError: the folder can't be written.
    """
    pages = {f"{one.suite.name}-{one.root}{number or ''}.html": one for number, one in _numbered(found)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        style = (files(__package__) / "content" / "style.css").read_text("utf-8")
        (folder / "style.css").write_text(style, "utf-8")
        for name, one in pages.items():
            (folder / name).write_text(_suite(one, folder), "utf-8")
        (folder / "index.html").write_text(_index(pages), "utf-8")
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InputError(f"{str(folder)!r} can't be written ({reason}): name another with --out.") from None
    return folder / "index.html"


def _numbered(found: Sequence[Standing]) -> list[tuple[int, Standing]]:
    """How many of the same name came before: signatures may differ where names don't."""
    names = [(one.suite.name, one.root) for one in found]
    return [(names[:at].count(names[at]), one) for at, one in enumerate(found)]


def _index(pages: Mapping[str, Standing]) -> str:
    parts = [
        heading("Companions, measured", 1),
        text("Each table has figures of one kind only: same parts, same signatures."),
    ]
    for name, one in pages.items():
        parts += [
            heading(one.title),
            table(replace(leaderboard(one), title="")),
            f"<p>{link('Everything about it', name)}</p>",
        ]
    return page("Companions, measured", parts)


def _suite(one: Standing, folder: Path) -> str:
    shown = {name: drawn.total for name, drawn in one.drawn.items()}
    back = f"<p>{link('All suites', 'index.html')}</p>"
    parts = [back, heading(one.title, 1), text(one.suite.paper), table(replace(leaderboard(one), title=""))]
    parts += [figure(dots(f"{one.root} with 95% intervals", shown), "Dots with 95% intervals.")]
    apart = differences(one, None if len(one.alike) <= _EACH else next(iter(one.alike)))
    parts += [table(apart)] if apart.rows else []
    parts += [heading("By task and skill"), table(_tasks(one)), *_radar(one), *_boxes(one)]
    asked = [*_papers(one), *analyses(one)]
    parts += [heading("What the papers ask"), *(asked or [text("These results say too little for that.")])]
    parts += [heading("Judges and people"), *_agreement(one)]
    parts += [heading("What it cost"), table(_costs(one)), heading("How it was measured"), *_measured(one, folder)]
    return page(one.title, parts)


def _papers(one: Standing) -> list[str]:
    """The suite's own tables, of each system; of many only the best."""
    tables = one.suite.tables
    if tables is None:
        return []
    some = list(one.results.items())[:_EACH]
    return [
        table(replace(made, title=f"{name}: {made.title}")) for name, result in some for made in tables(result.scores)
    ]


def _tasks(one: Standing) -> Table:
    """A task a row, a system a column."""
    made = Table("Each task, times 100", ("", "skill", *one.results))
    for task in one.suite.tasks:
        path = f"{one.root}/{task.name}"
        cells: list[Cell] = [
            of100(drawn.interval(path)) if path in drawn.values else None for drawn in one.drawn.values()
        ]
        if any(cell is not None for cell in cells):
            made.add(task.title, task.skill, *cells)
    return made


def _radar(one: Standing) -> list[str]:
    """Of the ranked systems, over the tasks that all of them have."""
    every = {name: one.drawn[name] for name in one.alike}
    paths = {task.title: f"{one.root}/{task.name}" for task in one.suite.tasks}
    if len(paths) < _AXES:
        paths = {
            f"{title}, {language}": f"{path}/{language}"
            for title, path in paths.items()
            for language in one.suite.languages
        }
    axes = {title: path for title, path in paths.items() if all(path in drawn.values for drawn in every.values())}
    if len(axes) < 3 or not every:
        return []
    series = {name: [_value(drawn, path) for path in axes.values()] for name, drawn in every.items()}
    more = f" The first {COLOURS} of {len(series)} systems." if len(series) > COLOURS else ""
    drawn = radar(f"{one.suite.title} by task", list(axes), series)
    return [figure(drawn, f"Each ring is 25 of 100.{more}")]


def _value(drawn: Drawn, path: str) -> float:
    return float(drawn.values[path][0])


def _boxes(one: Standing) -> list[str]:
    every = {name: [worth(one.suite, row) for row in result.scores] for name, result in one.results.items()}
    rows = {name: kept for name, values in every.items() if (kept := [value for value in values if value is not None])}
    if not rows:
        return []
    drawn = boxes(f"{one.suite.title}: single answers", rows)
    return [
        figure(drawn, "Single answers: median, quartiles, and the range from the tenth to the ninetieth of a hundred.")
    ]


def _agreement(one: Standing) -> list[str]:
    """What was said of judges and raters in the results' `about`: rows of `agreement`."""
    made = Table("How far judges and people agree", ("", "measure", "n", "value", "95%"))
    for name, result in one.results.items():
        for row in result.about.get("agreement", ()):
            made.add(name, row["measure"], row["n"], f"{row['value']:.2f}", f"{row['low']:.2f} to {row['high']:.2f}")
    found = [made, _preferred(one)]
    said = [table(one) for one in found if one.rows]
    return said or [text("No judge or rater was compared with another for these results.")]


def _preferred(one: Standing) -> Table:
    """Two systems answer by answer, as judges or people saw them: rows of `preferred`."""
    made = Table(
        "Two beside each other: share of wins where they differ",
        ("", "than", "by", "pairs", "wins", "alike"),
        note="a tie is half a win",
    )
    for name, result in one.results.items():
        for row in result.about.get("preferred", ()):
            wins = of100(Interval(row["value"], row["low"], row["high"], row["n"], row["clusters"]))
            made.add(name, row["than"], row["by"], row["n"], wins, row["alike"])
    return made


def _costs(one: Standing) -> Table:
    """What any of the results knows of; of tokens without a price it is said that there is none."""
    every = [result.costs for result in one.results.values()]
    known = [cost for cost in _COSTS if any(cost in costs for costs in every)]
    paid = any(costs.get("input_tokens") and "price" not in costs for costs in every)
    made = Table("As far as it is known", ("", *(_COSTS[cost] for cost in known)), note=_NO_PRICE if paid else "")
    for name, result in one.results.items():
        made.add(name, *(_cost(cost, result.costs[cost]) if cost in result.costs else None for cost in known))
    return made


def _cost(name: str, value: float) -> str:
    return f"{value:,.4g}" if name.endswith("price") else f"{value:,.0f}"


def _measured(one: Standing, folder: Path) -> list[str]:
    notes = dict.fromkeys(note for result in one.results.values() for note in result.notes)
    parts = [text(f"Data: {one.suite.source}; licence: {one.suite.licence}."), *map(text, notes)]
    every = lines(dict.fromkeys(sign for result in one.results.values() for sign in result.signatures.values()))
    parts += [f"<p class=note>{'<br>'.join(map(escape, every))}</p>"]
    logs = [f"<li>{link(name, _from(folder, result.log))}</li>" for name, result in one.results.items() if result.log]
    made = ", ".join(dict.fromkeys(result.made_by for result in one.results.values()))
    return [*parts, *([f"<p>Logs:</p><ul>{''.join(logs)}</ul>"] if logs else []), text(f"Made by {made}.")]


def _from(folder: Path, log: str) -> str:
    """A log as the pages in a folder reach it."""
    return log if "://" in log else relpath(log, folder.absolute())
