"""Answers of a mind in the textual form that Pet-Bench's templates ask for; most are plain text as they are."""

from collections.abc import Mapping, Sequence
from typing import Any

_KINDS = {"active": "Active Retrieval", "direct": "Direct Response", "shift": "Topic Shift"}
_NOTHING = "No key information extracted."


def written(skill: str, answer: Any) -> str:
    """A plain answer (`bench.open.forms`) as text."""
    if skill == "note.extract":
        return "\n".join(f"{point}: {'、'.join(values)}" for point, values in answer.items())
    if skill == "note.intent":
        return f"Intent: {_KINDS[answer['kind']]}\nQuery: {answer['query']}"
    if skill == "memory.summarise":
        return _memories(answer)
    if skill == "routine.schedule":
        return "\n".join(f"{row['at']} {row['label']}" for row in answer)
    return str(answer)


def _memories(rows: Sequence[Mapping[str, Any]]) -> str:
    blocks = (
        f"Memory Content: {row['text']}\nMemory Category: {row['topic'].replace('_', ' ').title()}\n"
        f"Memory Importance: {row['importance']}"
        for row in rows
    )
    return "\n\n".join(blocks) or _NOTHING
