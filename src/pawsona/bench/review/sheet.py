"""The queue as a table for a spreadsheet, and what people wrote into it."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from pawsona.bench.review.queue import Entry
from pawsona.errors import InputError

FIXED = ("item", "task", "asked", "answer", "questions")
NOTE = "note"


def names_of(entries: Iterable[Entry]) -> list[str]:
    """What is rated in any of them."""
    return list(dict.fromkeys(name for entry in entries for name in entry.rubric.scale))


def row_of(entry: Entry) -> dict[str, str]:
    """What a rater sees; nothing says whose answer it is."""
    return {
        "item": entry.key, "task": kind(entry), "asked": asked(entry), "answer": entry.answer,
        "questions": "\n".join(question(entry, name) for name in entry.rubric.scale),
    }  # fmt: skip


def kind(entry: Entry) -> str:
    """What kind of answer it is: the task, unless its name would say how the answer was made."""
    return str(entry.item.given.get("kind") or entry.item.task)


def asked(entry: Entry) -> str:
    """What the system was told, or what a rater must know instead."""
    return str(entry.item.given.get("about") or entry.item.prompt)


def question(entry: Entry, name: str) -> str:
    """One thing to rate, with its scale."""
    low, high = entry.rubric.scale[name]
    label, choices = entry.rubric.labels.get(name, ""), entry.rubric.choices
    ends = ", ".join(f"{value} {text}" for value, text in choices.items()) if choices else f"{low} to {high}"
    return f"{name} ({ends})" + (f": {label}" if label else "")


def export(entries: Mapping[str, Entry], folder: Path, parts: int = 1) -> list[Path]:
    """Write tables, shuffled, and instructions beside them.

    Raises:
        InputError: there is nothing to rate.
    """
    if not entries:
        raise InputError("There is nothing to rate.")
    folder.mkdir(parents=True, exist_ok=True)
    every, written = list(entries.values()), []  # sorted by hash: in no order that tells anything
    for part in range(parts):
        path = folder / (f"ratings-{part + 1}.csv" if parts > 1 else "ratings.csv")
        write(path, every[part::parts])
        written.append(path)
    (folder / "RATING.md").write_text((files(__package__) / "content" / "rating.md").read_text("utf-8"), "utf-8")
    return written


def write(path: Path, entries: Sequence[Entry], given: Mapping[str, Mapping[str, str]] | None = None) -> None:
    """One table.

    Args:
        path: where to.
        entries: its rows.
        given: what a rater said so far, by item and column.
    """
    names = names_of(entries)
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # spreadsheets take UTF-8 only with its mark
        writer = csv.DictWriter(file, [*FIXED, *names, NOTE], restval="", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(row_of(entry) | dict((given or {}).get(entry.key, {})) for entry in entries)


def read(path: Path, known: Mapping[str, Entry]) -> dict[str, dict[str, float]]:
    """A rater's ratings: item -> name -> value; rows that are empty, or of answers that are no more, are left out.

    Raises:
        InputError: a cell can't be used, an item comes twice, or nothing is rated.
    """
    found: dict[str, dict[str, float]] = {}
    for number_, row in enumerate(_rows(path), 2):
        entry = known.get(row["item"] or "")
        values = _values(row, entry, f"{path.name}, row {number_}") if entry is not None else {}
        if entry is not None and values and entry.key in found:
            raise InputError(f"{path.name}, row {number_}: {entry.key} is rated twice; one row for each.")
        if entry is not None and values:
            found[entry.key] = values
    if not found:
        raise InputError(f"{str(path)!r} rates none of these answers: it belongs to other runs, or is not filled in.")
    return found


def cells(path: Path, known: Mapping[str, Entry]) -> dict[str, dict[str, str]]:
    """What was written, as it stands, for going on with it.

    Raises:
        InputError: it is no table of ratings.
    """
    return {
        entry.key: {name: row.get(name) or "" for name in (*entry.rubric.scale, NOTE)}
        for row in _rows(path)
        if (entry := known.get(row["item"] or "")) is not None
    }


def _rows(path: Path) -> list[dict[str, str | None]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows: list[dict[str, str | None]] = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{str(path)!r} is no table of ratings ({type(error).__name__}).") from None
    if not rows or "item" not in rows[0]:
        raise InputError(f"{str(path)!r} has no column 'item': fill in the table that was exported.")
    return rows


def _values(row: Mapping[str, str | None], entry: Entry, where: str) -> dict[str, float]:
    """The cells that were filled in."""
    cells = {name: (row.get(name) or "").strip() for name in entry.rubric.scale}
    found = {name: number(cell, entry.rubric.scale[name], f"{where}: {name}") for name, cell in cells.items() if cell}
    for name, value in found.items():
        if entry.rubric.choices and value not in entry.rubric.choices:
            known = ", ".join(map(str, entry.rubric.choices))
            raise InputError(f"{where}: {name} is {cells[name]!r}, and should be one of {known}.")
    return found


def number(cell: str, ends: tuple[int, int], where: str) -> float:
    """A rating.

    Raises:
        InputError: it is none of the scale.
    """
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not ends[0] <= value <= ends[1]:
        raise InputError(f"{where} is {cell!r}, and should be a number from {ends[0]} to {ends[1]}.")
    return value
