"""Sessions, messages, traces, lines and affects as rows."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from pawsona.domain.affect import Affect
from pawsona.domain.ids import Bond, MemoryId, MessageId, SessionId
from pawsona.domain.message import Message, Session, Tier, Trace
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row


def trace_json(trace: Trace) -> dict[str, Any] | None:
    """A trace as JSON, None for an empty one."""
    if trace == Trace():
        return None
    stopped = {"stopped": True} if trace.stopped else {}
    return {"lines": list(trace.lines), "state": dict(trace.state), "fallback": trace.fallback, **stopped}


def trace_of(stored: dict[str, Any] | None) -> Trace:
    """A trace from JSON."""
    if stored is None:
        return Trace()
    stopped = stored.get("stopped", False)
    return Trace(tuple(stored["lines"]), stored["state"], stored["fallback"], stopped=stopped)


def line_rows(bond: Bond, lines: Iterable[str], on: date, source: str) -> list[dict[str, Any]]:
    """One row per line that a message or a day used."""
    owner = bond_row(bond)
    return [owner | {"line": line, "on_date": on, "source": source} for line in dict.fromkeys(lines)]


def session_row(session: Session) -> dict[str, Any]:
    """A session as a row."""
    return bond_row(session.bond) | {
        "session_id": session.id,
        "started_at": session.started_at,
        "last_at": session.last_at,
        "closed_at": session.closed_at,
    }


def session_of(row: Row) -> Session:
    """A row as a session."""
    return Session(
        id=SessionId(row["session_id"]),
        bond=bond_of(row),
        started_at=row["started_at"],
        last_at=row["last_at"],
        closed_at=row["closed_at"],
    )


def message_row(message: Message) -> dict[str, Any]:
    """A message as a row, but for its position."""
    affect = message.affect
    return bond_row(message.bond) | {
        "message_id": message.id,
        "session_id": message.session,
        "role": message.role,
        "text": message.text,
        "at": message.at,
        "tier": int(message.tier),
        "answers": message.answers,
        "strategy": message.strategy,
        "affect": None if affect is None else {"state": affect.state, "intensity": affect.intensity},
        "memories": list(message.memories),
        "mind": message.mind,
        "trace": trace_json(message.trace),
    }


def message_of(row: Row) -> Message:
    """A row as a message."""
    affect = row["affect"]
    return Message(
        id=MessageId(row["message_id"]),
        bond=bond_of(row),
        session=SessionId(row["session_id"]),
        role=row["role"],
        text=row["text"],
        at=row["at"],
        tier=Tier(row["tier"]),
        answers=None if row["answers"] is None else MessageId(row["answers"]),
        strategy=row["strategy"],
        affect=None if affect is None else Affect(affect["state"], affect["intensity"]),
        memories=tuple(MemoryId(memory) for memory in row["memories"]),
        mind=row["mind"],
        trace=trace_of(row["trace"]),
    )


def affect_of(row: Row) -> Affect:
    """A row as an affect."""
    return Affect(row["state"], row["intensity"])
