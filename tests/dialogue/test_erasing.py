"""Erasing everybody: all or nothing, and the export first."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pawsona.app.adoption import PersonForm, PetForm, person_from

Play = Callable[..., None]


async def two(it: Any) -> list[Any]:
    """A second person beside the first, each with something said."""
    other = person_from(PersonForm(name="Bo", language="en", time_zone="UTC", age_band="adult"), it.clock, it.home.rng)
    await it.store.people.add_person(other)
    await it.home.adopt(PetForm(name="Rex"), other)
    await it.say("My sister is called Mei.")
    persons: list[Any] = await it.store.people.persons()
    assert len(persons) == 2
    return persons


async def whole(it: Any, persons: list[Any]) -> str:
    return json.dumps([await it.store.export(person.id) for person in persons])


def test_what_breaks_in_the_middle_has_erased_nobody(play: Play) -> None:
    points: list[str] = []

    def fault(point: str) -> None:
        if points and point == points[0]:
            points.pop()
            raise RuntimeError("the power went")

    async def story(it: Any) -> None:
        persons = await two(it)
        before = await whole(it, persons)
        for point in ("people.erase_person/messages:after", "people.erase_person:after", "commit:before"):
            points.append(point)
            with pytest.raises(RuntimeError):
                await it.home.erase_all(persons)
            assert await whole(it, persons) == before, point
        await it.home.erase_all(persons)
        assert await it.store.people.persons() == []

    play(story, fault=fault)


def test_an_export_that_fails_erases_nobody_and_one_that_works_holds_everything(play: Play) -> None:
    async def story(it: Any) -> None:
        persons, kept = await two(it), []
        before = await whole(it, persons)

        async def full(data: Any) -> None:
            raise OSError("no space left")

        async def keep(data: Any) -> None:
            kept.append(json.dumps(data["persons"]))

        with pytest.raises(OSError, match="no space"):
            await it.home.erase_all(persons, full)
        assert await whole(it, persons) == before
        await it.home.erase_all(persons, keep)
        assert kept == [before]
        assert await it.store.people.persons() == []

    play(story)
