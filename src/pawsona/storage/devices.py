"""Phones that were paired."""

from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.device import Device
from pawsona.domain.ids import DeviceId, PersonId
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row
from pawsona.storage.prepared import Prepared
from pawsona.storage.schema import devices

_ADD = Prepared(lambda: insert(devices))
_ALL = Prepared(
    lambda: select(devices).where(scope.of_them(devices)).order_by(devices.c.paired_at, devices.c.device_id)
)
_SEEN = Prepared(
    lambda: (
        update(devices)
        .where(scope.of_them(devices), devices.c.device_id == bindparam("device"))
        .values(seen_at=bindparam("at"))
    )
)
_REMOVE = Prepared(lambda: delete(devices).where(scope.of_them(devices), devices.c.device_id == bindparam("device")))


class SqlDevices:
    """The port `Devices`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, device: Device) -> None:
        row = {
            "person_id": device.person,
            "device_id": device.id,
            "name": device.name,
            "key": device.key,
            "paired_at": device.paired_at,
            "seen_at": device.seen_at,
        }
        await self._database.do("devices.add", _ADD, device.person, **row)

    async def all(self, person: PersonId) -> list[Device]:
        return [_device_of(row) for row in await self._database.find(_ALL, person)]

    async def seen(self, person: PersonId, device: DeviceId, at: datetime) -> None:
        await self._database.do("devices.seen", _SEEN, person, device=device, at=at)

    async def remove(self, person: PersonId, device: DeviceId) -> bool:
        return bool(await self._database.do("devices.remove", _REMOVE, person, device=device))


def _device_of(row: Row) -> Device:
    return Device(
        id=DeviceId(row["device_id"]),
        person=PersonId(row["person_id"]),
        name=row["name"],
        key=row["key"],
        paired_at=row["paired_at"],
        seen_at=row["seen_at"],
    )
