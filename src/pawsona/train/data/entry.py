"""An entry of training data: one talk in the chat format, and where it came from."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pawsona.domain.language import LANGUAGES, Language
from pawsona.minds.llm.tokens import estimate

Kind = Literal["safety", "benign", "skill"]
Role = Literal["system", "user", "assistant"]
ROLES: tuple[Role, ...] = ("system", "user", "assistant")
CONTEXT = 2048
"""Tokens that an entry may have: iPET trained with this context."""
FRAME = 4
"""Tokens that a chat template puts around a message, about."""


class FormError(Exception):
    """What is no entry; `code` is what is counted."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the chat format."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the file. `messages` end with the answer that is to be learnt."""

    id: str
    messages: tuple[Turn, ...]
    language: Language
    skill: str = ""
    kind: Kind = "skill"
    category: str = ""
    """One of care's 33, what it looks like and is none of, or the theme of the talk."""
    split: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        return self.messages[-1].content

    @property
    def tokens(self) -> int:
        """What it takes, estimated: the model's own tokenizer may say otherwise."""
        return round(sum(estimate(turn.content) + FRAME for turn in self.messages))

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "id": self.id, "messages": [{"role": turn.role, "content": turn.content} for turn in self.messages],
            "language": self.language, "skill": self.skill, "kind": self.kind, "category": self.category,
            "split": self.split, "provenance": dict(self.provenance),
        }  # fmt: skip

    def line(self) -> str:
        """As it stands in a file."""
        return json.dumps(self.plain(), ensure_ascii=False)


def entry_of(row: Any) -> Entry:
    """From its JSON.

    Raises:
        FormError: it is none, or nothing can be learnt from it.
    """
    if not isinstance(row, dict):
        raise FormError("json", "it is no JSON object")
    messages = turns_of(row.get("messages"))
    language, kind = row.get("language"), row.get("kind", "skill")
    if language not in LANGUAGES:
        raise FormError("fields", f"its language is {language!r}, not one of {', '.join(LANGUAGES)}")
    if kind not in ("safety", "benign", "skill"):
        raise FormError("fields", f"its kind is {kind!r}, not safety, benign or skill")
    found = Entry(
        id=str(row.get("id", "")), messages=messages, language=language, skill=str(row.get("skill", "")), kind=kind,
        category=str(row.get("category", "")), split=str(row.get("split", "")),
        provenance=row["provenance"] if isinstance(row.get("provenance"), dict) else {},
    )  # fmt: skip
    if found.tokens > CONTEXT:
        raise FormError("long", f"it takes about {found.tokens} tokens, and {CONTEXT} are the context")
    return found


def turns_of(rows: Any) -> tuple[Turn, ...]:
    """The messages: a system message perhaps, then person and companion in turns, the companion last.

    Raises:
        FormError: they are in another order, of another role, or an answer is empty.
    """
    if not isinstance(rows, list) or not rows:
        raise FormError("messages", "it has no list of messages")
    turns = tuple(_turn(row, place) for place, row in enumerate(rows, 1))
    talk = turns[1:] if turns[0].role == "system" else turns
    if not talk:
        raise FormError("roles", "it has a system message alone")
    for place, turn in enumerate(talk):
        if turn.role != ("user", "assistant")[place % 2]:
            raise FormError("roles", f"message {place + 1 + len(turns) - len(talk)} is of {turn.role!r} out of turn")
    if talk[-1].role != "assistant":
        raise FormError("roles", "its last message is not the assistant's, so there is nothing to learn")
    return turns


def _turn(row: Any, place: int) -> Turn:
    role, content = (row.get("role"), row.get("content")) if isinstance(row, dict) else (None, None)
    if role not in ROLES:
        raise FormError("roles", f"message {place} has the role {role!r}, not one of {', '.join(ROLES)}")
    if not isinstance(content, str):
        raise FormError("messages", f"message {place} has no text")
    if not content.strip():
        raise FormError("empty", f"message {place}, of {role}, is empty")
    return Turn(role, content)


def said(entry: Entry) -> Sequence[str]:
    """What person and companion say, without the system message: what makes an entry itself."""
    return [turn.content for turn in entry.messages if turn.role != "system"]
