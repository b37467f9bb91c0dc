"""What was said or read before: the order of a book's segments, long talks, persons."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced, shuffled
from pawsona.bench.moodbench.shapes.table import listed
from pawsona.bench.moodbench.spec import Spec

_SENTENCE = re.compile(r"[^.!?]+[.!?]*\s*")
_BREATH = 60
"""Words."""


def segments(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """Book-SORT: which of two segments came first in an excerpt.

    `present_seg1_first` says which segment is shown first, as the set's card has it; the public code takes it for the
    label. What came first is in the positions, and must be so in the excerpt itself.
    """
    for sourced in rows:
        row = sourced.row
        texts = [_unmarked(row.get(f"segment_{number}")) for number in (1, 2)]
        excerpt = _unmarked(row.get("excerpt_text"))
        found = [excerpt.find(text) for text in texts]
        first, second = row.get("seg1_pos"), row.get("seg2_pos")
        if not all(texts) or min(found) < 0 or not isinstance(first, int) or not isinstance(second, int):
            yield Dropped("a segment is not in its excerpt, so the label can't be confirmed")
            continue
        if (first < second) != (found[0] < found[1]):
            yield Dropped("its positions contradict its excerpt")
            continue
        shown = texts if str(row.get("present_seg1_first")) == "1" else texts[::-1]
        earlier = texts[0] if first < second else texts[1]
        yield Record(
            key=sourced.key(spec), fields={"excerpt": excerpt, "title": row.get("book_title", "")},
            options=tuple(shown), right=(shown.index(earlier),), cluster=sourced.cluster(spec),
            extra={"told": _passages(excerpt)},
        )  # fmt: skip


def sessions(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """LongMemEval: a question about dated sessions. The sessions that answer it are in `extra`."""
    seen: set[str] = set()
    for sourced in rows:
        row = sourced.row
        dates, talks = listed(row.get("haystack_dates")), row.get("haystack_sessions")
        ids = listed(row.get("haystack_session_ids"))
        if not isinstance(talks, list) or not len(dates) == len(talks) == len(ids) or not row.get("answer"):
            yield Dropped("its sessions, dates or answer are missing")
            continue
        if str(row["question"]) in seen:
            yield Dropped("the same question was in another file")
            continue
        seen.add(str(row["question"]))
        parts = zip(dates, talks, strict=True)
        text = "\n\n".join(f"[{date}]\n{_talk(talk)}" for date, talk in parts)
        key = sourced.key(spec)
        yield Record(
            key=key, fields={**row, "sessions": text}, references=(str(row["answer"]),), cluster=key,
            extra={"evidence": listed(row.get("answer_session_ids")), "sessions": ids, "row": dict(row)},
        )  # fmt: skip


def persona_pairs(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """PersonaFeedback: which of two answers a person would rather have; profiles lie in files of their own."""
    people = {
        str(one.row.get("user_id") or one.file.partition(":")[0]): one.row for one in rows if "question" not in one.row
    }
    for sourced in rows:
        row = sourced.row
        if "question" not in row:
            continue
        answers = (str(row.get("chosen") or ""), str(row.get("reject") or row.get("rejected") or ""))
        person = people.get(str(row.get("user_id")))
        if person is None or not all(answers):
            yield Dropped("its person or one of its answers is missing")
            continue
        key = sourced.key(spec)
        order = shuffled(2, spec, key)
        yield Record(
            key=key, fields={"profile": _profile(person), "question": row["question"]},
            options=tuple(answers[place] for place in order), right=(order.index(0),), cluster=str(row.get("user_id")),
            extra={"told": [f"About me: my {line}" for line in _profile(person).splitlines()]},
        )  # fmt: skip


def _unmarked(text: Any) -> str:
    """Without the asterisks around segments and excerpts."""
    return str(text or "").strip("*")


def _passages(excerpt: str) -> list[str]:
    """What somebody would read out before a breath: sentences, some sixty words together."""
    passages = [""]
    for sentence in _SENTENCE.findall(excerpt):
        if len(passages[-1].split()) > _BREATH:
            passages.append("")
        passages[-1] += sentence
    return [passage.strip() for passage in passages if passage.strip()]


def _talk(turns: Any) -> str:
    said = turns if isinstance(turns, list) else []
    return "\n".join(f"{turn.get('role', '')}: {turn.get('content', '')}" for turn in said if isinstance(turn, dict))


def _profile(person: Mapping[str, Any]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in person.items() if name != "user_id" and value)
