"""Persons, pets, friends, and U."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update

from pawsona.domain.ids import Bond, PersonId
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.safeguards import Safeguards
from pawsona.errors import NotFoundError
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.position import next_position
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.care import safeguards_of, safeguards_row
from pawsona.storage.rows.people import fact_of, fact_row, friend_of, friend_row, person_of, person_row, pet_of, pet_row
from pawsona.storage.schema import OWNED, facts, friends, persons, pets, safeguards

PERSON = Prepared(lambda: select(persons).where(scope.of_them(persons)))
_PET = Prepared(lambda: select(pets).where(scope.theirs(pets)))
_SAFEGUARDS = Prepared(lambda: select(safeguards).where(scope.of_them(safeguards)))
_FRIENDS = Prepared(lambda: select(friends).where(scope.theirs(friends)).order_by(friends.c.position))
_NEXT_FRIEND = Prepared(lambda: select(next_position(friends).label("position")))
_FACTS = Prepared(lambda: select(facts).where(scope.theirs(facts)).order_by(facts.c.position))
_ADD_FACT = Prepared(lambda: insert(facts))
_DROP_FACTS = Prepared(lambda: delete(facts).where(scope.theirs(facts)))


class SqlPeople:
    """The port `People`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_person(self, person: Person) -> None:
        await self._database.write("people.add_person", lambda tx: tx.run(insert(persons).values(person_row(person))))

    async def person(self, person: PersonId) -> Person | None:
        row = await self._database.find_one(PERSON, person)
        return None if row is None else person_of(row)

    async def persons(self) -> list[Person]:
        found = await self._database.rows(select(persons).order_by(persons.c.created_at, persons.c.person_id))
        return [person_of(row) for row in found]

    async def update_person(self, person: Person) -> None:
        statement = update(persons).where(scope.of_person(persons, person.id)).values(person_row(person))
        if not await self._database.write("people.update_person", lambda tx: tx.run(statement, of=person.id)):
            raise NotFoundError("there is no such person here")

    async def erase_person(self, person: PersonId) -> None:
        def work(tx: Write) -> None:
            for table in reversed(OWNED):  # once it is their turn: what others have begun is waited for
                tx.run(delete(table).where(scope.of_person(table, person)), of=person)

        await self._database.write("people.erase_person", work)

    async def safeguards(self, person: PersonId) -> Safeguards:
        row = await self._database.find_one(_SAFEGUARDS, person)
        return Safeguards() if row is None else safeguards_of(row)

    async def set_safeguards(self, person: PersonId, given: Safeguards) -> None:
        def work(tx: Write) -> None:
            row = safeguards_row(given)
            if not tx.run(update(safeguards).where(scope.of_person(safeguards, person)).values(row), of=person):
                tx.run(insert(safeguards).values(person_id=person, **row))

        await self._database.write("people.set_safeguards", work)

    async def add_pet(self, pet: Pet) -> None:
        statement = insert(pets).values(pet_row(pet))
        await self._database.write("people.add_pet", lambda tx: tx.run(statement, of=pet.bond))

    async def pet(self, bond: Bond) -> Pet | None:
        row = await self._database.find_one(_PET, bond)
        return None if row is None else pet_of(row)

    async def pets(self, person: PersonId) -> list[Pet]:
        query = select(pets).where(scope.of_person(pets, person)).order_by(pets.c.adopted_at, pets.c.pet_id)
        return [pet_of(row) for row in await self._database.rows(query)]

    async def update_pet(self, pet: Pet) -> None:
        statement = update(pets).where(scope.owned(pets, pet.bond)).values(pet_row(pet))
        if not await self._database.write("people.update_pet", lambda tx: tx.run(statement, of=pet.bond)):
            raise NotFoundError("there is no such pet here")

    async def friends(self, bond: Bond) -> list[Friend]:
        return [friend_of(row) for row in await self._database.find(_FRIENDS, bond)]

    async def add_friends(self, bond: Bond, friends_: Sequence[Friend]) -> None:
        def work(tx: Write) -> None:
            [first] = tx.find(_NEXT_FRIEND, bond)
            given = [friend_row(bond, position, friend) for position, friend in enumerate(friends_, first["position"])]
            if given:
                tx.run(insert(friends), given)

        await self._database.write("people.add_friends", work)

    async def facts(self, bond: Bond) -> list[Fact]:
        return [fact_of(row) for row in await self._database.find(_FACTS, bond)]

    async def set_facts(self, bond: Bond, facts_: Sequence[Fact]) -> None:
        def work(tx: Write) -> None:
            tx.do(_DROP_FACTS, bond)
            if facts_:
                tx.do_all(_ADD_FACT, bond, [fact_row(bond, position, fact) for position, fact in enumerate(facts_, 1)])

        await self._database.write("people.set_facts", work, long=False)
