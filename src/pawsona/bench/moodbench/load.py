"""From files to questions: read, shaped, confirmed, sampled, worded."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

import yaml

from pawsona.bench.moodbench.answers import Labels
from pawsona.bench.moodbench.confirm import CHECKS
from pawsona.bench.moodbench.item import OWN, Dropped, Item, Record
from pawsona.bench.moodbench.rows import Problems, Reading, Row, read_rows
from pawsona.bench.moodbench.shapes import SHAPES, Sourced
from pawsona.bench.moodbench.spec import Spec
from pawsona.bench.moodbench.structure import CONTENT
from pawsona.domain.language import Language

_BLANKS = re.compile(r"\n{3,}")


@dataclass
class Loaded:
    """What is there of a dataset."""

    spec: Spec
    items: tuple[Item, ...] = ()
    rows: int = 0
    """That were read."""
    usable: int = 0
    """Questions that could be asked, of which `items` is the sample."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Why rows are no questions, and how many."""
    problems: tuple[str, ...] = ()
    """What was wrong with its files, a line each."""

    @property
    def absent(self) -> str:
        """Why there is nothing to ask, and what gets it; empty where there is something."""
        if self.items:
            return ""
        source = self.spec.source
        if not source.addressed:
            return (
                f"{self.spec.name} is absent: {self._why()} See {source.page}, and put its files where "
                f"{source.paths[0]} finds them below the data folder."
            )
        return (
            f"{self.spec.name} is absent: {self._why()} Get it: pawsona bench moodbench data fetch {_quoted(self.spec)}"
        )

    def _why(self) -> str:
        if self.problems:
            return " ".join(self.problems)
        if self.dropped and not self.spec.source.absent:
            return f"none of its {self.rows} rows can be used ({'; '.join(self.dropped)})."
        return self.spec.source.absent or f"there is no {self.spec.source.paths[0]}."


def load(spec: Spec, folder: Path) -> Loaded:
    """A dataset's questions from the data folder."""
    problems = Problems()
    sourced = list(_rows(spec, folder, problems))
    return _loaded(spec, sourced, problems)


def fixtures(spec: Spec) -> Loaded:
    """The same from the rows that we wrote ourselves."""
    made = _loaded(spec, [Sourced("", number, row) for number, row in enumerate(spec.fixtures, 1)], Problems())
    items = tuple(replace(item, id=item.id.replace("/", OWN, 1)) for item in made.items)
    return replace(made, items=items)


def _rows(spec: Spec, folder: Path, problems: Problems) -> Iterator[Sourced]:
    how = Reading(spec.header, spec.under)
    files = [file for pattern in spec.source.paths for file in sorted(folder.glob(pattern))]
    for file in files:
        name = file.relative_to(folder).as_posix()
        rows = read_rows(file, name, how, problems)
        if rows and (lost := _lost(spec, rows[0])):
            problems.add(name, f"has no column {', '.join(map(repr, lost))}; it may be from another version.")
            continue
        for number, row in enumerate(rows, 1):
            yield Sourced(file.stem if len(files) > 1 else "", number, row)


def _lost(spec: Spec, row: Row) -> list[str]:
    """Columns that a table needs and this one does not have; other shapes say themselves what they miss."""
    if spec.shape != "table":
        return []
    words = [name for text in spec.prompt.values() for name in Template(text).get_identifiers()]
    needed = [*words, *spec.options_from, *([spec.gold.column] if spec.gold else [])]
    return [name for name in dict.fromkeys(needed) if name not in row]


def _loaded(spec: Spec, sourced: Sequence[Sourced], problems: Problems) -> Loaded:
    dropped, seen = Counter[str](), Counter[str]()
    records: list[Record] = []
    try:
        for one in _confirmed(spec, SHAPES[spec.shape](spec, sourced)):
            if isinstance(one, Dropped):
                dropped[one.reason] += 1
            else:
                seen[one.key] += 1
                records.append(replace(one, key=f"{one.key}#{seen[one.key]}") if seen[one.key] > 1 else one)
    except (KeyError, TypeError, AttributeError) as error:
        problems.add(spec.name, f"its rows are not as we know them ({type(error).__name__}: {error}); another version?")
        records = []
    items = tuple(_worded(spec, record) for record in _sampled(spec, records))
    return Loaded(spec, items, len(sourced), len(records), dict(dropped), tuple(problems.lines))


def _confirmed(spec: Spec, found: Iterable[Record | Dropped]) -> Iterator[Record | Dropped]:
    for one in found:
        failed = [] if isinstance(one, Dropped) else [name for name in spec.confirm if not CHECKS[name](one)]
        yield Dropped(f"its label is not confirmed ({failed[0].replace('_', ' ')})") if failed else one


def _sampled(spec: Spec, records: Sequence[Record]) -> Sequence[Record]:
    """The same 300 in every run and on every machine, in the order of the file."""
    if len(records) <= spec.sample:
        return records

    def drawn(place: int) -> bytes:
        return sha256(f"{spec.seed}/{spec.name}/{records[place].key}".encode()).digest()

    kept = set(sorted(range(len(records)), key=drawn)[: spec.sample])
    return [record for place, record in enumerate(records) if place in kept]


def _worded(spec: Spec, record: Record) -> Item:
    language: Language = record.language or ("en" if spec.language == "both" else spec.language)
    labels = Labels.of(record.options)
    several = record.several or spec.adapter == "several"
    fields = {name: _text(value) for name, value in record.fields.items()}
    stem = Template(spec.prompt[language]).substitute(fields)
    extra = dict(record.extra)
    if language in spec.lived:
        extra["ask"] = _asked(Template(spec.lived[language]).substitute(fields), labels, several, language)
    return Item(
        id=f"{spec.name}/{record.key}",
        dataset=spec.name,
        language=language,
        prompt=_asked(stem, labels, several, language),
        labels=labels,
        right=frozenset(labels.names[place] for place in record.right),
        references=record.references,
        several=several,
        marks=dict(zip(labels.names, record.marks, strict=True)) if record.marks else {},
        cluster=f"{spec.name}/{record.cluster}",
        extra=extra,
    )


def _asked(stem: str, labels: Labels, several: bool, language: Language) -> str:
    """A prompt with its options and what kind of answer is wanted."""
    parts = [_BLANKS.sub("\n\n", stem).strip()]
    if labels.names:
        parts.append("\n".join(f"{name}. {text}" for name, text in zip(labels.names, labels.options, strict=True)))
        parts.append(_asks()[("several" if several else "one") + ("_numbered" if labels.numbered else "")][language])
    return "\n\n".join(parts)


@cache
def _asks() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = yaml.safe_load((CONTENT / "asks.yaml").read_text("utf-8"))
    return found


def _text(value: Any) -> str:
    if value is None:
        return ""
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _quoted(spec: Spec) -> str:
    return f"'{spec.name}'" if " " in spec.name else spec.name
