"""The textual form of an answer, the same for whoever answers: how a mind's output is written, how any text is read.

A measure must not mend: what is not in the form asked for is an error here, where the product would look closer.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pawsona.errors import InputError
from pawsona.minds.llm.answers.answer import without_thinking
from pawsona.skills import SKILLS
from pawsona.skills.memory import Rewrite, Summary
from pawsona.skills.note import Extract, Intent
from pawsona.skills.routine import Schedule
from pawsona.skills.topics import normalise_topic

NOTHING = ("none", "无")
_TIMED = re.compile(r"^\W{0,3}(?P<at>[0-2]?\d[:：][0-5]\d)\W+(?P<label>\S.*)$")
_PAIR = re.compile(r"^(?:[-*•]\s*)?(?P<key>[^:：]+)[:：]\s*(?P<value>.+)$")
_KINDS = ("active", "direct", "shift")


@dataclass(frozen=True)
class Form:
    """How a skill's answer looks.

    Args:
        plain: a mind's output -> JSON like the references.
        write: JSON like the references -> text.
        read: text -> JSON like the references; ValueError where it is in another form.
    """

    plain: Callable[[Any], Any]
    write: Callable[[Any], str]
    read: Callable[[str], Any]


def form_of(skill: str) -> Form:
    """The form of a skill's answers."""
    return FORMS[skill]


def _text(text: str) -> str:
    clean = without_thinking(text).strip()
    if not clean:
        raise ValueError("the answer is empty")
    return clean


def _lines(text: str) -> list[str]:
    return [line.strip() for line in _text(text).splitlines() if line.strip()]


def _nothing(lines: list[str]) -> bool:
    return len(lines) == 1 and lines[0].strip(" .。").casefold() in NOTHING


def _plain_extract(output: Extract) -> dict[str, list[str]]:
    return {point: list(values) for point, values in output.values.items()}


def _write_extract(found: Mapping[str, Sequence[str]]) -> str:
    return "\n".join(f"{point}: {'; '.join(values)}" for point, values in found.items()) or NOTHING[0]


def _read_extract(text: str) -> dict[str, list[str]]:
    """`point: value; value`."""
    lines = _lines(text)
    if _nothing(lines):
        return {}
    found = [_PAIR.match(line) for line in lines]
    return {
        match["key"].strip(): [part.strip() for part in re.split("[;；]", match["value"]) if part.strip()]
        for match in map(_there, found)
    }


def _plain_intent(output: Intent) -> dict[str, str]:
    return {"kind": output.kind, "query": output.query}


def _write_intent(found: Mapping[str, str]) -> str:
    return f"intent: {found['kind']}" + (f"\nquery: {found['query']}" if found.get("query") else "")


def _read_intent(text: str) -> dict[str, str]:
    """`intent: active`, then `query: ...`."""
    pairs = {m["key"].strip().casefold(): m["value"].strip() for line in _lines(text) if (m := _PAIR.match(line))}
    kind = pairs.get("intent", pairs.get("意图", "")).casefold().strip(" .。")
    if kind not in _KINDS:
        raise ValueError(f"the intent is none of {', '.join(_KINDS)}")
    return {"kind": kind, "query": pairs.get("query", pairs.get("查询", "")) if kind == "active" else ""}


def _plain_summary(output: Summary) -> list[dict[str, Any]]:
    return [{"text": one.text, "topic": one.topic, "importance": one.importance} for one in output.drafts]


def _write_summary(found: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(f"{one['text']} | {one['topic']} | {one['importance']}" for one in found) or NOTHING[0]


def _read_summary(text: str) -> list[dict[str, Any]]:
    """`text | topic | importance`, one a line."""
    lines = _lines(text)
    return [] if _nothing(lines) else [_memory(line) for line in lines]


def _memory(line: str) -> dict[str, Any]:
    parts = [part.strip() for part in re.split("[|｜]", line)]
    if len(parts) != 3 or not parts[0] or parts[2] not in ("0", "1", "2"):
        raise ValueError("a line is not of the form text | topic | importance")
    return {"text": parts[0], "topic": topic_of(parts[1]), "importance": int(parts[2])}


def topic_of(name: str) -> str:
    """The topic that a name means; unknown ones stay as they are, and are wrong.

    References use short names ("sleep" for "sleep_habits").
    """
    try:
        return normalise_topic(name)
    except InputError:
        return name


def _plain_rewrite(output: Rewrite) -> str:
    return "\n".join(output.texts)


def _plain_schedule(output: Schedule) -> list[dict[str, str]]:
    return [{"at": f"{item.at:%H:%M}", "label": item.label} for item in output.items]


def _write_schedule(found: Sequence[Mapping[str, str]]) -> str:
    return "\n".join(f"{row['at']} {row['label']}" for row in found)


def _read_schedule(text: str) -> list[dict[str, str]]:
    """`HH:MM label`, one a line."""
    found = [_there(_TIMED.match(line)) for line in _lines(text)]
    return [
        {"at": match["at"].replace("：", ":").zfill(5), "label": match["label"].strip(" .。;；")} for match in found
    ]


def _there(match: re.Match[str] | None) -> re.Match[str]:
    if match is None:
        raise ValueError("a line is in another form")
    return match


FORMS: Mapping[str, Form] = MappingProxyType({
    **dict.fromkeys(SKILLS, Form(lambda output: output.text, str, _text)),
    "note.extract": Form(_plain_extract, _write_extract, _read_extract),
    "note.intent": Form(_plain_intent, _write_intent, _read_intent),
    "memory.summarise": Form(_plain_summary, _write_summary, _read_summary),
    "memory.rewrite": Form(_plain_rewrite, str, _text),
    "routine.schedule": Form(_plain_schedule, _write_schedule, _read_schedule),
})  # fmt: skip
