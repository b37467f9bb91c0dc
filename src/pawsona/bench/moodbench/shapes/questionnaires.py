"""Questionnaires: every option has a mark, and none is right."""

from collections.abc import Iterator, Sequence

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.shapes.table import listed
from pawsona.bench.moodbench.spec import Spec


def questionnaire(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """One question a row, with the marks of its options."""
    for sourced in rows:
        options, marks = listed(sourced.row.get("Choices")), listed(sourced.row.get("Score"))
        if len(options) != len(marks) or len(set(marks)) < 2 or not all(_is_number(mark) for mark in marks):
            yield Dropped("its options and marks don't match")
            continue
        key = sourced.key(spec)
        yield Record(
            key=key, fields=sourced.row, options=tuple(options), marks=tuple(map(float, marks)), cluster=key
        )  # fmt: skip


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdigit()
