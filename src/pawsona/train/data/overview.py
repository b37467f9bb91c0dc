"""What a file of entries holds, in counts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pawsona.bench.core import Table
from pawsona.domain.language import LANGUAGES
from pawsona.train.data.entry import Entry
from pawsona.train.data.lines import Checked

SHOWN = 20
"""Broken lines of a file that are named one by one; all are counted."""


def counts(entries: Iterable[Entry]) -> dict[tuple[str, str], Counter[str]]:
    """Kind and category -> language -> how many; a skill is its own category where none is named."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for entry in entries:
        key = entry.kind, entry.category or entry.skill or "-"
        found.setdefault(key, Counter())[entry.language] += 1
    return dict(sorted(found.items()))


def counted(entries: Iterable[Entry], title: str) -> Table:
    """The same as a table, with the sum below."""
    table, whole = Table(title, ("category", "kind", *LANGUAGES, "all")), Counter[str]()
    for (kind, category), by_language in counts(entries).items():
        table.add(category, kind, *(by_language[language] for language in LANGUAGES), by_language.total())
        whole += by_language
    table.add("all", "", *(whole[language] for language in LANGUAGES), whole.total())
    return table


def tables(name: str, found: Checked) -> list[Table]:
    """For people."""
    broken = Table("Broken lines", ("why", "lines"))
    for code, count in found.by_code.items():
        broken.add(code, count)
    return [counted(found.entries, name), *([broken] if found.faults else [])]


def plain(found: Checked) -> dict[str, Any]:
    """The same for scripts."""
    rows = [
        {"kind": kind, "category": category, **by_language}
        for (kind, category), by_language in counts(found.entries).items()
    ]
    return {
        "entries": len(found.entries), "broken": found.by_code, "sha256": found.digest, "counts": rows,
        "faults": [str(fault) for fault in found.faults],
    }  # fmt: skip


def sifted(reasons: Mapping[str, int], kept: Iterable[Entry]) -> list[Table]:
    """Why entries went, and what is left."""
    gone = Table("What went", ("filter and reason", "entries"))
    for reason, count in reasons.items():
        gone.add(reason, count)
    return [gone, counted(kept, "What stays")]
