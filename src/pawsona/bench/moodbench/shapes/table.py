"""Rows with a stem, options and a label."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pawsona.bench.moodbench.answers.words import folded
from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.rows import Row
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.spec import Gold, Spec
from pawsona.domain.language import Language

_LETTERED = re.compile(r"^\s*\(?[A-Z][).．]\s*")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def table(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """One question a row."""
    for sourced in rows:
        yield record(spec, sourced)


def record(spec: Spec, sourced: Sourced) -> Record | Dropped:
    """The question that a row is."""
    row, language = sourced.row, language_of(spec, sourced.row)
    options = _options(spec, row, language)
    if len(options) < 2:
        return Dropped("has no options: an open question")
    right = _right(spec.gold, row, options) if spec.gold else None
    if not right:
        return Dropped("its label names none of its options")
    return Record(
        key=sourced.key(spec), fields=row, options=options, right=right, several=_several(spec, row, right),
        cluster=sourced.cluster(spec), language=language,
    )  # fmt: skip


def language_of(spec: Spec, row: Row) -> Language:
    """A row's language: what it says, or what it is written in."""
    if spec.language != "both":
        return spec.language
    said = row.get("language")
    if said == "en" or said == "zh":
        return "en" if said == "en" else "zh"
    return "zh" if _HAN.search(str(row.get("question") or "")) else "en"


def listed(value: Any) -> list[str]:
    """A column that holds several texts."""
    return [str(part) for part in value] if isinstance(value, list | tuple) else []


def _options(spec: Spec, row: Row, language: Language) -> tuple[str, ...]:
    if isinstance(spec.options, Mapping):
        return spec.options[language]
    if spec.options:
        return spec.options
    if len(spec.options_from) == 1:
        found = listed(row.get(spec.options_from[0]))
    else:
        found = [str(row.get(column) or "") for column in spec.options_from]
    if all(map(_LETTERED.match, found)):
        found = [_LETTERED.sub("", option) for option in found]
    return tuple(option.strip() for option in found if option.strip())


def _right(gold: Gold, row: Row, options: tuple[str, ...]) -> tuple[int, ...]:
    """Places of what the label says; none where it says nothing that is on offer."""
    value = row.get(gold.column)
    if gold.form == "letters":
        letters = listed(value) or ([str(value)] if value else [])
        places = [place for letter in letters for place in _lettered(letter)]
    elif gold.form == "letter":
        places = _lettered(str(value)) if len(str(value).strip()) == 1 else []
    elif gold.form == "text":
        places = [place for place, option in enumerate(options) if folded(option) == folded(str(value))][:1]
    elif gold.form == "index":
        places = [int(str(value))] if str(value).isdigit() else []
    else:
        places = [gold.values[str(value)]] if str(value) in gold.values else []
    return tuple(places) if places and all(0 <= place < len(options) for place in places) else ()


def _several(spec: Spec, row: Row, right: tuple[int, ...]) -> bool:
    """Labels that are lists belong to questions of which any number of options may be right, if it is one this time."""
    return len(right) > 1 or (spec.gold is not None and isinstance(row.get(spec.gold.column), list))


def _lettered(text: str) -> list[int]:
    return [ord(letter) - ord("A") for letter in text.strip().upper() if letter.isalpha()]
