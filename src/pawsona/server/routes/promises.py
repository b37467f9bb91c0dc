"""Promises: what the pet owes the person to bring up."""

from datetime import date, datetime

from fastapi import APIRouter, Depends
from pydantic import Field

from pawsona.app.companion import Companion
from pawsona.domain.ids import MessageId, PromiseId
from pawsona.domain.message import Message
from pawsona.domain.promise import Promise
from pawsona.server import present, wire
from pawsona.server.access import CompanionDep, needs

router = APIRouter(prefix="/pets/{pet}/promises", tags=["promises"], dependencies=[Depends(needs("memories"))])


class PromiseShown(wire.PromiseWire):
    """A promise, and where it comes from."""

    made_at: datetime
    said: str | None = Field(None, description="The message that asked for it, where that is still kept.")
    source: str | None = None


class PromiseChange(wire.Wire):
    """Another day, at the same time of day; or closed by mistake."""

    on: date | None = None
    closed: bool | None = None


@router.get("")
async def promises(companion: CompanionDep) -> list[PromiseShown]:
    """What the pet promised to bring up, soonest first."""
    return await _shown(companion, await companion.promises())


@router.post("/{promise}/close")
async def close(promise: str, companion: CompanionDep) -> PromiseShown:
    """It is settled."""
    return await _one(companion, await companion.close_promise(PromiseId(promise)))


@router.patch("/{promise}")
async def change(promise: str, change: PromiseChange, companion: CompanionDep) -> PromiseShown:
    """Bring it up on another day, close it, or open it again."""
    ledger, bond, id_ = companion.home.promises, companion.pet.bond, PromiseId(promise)
    if change.on is not None:
        return await _one(companion, await ledger.move(companion.person, bond, id_, change.on))
    if change.closed is False:
        return await _one(companion, await ledger.reopen(bond, id_))
    return await close(promise, companion)


@router.delete("/{promise}", status_code=204)
async def delete(promise: str, companion: CompanionDep) -> None:
    """Forget it: nothing is brought up."""
    companion.home.sweep.note()
    await companion.home.store.promises.delete(companion.pet.bond, PromiseId(promise))


async def _one(companion: Companion, promise: Promise) -> PromiseShown:
    [shown] = await _shown(companion, [promise])
    return shown


async def _shown(companion: Companion, promises: list[Promise]) -> list[PromiseShown]:
    ids = [MessageId(promise.source) for promise in promises]
    said = {m.id: m for m in await companion.home.store.talk.messages(companion.pet.bond, ids)}
    return [_shape(promise, said.get(MessageId(promise.source))) for promise in promises]


def _shape(promise: Promise, message: Message | None) -> PromiseShown:
    return PromiseShown(
        **present.promise(promise).model_dump(),
        made_at=promise.made_at,
        said=None if message is None else message.text,
        source=None if message is None else message.id,
    )
