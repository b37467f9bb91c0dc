"""Tickets, news and the lead: what several processes on one store share."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.ids import Bond, PersonId
from pawsona.domain.shared import Ticket, Told
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.dialect import upsert
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row
from pawsona.storage.shared import board, leads, tickets

_DRAW = Prepared(lambda: insert(tickets))
_FIRST = Prepared(
    lambda: select(tickets.c.number, tickets.c.until).where(scope.theirs(tickets)).order_by(tickets.c.number).limit(1)
)
_LEAVE = Prepared(
    lambda: delete(tickets).where(scope.theirs(tickets), tickets.c.number == bindparam("ticket")), lasts=False
)
_TAKE_AWAY = Prepared(
    lambda: delete(tickets).where(
        scope.theirs(tickets), tickets.c.number == bindparam("ticket"), tickets.c.until == bindparam("seen")
    )
)


class SqlTickets:
    """The port `Tickets`. No ticket needs to outlive a power cut: those who held it do not."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def draw(self, bond: Bond, process: str, until: datetime) -> int:
        def work(tx: Write) -> int:
            [number] = tx.take_numbers(bond, 1)  # or a turn that lost its ticket could give back another's
            tx.do(_DRAW, bond, **bond_row(bond), number=number, process=process, until=until)
            return number

        return await self._database.write("tickets.draw", work, long=False, of=bond, lasts=False)

    async def first(self, bond: Bond) -> Ticket | None:
        row = await self._database.find_one(_FIRST, bond)
        return None if row is None else Ticket(int(row["number"]), row["until"])

    async def keep(self, process: str, until: datetime) -> int:
        longer = update(tickets).where(tickets.c.process == process).values(until=until)
        return await self._database.write("tickets.keep", lambda tx: tx.run(longer), long=False, lasts=False)

    async def leave(self, bond: Bond, number: int) -> None:
        await self._database.do("tickets.leave", _LEAVE, bond, ticket=number)

    async def take_away(self, bond: Bond, ticket: Ticket) -> None:
        await self._database.do("tickets.take_away", _TAKE_AWAY, bond, ticket=ticket.number, seen=ticket.until)

    async def bury(self, process: str) -> int:
        gone = delete(tickets).where(tickets.c.process == process)
        return await self._database.write("tickets.bury", lambda tx: tx.run(gone))


class SqlBoard:
    """The port `NewsBoard`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, news: Sequence[Told]) -> None:
        rows = [
            {"person_id": one.person, "news_id": one.id, "kind": one.kind, "data": dict(one.data), "at": one.at}
            for one in news
        ]
        await self._database.write("board.put", lambda tx: tx.run(insert(board), rows))

    async def since(self, moment: datetime) -> list[Told]:
        query = select(board).where(board.c.at >= moment).order_by(board.c.at, board.c.news_id)
        return [
            Told(id=row["news_id"], person=PersonId(row["person_id"]), kind=row["kind"], data=row["data"], at=row["at"])
            for row in await self._database.rows(query)
        ]

    async def drop(self, before: datetime) -> None:
        await self._database.write("board.drop", lambda tx: tx.run(delete(board).where(board.c.at < before)))


class SqlLeads:
    """The port `Leads`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lead(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        mine = leads.c.name == name, (leads.c.owner == owner) | (leads.c.until <= now)

        def work(tx: Write) -> bool:
            if tx.run(update(leads).where(*mine).values(owner=owner, until=until)):
                return True
            # Two that begin at once both find nobody: the second waits here, and finds the first.
            tx.run(upsert(leads).values(name=name, owner=owner, until=until).on_conflict_do_nothing())
            return bool(tx.value(select(leads.c.owner).where(leads.c.name == name)) == owner)

        return await self._database.write("leads.lead", work)

    async def resign(self, name: str, owner: str) -> None:
        gone = delete(leads).where(leads.c.name == name, leads.c.owner == owner)
        await self._database.write("leads.resign", lambda tx: tx.run(gone))
