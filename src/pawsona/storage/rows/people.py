"""Persons, pets, friends and facts as rows."""

from typing import Any

from pawsona.domain.ids import Bond, MemoryId, PersonId, PetId
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import Friend, Pet
from pawsona.storage.connection import Row


def bond_row(bond: Bond) -> dict[str, Any]:
    """The columns that every row of a bond starts with."""
    return {"person_id": bond.person, "pet_id": bond.pet}


def bond_of(row: Row) -> Bond:
    """Whose row it is."""
    return Bond(PersonId(row["person_id"]), PetId(row["pet_id"]))


def person_row(person: Person) -> dict[str, Any]:
    """A person as a row."""
    return {
        "person_id": person.id,
        "name": person.name,
        "language": person.language,
        "time_zone": person.time_zone,
        "created_at": person.created_at,
        "region": person.region,
        "age_band": person.age_band,
        "age_seen": person.age_seen,
        "adult_at": person.adult_at,
    }


def person_of(row: Row) -> Person:
    """A row as a person."""
    return Person(
        id=PersonId(row["person_id"]),
        name=row["name"],
        language=row["language"],
        time_zone=row["time_zone"],
        created_at=row["created_at"],
        region=row["region"],
        age_band=row["age_band"],
        age_seen=row["age_seen"],
        adult_at=row["adult_at"],
    )


def pet_row(pet: Pet) -> dict[str, Any]:
    """A pet as a row."""
    return bond_row(pet.bond) | {
        "name": pet.name,
        "species": pet.species,
        "personality": pet.personality,
        "seed": pet.seed,
        "adopted_at": pet.adopted_at,
        "outfit": list(pet.outfit),
        "hobbies": list(pet.hobbies),
        "setting": pet.setting,
    }


def pet_of(row: Row) -> Pet:
    """A row as a pet."""
    return Pet(
        id=PetId(row["pet_id"]),
        person=PersonId(row["person_id"]),
        name=row["name"],
        species=row["species"],
        personality=row["personality"],
        seed=row["seed"],
        adopted_at=row["adopted_at"],
        outfit=tuple(row["outfit"]),
        hobbies=tuple(row["hobbies"]),
        setting=row["setting"],
    )


def friend_row(bond: Bond, position: int, friend: Friend) -> dict[str, Any]:
    """A friend as a row."""
    return bond_row(bond) | {
        "position": position,
        "name": friend.name,
        "species": friend.species,
        "trait": friend.trait,
        "hobby": friend.hobby,
        "relationship": friend.relationship,
    }


def friend_of(row: Row) -> Friend:
    """A row as a friend."""
    return Friend(
        name=row["name"],
        species=row["species"],
        trait=row["trait"],
        hobby=row["hobby"],
        relationship=row["relationship"],
    )


def fact_row(bond: Bond, position: int, fact: Fact) -> dict[str, Any]:
    """A fact as a row."""
    return bond_row(bond) | {"position": position, "memory_id": fact.memory, "text": fact.text}


def fact_of(row: Row) -> Fact:
    """A row as a fact."""
    return Fact(memory=MemoryId(row["memory_id"]), text=row["text"])
