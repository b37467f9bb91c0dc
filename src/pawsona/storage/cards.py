"""Character cards that pets came from."""

from sqlalchemy import delete, insert, select

from pawsona.domain.card import Card
from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.rows.card import card_of, card_row
from pawsona.storage.schema import cards


class SqlCards:
    """The port `Cards`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, card: Card) -> None:
        def work(tx: Write) -> None:
            tx.run(delete(cards).where(scope.owned(cards, card.bond)), of=card.bond)
            tx.run(insert(cards).values(card_row(card)))

        await self._database.write("cards.put", work)

    async def card(self, bond: Bond) -> Card | None:
        row = await self._database.first(select(cards).where(scope.owned(cards, bond)))
        return None if row is None else card_of(row)

    async def greeting(self, bond: Bond) -> str:
        row = await self._database.first(select(cards.c.greeting).where(scope.owned(cards, bond)))
        return "" if row is None else str(row["greeting"])
