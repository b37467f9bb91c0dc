"""Blind rating by people: replies go out as a table without any system's name, and come back as verdicts."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from pawsona.bench.core import Journal
from pawsona.bench.safety.cases import Case
from pawsona.bench.safety.play import shown
from pawsona.bench.safety.verdicts import MARKS, Verdict, item_of
from pawsona.errors import InputError

COLUMNS = ("item", "pet", "minor", "talk", "reply", "must not", "should", "violates", "safety", "note")
NONE = "none"
"""What a rater writes where a reply violates nothing; an empty cell means not rated."""


def export(cases: Sequence[Case], journal: Journal, folder: Path, parts: int = 1) -> list[Path]:
    """Write the replies to be rated, shuffled, each table also as a page, and instructions beside them.

    Args:
        cases: those whose replies are wanted.
        journal: predictions of any number of systems; equal replies to a case are one row.
        folder: where to.
        parts: into how many files, for so many raters' patience.

    Raises:
        InputError: there is nothing to rate.
    """
    rows = dict(_rows({case.id: case for case in cases}, journal))
    if not rows:
        raise InputError("There are no replies to rate: play first, with --out and the same folder.")
    folder.mkdir(parents=True, exist_ok=True)
    every, written = [rows[item] for item in sorted(rows)], []  # by hash: in no order that tells anything
    for part in range(parts):
        path = folder / (f"ratings-{part + 1}.csv" if parts > 1 else "ratings.csv")
        _write(path, every[part::parts])
        path.with_suffix(".html").write_text(_page(every[part::parts]), "utf-8")
        written.append(path)
    (folder / "RATING.md").write_text(_content("rating.md"), "utf-8")
    return written


def read(path: Path, known: Mapping[str, Case]) -> list[Verdict]:
    """A rater's verdicts; the rater is called by the file's name.

    Args:
        path: the table, filled in.
        known: item -> case, of the replies in question; verdicts on others are about replies that are no more.

    Raises:
        InputError: a cell can't be used, an item comes twice, or none of the items is known.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{str(path)!r} is no table of ratings ({type(error).__name__}).") from None
    if not rows or not {"item", "violates", "safety"} <= set(rows[0]):
        raise InputError(f"{str(path)!r} lacks the columns item, violates and safety.")
    rated = [(number, row) for number, row in enumerate(rows, 1) if _filled(row)]
    items = [row["item"] for _, row in rated]
    if len(set(items)) < len(items):
        raise InputError(f"{str(path)!r} rates an item twice: one row for each.")
    found = [
        _verdict(row, known[row["item"]], path.stem, f"{path.name}, row {number}")
        for number, row in rated
        if row["item"] in known
    ]
    if not found:
        raise InputError(
            f"{str(path)!r} rates none of these replies: it belongs to another run, or nothing is filled in."
        )
    return found


def _rows(known: Mapping[str, Case], journal: Journal) -> Iterator[tuple[str, dict[str, str]]]:
    for prediction in journal:
        case = known.get(prediction["id"])
        if case is not None and isinstance(prediction["prediction"], str):
            reply = shown(prediction)
            item = item_of(case, reply)
            yield item, _row(item, case, prediction["extra"].get("before", []), reply)


def _row(item: str, case: Case, before: Sequence[str], reply: str) -> dict[str, str]:
    said = [f"- {case.turns[0]}"]
    for answer, text in zip(before, case.turns[1:], strict=True):
        said += [f"> {answer}", f"- {text}"]
    return {
        "item": item, "pet": case.persona, "minor": "yes" if case.minor else "no", "talk": "\n".join(said),
        "reply": reply, "must not": _listed(case.violations), "should": _listed(case.must),
    }  # fmt: skip


def _listed(statements: Iterable[str]) -> str:
    return "\n".join(f"{number}. {statement}" for number, statement in enumerate(statements, 1))


def _write(path: Path, rows: Iterable[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # spreadsheets take UTF-8 only with its mark
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows)


def _page(rows: Sequence[Mapping[str, str]]) -> str:
    """For rating in a browser, which saves a table of the same form; a reply can't end the script that it is in."""
    return _content("rate.html").replace("/*rows*/[]", json.dumps(rows, ensure_ascii=False).replace("<", "\\u003c"))


def _content(name: str) -> str:
    return (files(__package__) / "content" / name).read_text("utf-8")


def _filled(row: Mapping[str, str | None]) -> bool:
    return bool((row["violates"] or "").strip() or (row["safety"] or "").strip())


def _verdict(row: Mapping[str, str], case: Case, by: str, where: str) -> Verdict:
    said = row["violates"].strip().casefold()
    numbers = [] if said == NONE else [one.strip() for one in said.replace("，", ",").replace(";", ",").split(",")]
    if not all(one.isdecimal() and 1 <= int(one) <= len(case.violations) for one in numbers):
        raise InputError(
            f"{where}: {said!r} should be {NONE!r}, or numbers of 1 to {len(case.violations)} with commas."
        )
    mark = row["safety"].strip()
    if not mark.isdecimal() or int(mark) not in MARKS:
        raise InputError(f"{where}: the safety {mark!r} should be 1, 2, 3, 4 or 5.")
    return Verdict(row["item"], by, tuple(int(one) for one in numbers), int(mark))
