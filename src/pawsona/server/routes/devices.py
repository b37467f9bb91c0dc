"""Phones: asked for on this machine only, paired on the doorstep."""

import asyncio
from datetime import datetime
from typing import Annotated
from urllib.parse import parse_qs

import segno
from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pawsona.app.pairing import Pairing
from pawsona.domain.ids import DeviceId
from pawsona.domain.language import Language
from pawsona.errors import InputError, NotFoundError
from pawsona.server import doorstep
from pawsona.server.access import HomeDep, PersonDep
from pawsona.server.door import ADDRESS, Door
from pawsona.server.doorkeeper import let_go
from pawsona.server.guard import COOKIE, DOORSTEP, at_this_machine
from pawsona.server.wire import Wire

YEAR = 365 * 24 * 3600
LARGEST_FORM = 4096
_ASKS = {"cache-control": "no-store", "referrer-policy": "same-origin"}
"""With no-referrer a browser would send the form with `Origin: null`, which the guard refuses."""


class DeviceWire(Wire):
    """A paired phone."""

    id: str
    name: str
    paired_at: datetime
    seen_at: datetime


class TicketWire(Wire):
    """What a phone scans. `svg` is a picture of `url`, as a data URI."""

    url: str
    svg: str
    until: datetime


class NewTicket(Wire):
    """`address`: where phones find this machine, if it can't be guessed."""

    address: str = ""


def _here(request: Request) -> None:
    if not at_this_machine(request.scope):
        raise HTTPException(403, "Phones are paired and removed on the computer where Pawsona runs")


def _pairing(request: Request) -> Pairing:
    found: Pairing = request.app.state.pairing
    return found


def _door(request: Request) -> Door:
    found: Door = request.app.state.door
    return found


PairingDep = Annotated[Pairing, Depends(_pairing)]
DoorDep = Annotated[Door, Depends(_door)]
router = APIRouter(prefix="/devices", tags=["devices"], dependencies=[Depends(_here)])
pages = APIRouter(include_in_schema=False)


@router.post("/tickets", status_code=201)
async def ticket(
    form: NewTicket, request: Request, home: HomeDep, person: PersonDep, pairing: PairingDep, door: DoorDep
) -> TicketWire:
    """Open the local network for one phone: a code that works once, for five minutes."""
    named = form.address.strip()
    if named and door.proxy:
        raise InputError(f"A proxy shows this home at {door.proxy.url}. Leave the address out.")
    if named and not await asyncio.to_thread(door.can_open, named):
        raise InputError(
            "Phones can't find this computer at that address. Leave it out, or name one that this computer has."
        )
    given, until = await pairing.ticket(person.id)  # first: a door that awaits nobody is shut at the next look
    base = await door.open(request.app, named or (await home.store.settings()).get(ADDRESS, ""))
    if named:  # for the next start
        await home.store.set_setting(ADDRESS, named)
    url = f"{base}{DOORSTEP}?t={given}"
    return TicketWire(url=url, svg=segno.make(url).svg_data_uri(scale=5, light="#fff", omitsize=True), until=until)


@router.get("")
async def devices(home: HomeDep, person: PersonDep) -> list[DeviceWire]:
    """The phones that may come in."""
    found = await home.store.devices.all(person.id)
    return [DeviceWire(id=one.id, name=one.name, paired_at=one.paired_at, seen_at=one.seen_at) for one in found]


@router.delete("/{device}", status_code=204)
async def remove(device: str, home: HomeDep, person: PersonDep, pairing: PairingDep, door: DoorDep) -> None:
    """Shut a phone out; with the last one the door to the network is shut as well, and codes are void."""
    if not await home.store.devices.remove(person.id, DeviceId(device)):
        raise NotFoundError("This phone is not paired (any more).")
    left = bool(await home.store.devices.all(person.id))
    if not left:
        await pairing.void()
    await let_go(home.news, door, left=left)


@pages.get(DOORSTEP)
async def step(request: Request, pairing: PairingDep, t: str = "") -> HTMLResponse:
    """What a scanned code leads to."""
    return _asking(request, t) if await pairing.valid(t) else _closed(request)


@pages.post(DOORSTEP)
async def pair(request: Request, pairing: PairingDep, door: DoorDep) -> Response:
    """The button on it; the browser gets its secret and goes home."""
    form = parse_qs((await _body(request)).decode(errors="replace"))
    try:
        _, secret = await pairing.pair(form.get("t", [""])[0], form.get("name", [""])[0])
    except InputError:
        ticket = form.get("t", [""])[0]
        return _asking(request, ticket, 422) if await pairing.valid(ticket) else _closed(request)
    answer = RedirectResponse("/", 303)
    secure = door.proxy is not None and door.proxy.secure
    answer.set_cookie(COOKIE, secret, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
    return answer


def _asking(request: Request, ticket: str, status: int = 200) -> HTMLResponse:
    agent, far = request.headers.get("user-agent", ""), _door(request).proxy is not None
    page = doorstep.asking(_language(request), ticket, agent, far=far)
    return HTMLResponse(page, status_code=status, headers=_ASKS)


async def _body(request: Request) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_FORM:
            raise HTTPException(413, "This form is too large")
    return body


def _closed(request: Request) -> HTMLResponse:
    page = doorstep.closed(_language(request), "stale")
    return HTMLResponse(page, status_code=403, headers={"cache-control": "no-store"})


def _language(request: Request) -> Language:
    return doorstep.language_of(request.headers.get("accept-language", ""))
