"""Memories as rows."""

from typing import Any

from pawsona.domain.ids import MemoryId, MessageId
from pawsona.domain.memory import Memory
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row


def memory_row(memory: Memory) -> dict[str, Any]:
    """A memory as a row."""
    return bond_row(memory.bond) | {
        "memory_id": memory.id,
        "text": memory.text,
        "topic": memory.topic,
        "importance": memory.importance,
        "retention": memory.retention,
        "origin": memory.origin,
        "sources": list(memory.sources),
        "created_at": memory.created_at,
        "renewed_at": memory.renewed_at,
        "expires_on": memory.expires_on,
        "pinned": memory.pinned,
        "voice": memory.voice,
        "slots": dict(memory.slots),
    }


def memory_of(row: Row) -> Memory:
    """A row as a memory."""
    return Memory(
        id=MemoryId(row["memory_id"]),
        bond=bond_of(row),
        text=row["text"],
        topic=row["topic"],
        importance=row["importance"],
        retention=row["retention"],
        origin=row["origin"],
        sources=tuple(MessageId(source) for source in row["sources"]),
        created_at=row["created_at"],
        renewed_at=row["renewed_at"],
        expires_on=row["expires_on"],
        pinned=row["pinned"],
        voice=row["voice"],
        slots=row["slots"],
    )
