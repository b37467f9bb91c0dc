"""Memories: see, search, ask why, pin, edit, forget, and undo for half a minute."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query

from pawsona.domain.ids import MemoryId
from pawsona.domain.memory import RETENTIONS, Memory, Retention
from pawsona.errors import InputError, NotFoundError
from pawsona.server import forms, present, wire
from pawsona.server.access import CompanionDep, needs

router = APIRouter(prefix="/pets/{pet}/memories", tags=["memories"], dependencies=[Depends(needs("memories"))])
SeenHeader = Annotated[
    str | None,
    Header(description="The memory's `version` that was seen; if it has other words by now, the answer is 412."),
]


@router.get("")
async def memories(
    companion: CompanionDep,
    q: str = "",
    retention: Retention | None = None,
    before: str | None = None,
    limit: Annotated[int | None, Query(ge=1)] = None,
) -> wire.MemoriesWire:
    """What the pet remembers, the latest first; `q` searches their words. What is pinned counts as permanent.

    `limit` asks for the first ones only, or for the first after the one named by `before`.
    """
    known = await companion.memories()
    counts = {"all": len(known)}
    counts.update((kind, sum(_kept(m) == kind for m in known)) for kind in RETENTIONS)
    wanted = [m for m in known if (retention is None or _kept(m) == retention) and _has(m, q)]
    rest = wanted[_after(wanted, before) :]
    return wire.MemoriesWire(
        memories=[_wire(companion, m) for m in rest[:limit]],
        counts=counts,
        total=len(wanted),
        more=limit is not None and len(rest) > limit,
    )


@router.get("/forgetting")
async def forgetting(companion: CompanionDep) -> wire.ForgettingWire:
    """What leaves within a week if nobody talks about it, and what was forgotten, counted without its words."""
    gone = await companion.departures()
    return wire.ForgettingWire(
        leaving=[_wire(companion, memory) for memory in await companion.leaving()],
        forgotten=[present.departure(one, companion.person.language) for one in gone],
    )


@router.get("/{memory}/why")
async def why(memory: str, companion: CompanionDep) -> wire.WhyWire:
    """The messages that it was made from."""
    found = await companion.why(MemoryId(memory))
    return wire.WhyWire(messages=[wire.SourceWire(id=m.id, text=m.text, at=m.at) for m in found])


@router.patch("/{memory}")
async def change(
    memory: str, change: forms.MemoryChange, companion: CompanionDep, if_match: SeenHeader = None
) -> wire.MemoryWire:
    """Correct its words, keep it for good, or let its time run again."""
    if change.text is None and change.pinned is None:
        raise InputError("Nothing to change was given: send text, pinned or both.")
    if change.text is not None:
        changed = await companion.edit(MemoryId(memory), change.text, seen=_seen(if_match))
    if change.pinned is not None:
        changed = await companion.pin(MemoryId(memory), change.pinned)
    return _wire(companion, changed)


@router.delete("/{memory}", status_code=204)
async def forget(memory: str, companion: CompanionDep, turns: bool = False, if_match: SeenHeader = None) -> None:
    """Forget it at once; `turns` deletes the messages it came from as well (these can't be restored)."""
    gone = await companion.forget(MemoryId(memory), turns=turns, seen=_seen(if_match))
    await companion.home.undo.keep(gone)


@router.post("/{memory}/restore")
async def restore(memory: str, companion: CompanionDep) -> wire.MemoryWire:
    """Undo forgetting, within half a minute."""
    kept = await companion.home.undo.take(companion.pet.bond, MemoryId(memory))
    await companion.restore(kept)
    return _wire(companion, kept)


def _after(wanted: Sequence[Memory], before: str | None) -> int:
    if before is None:
        return 0
    for number, memory in enumerate(wanted, 1):
        if memory.id == before:
            return number
    raise NotFoundError(f"There is no memory {before!r} in this list (any more). Load it from the start.")


def _seen(if_match: str | None) -> str | None:
    """The version in an If-Match header; without one, or with `*`, whatever is there is meant."""
    return None if if_match in (None, "*") else if_match.strip().removeprefix("W/").strip('"')


def _has(memory: Memory, words: str) -> bool:
    text = f"{memory.text} {memory.voice or ''}".casefold()
    return all(word in text for word in words.casefold().split())


def _wire(companion: CompanionDep, memory: Memory) -> wire.MemoryWire:
    today = companion.person.local(companion.home.clock.now()).date()
    return present.memory(memory, companion.person, today)


def _kept(memory: Memory) -> Retention:
    """For how long it stays, a pin counted."""
    return "permanent" if memory.pinned else memory.retention
