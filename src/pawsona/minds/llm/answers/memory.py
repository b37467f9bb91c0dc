"""Answers of the skills on memory."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from pawsona.domain.memory import Importance
from pawsona.domain.message import Message, Tier
from pawsona.errors import InputError
from pawsona.memory.nods import nods
from pawsona.memory.terms import terms
from pawsona.minds.llm.answers.answer import Answer, Shape
from pawsona.minds.llm.answers.lines import first_of, numbered, says_nothing
from pawsona.minds.llm.answers.prose import prose
from pawsona.skills.acts import ReconcileInput, Verdict
from pawsona.skills.memory import About, Draft, Rewrite, RewriteInput, SummariseInput, Summary
from pawsona.skills.topics import at_least, normalise_topic

_ROW = re.compile(r"^(?P<text>.+?)\s*[|｜]\s*(?P<topic>[^|｜]+?)\s*[|｜]\s*(?P<importance>[^|｜]+?)"
                  r"\s*[|｜]\s*(?P<lines>[^|｜\d]{0,6}\d[^|｜]*?)(?:\s*[|｜]\s*(?P<about>.*))?$")  # fmt: skip
_ABOUT = re.compile(r"(?P<kind>same|replaces|更新|相同)\D*(?P<n>\d+)", re.IGNORECASE)
_NUMBER = re.compile(r"^\d{1,2}[.)、]\s*(?=\D)")
_BULLET = re.compile(r"^\s*[-*•·]\s*")
_CALLED = re.compile(r"(?P<kind>same|replaces)\D{0,12}(?P<n>\d+)", re.IGNORECASE)


class EntryShape(Shape):
    """One thing worth keeping; `lines` are the numbers of the messages it stands in."""

    text: str = Field(max_length=240)
    topic: str = Field("other_events", max_length=40)
    importance: str = Field("1", max_length=12)
    lines: list[int] = Field(default_factory=list, max_length=6)
    same_as: int = Field(0, ge=0, le=99)
    replaces: int = Field(0, ge=0, le=99)


class SummaryShape(Shape):
    """All of them; often none."""

    memories: list[EntryShape] = Field(max_length=12)


class TextsShape(Shape):
    """One text per memory."""

    texts: list[Annotated[str, Field(max_length=400)]] = Field(max_length=24)


class VerdictShape(Shape):
    """What becomes of a draft; `number` counts from 1."""

    kind: Literal["new", "same", "replaces"]
    number: int = Field(0, ge=0, le=99)


def _summary(shape: SummaryShape, given: SummariseInput) -> Summary:
    rows = [row for row in shape.memories if row.text.strip()]
    if len(rows) > 1 and any(row.lines for row in rows) and not rows[-1].lines:
        rows.pop()  # it was cut off: what it does to a known memory would be lost
    drafts = [_draft(row, given) for row in rows]
    return Summary(drafts=tuple(draft for draft in drafts if draft is not None))


def _draft(row: EntryShape, given: SummariseInput) -> Draft | None:
    """None for what only the pet said: that is no fact about the person."""
    named = [given.dialogue[n - 1] for n in row.lines if 0 < n <= len(given.dialogue)]
    said = [message for message in named if message.role == "person" and message.tier == Tier.none]
    if named and not said:
        return None
    if not said:
        said = _sources(row.text, given.dialogue)
    try:
        topic = normalise_topic(row.topic)
    except InputError:
        topic = "other_events"
    about = _about(row, given)
    if about is None and _only_pets(row.text, said, given.dialogue):
        return None
    return Draft(
        text=prose(row.text), topic=topic, importance=at_least(topic, _importance(row.importance)),
        sources=tuple(m.id for m in said), about=about, compared=True,
    )  # fmt: skip


def _sources(text: str, dialogue: tuple[Message, ...]) -> list[Message]:
    """The message of the person that shares most with a memory which names none."""
    mine = [message for message in dialogue if message.role == "person" and message.tier == Tier.none]
    best = max(mine, key=lambda message: _shared(text, message.text), default=None)
    return [best] if best is not None and _shared(text, best.text) else []


def _only_pets(text: str, said: list[Message], dialogue: tuple[Message, ...]) -> bool:
    """Whether only the pet's words are in an entry, and the person did not agree to them."""
    own = terms(text)
    mine = frozenset[str]().union(*(terms(m.text) for m in dialogue if m.role == "person"))
    pets = frozenset[str]().union(*(terms(m.text) for m in dialogue if m.role == "pet"))
    return not own & mine and bool(own & pets) and not any(nods(message.text) for message in said)


def _shared(text: str, other: str) -> int:
    pairs = {text[at : at + 3].casefold() for at in range(len(text) - 2)}
    return sum(other[at : at + 3].casefold() in pairs for at in range(len(other) - 2))


def _about(row: EntryShape, given: SummariseInput) -> About | None:
    for kind, number in (("same", row.same_as), ("replaces", row.replaces)):
        if 0 < number <= len(given.known):
            return About(kind="same" if kind == "same" else "replaces", memory=given.known[number - 1].id)
    return None


_LASTING: Mapping[str, Importance] = {
    "0": 0, "short": 0, "short_term": 0, "1": 1, "long": 1, "long_term": 1, "2": 2, "permanent": 2,
}  # fmt: skip


def _importance(value: str) -> Importance:
    """A season where a model gave nothing that can be read: what is forgotten too early is lost."""
    return _LASTING.get(value.strip().casefold().replace(" ", "_").replace("-", "_"), 1)


def _entries(text: str, given: SummariseInput) -> dict[str, Any]:
    """`text | topic | importance | lines | same 2`, one a line."""
    rows: list[dict[str, Any]] = []
    for line in text.splitlines():
        match = _ROW.match(_NUMBER.sub("", line.strip(" -*\t")))
        if match:
            lines = [int(n) for n in re.findall(r"\d+", match["lines"])]
            row: dict[str, Any] = {"text": match["text"], "topic": match["topic"], "importance": match["importance"]}
            about = _ABOUT.search(match["about"] or "")
            if about:
                same = about["kind"].casefold() in ("same", "相同")
                row["same_as" if same else "replaces"] = int(about["n"])
            rows.append({**row, "lines": lines})
    if not rows and not says_nothing(text):
        raise ValueError("the answer has no lines of the form: text | topic | importance | lines")
    return {"memories": rows}


def _rewrite(shape: TextsShape, given: RewriteInput) -> Rewrite:
    return Rewrite(texts=tuple(prose(text) for text in shape.texts))


def _texts(text: str, given: RewriteInput) -> dict[str, Any]:
    rows = [rest for _, rest in numbered(text)] or [_BULLET.sub("", line) for line in text.splitlines() if line.strip()]
    return {"texts": rows}


def _verdict(shape: VerdictShape, given: ReconcileInput) -> Verdict:
    return Verdict(kind=shape.kind, index=shape.number - 1 if shape.kind != "new" else None)


def _verdict_line(text: str, given: ReconcileInput) -> dict[str, Any]:
    called = _CALLED.search(text)
    if called:
        return {"kind": called["kind"].casefold(), "number": int(called["n"])}
    return {"kind": first_of(text, ("new", "same", "replaces"))}


SUMMARY = Answer("summary", SummaryShape, _summary, _entries, 700)
REWRITE = Answer("rewrite", TextsShape, _rewrite, _texts, 900)
VERDICT = Answer("verdict", VerdictShape, _verdict, _verdict_line, 40)
