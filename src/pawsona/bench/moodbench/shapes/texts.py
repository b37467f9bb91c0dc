"""Answers that are texts: a span of an article, or a summary."""

import re
from collections.abc import Iterator, Sequence

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.shapes.table import listed
from pawsona.bench.moodbench.spec import Spec

_INSTRUCTION = re.compile(r"^在本任务中[^。]*。")
"""LCSTS as released carries somebody's instruction before each text."""


def passages(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """CMRC: a span of the article answers; every reference counts, and each must be in the article."""
    for sourced in rows:
        answers = sourced.row.get("answers")
        texts = listed(answers.get("text")) if isinstance(answers, dict) else []
        context = str(sourced.row.get("context") or "")
        references = tuple(dict.fromkeys(text for text in texts if text and text in context))
        if not references:
            yield Dropped("no answer is in its article")
            continue
        key = sourced.key(spec)
        yield Record(key=key, fields=sourced.row, references=references, cluster=context[:80])


def summaries(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """A text and its summary, in whichever columns; words that were cut apart are joined again."""
    seen: set[str] = set()
    for sourced in rows:
        row = sourced.row
        article = row.get("article")
        text = "\n".join(listed(article)) if article else str(row.get("input") or row.get("dialogue") or "")
        summary = str(row.get("summary") or row.get("output") or "")
        if article:
            text, summary = text.replace(" ", ""), summary.replace(" ", "")
        text = _INSTRUCTION.sub("", text).strip()
        if not text or not summary.strip():
            yield Dropped("its text or its summary is missing")
        elif text in seen:
            yield Dropped("the same text was in another file")
        else:
            seen.add(text)
            key = sourced.key(spec)
            yield Record(key=key, fields={"text": text}, references=(summary.strip(),), cluster=key)


def joined_summaries(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """VCSUM: meetings in one file, their summaries in another, joined by id."""
    meetings = {str(one.row["id"]): one.row["context"] for one in rows if "context" in one.row and "id" in one.row}
    for sourced in rows:
        if "summary" not in sourced.row:
            continue
        key = str(sourced.row.get("id"))
        if key not in meetings:
            yield Dropped("its meeting is not there")
            continue
        turns = meetings[key]
        text = (
            "\n".join(" ".join(listed(turn)) or str(turn) for turn in turns) if isinstance(turns, list) else str(turns)
        )
        yield Record(key=key, fields={"text": text}, references=(str(sourced.row["summary"]),), cluster=key)
