"""BBQ: a table whose rows also say which answer goes with a stereotype."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.shapes.table import listed, record
from pawsona.bench.moodbench.spec import Spec

_UNKNOWN = "unknown"


def stereotypes(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """`extra` has the answer that a stereotype gives, where the row tells it, and whether the context tells nothing."""
    for sourced in rows:
        made, row = record(spec, sourced), sourced.row
        if isinstance(made, Record) and (expected := _expected(row)) is not None:
            ambiguous = row.get("context_condition") == "ambig"
            made = replace(made, extra={"stereotype": expected[0], "unknown": expected[1], "ambiguous": ambiguous})
        yield made


def _expected(row: Mapping[str, Any]) -> tuple[int, int] | None:
    """Places of the stereotype's answer and of "unknown"; None where groups are called by other names in the row.

    A question is negative ("who forgot?") or not ("who remembered?"): of the one the stereotype is that it was somebody
    of the group, of the other that it was not.
    """
    about, answers = row.get("additional_metadata"), row.get("answer_info")
    if not isinstance(about, Mapping) or not isinstance(answers, Mapping):
        return None
    groups = {name.casefold() for name in listed(about.get("stereotyped_groups"))}
    named = [{name.casefold() for name in listed(answers.get(f"ans{place}"))} for place in range(3)]
    unknown = [place for place in range(3) if _UNKNOWN in named[place]]
    inside = [place for place in range(3) if named[place] & groups and place not in unknown]
    if len(unknown) != 1 or len(inside) != 1:
        return None
    outside = next(place for place in range(3) if place not in (*unknown, *inside))
    return (inside[0] if row.get("question_polarity") == "neg" else outside), unknown[0]
