"""Two pages, or a page and a terminal, at one person and one pet: what one of them changed, the other leaves alone."""

import asyncio
from typing import Any

from tests.app.conftest import Life

from pawsona import Companion


async def another(it: Companion) -> Companion:
    """The same pet on a second device, as that device read it."""
    return Companion(it.home, it.person, it.pet)


def test_each_keeps_what_the_other_changed_of_the_pet(live: Life) -> None:
    async def body(it: Companion) -> None:
        phone = await another(it)
        await it.change_pet(name="Momo")
        await phone.change_pet(outfit=["scarf"])
        await it.change_pet(setting="A quiet one.")
        assert (it.pet.name, it.pet.outfit, it.pet.setting) == ("Momo", ("scarf",), "A quiet one.")
        assert await it.home.store.people.pet(it.pet.bond) == it.pet

    live(body)


def test_each_keeps_what_the_other_changed_of_the_person(live: Life) -> None:
    async def body(it: Companion) -> None:
        nothing: dict[str, Any] = {"name": None, "language": None, "time_zone": None, "region": None}
        await it.home.change_person(it.person, **nothing | {"name": "Lin"})
        await it.home.change_person(it.person, **nothing | {"time_zone": "Asia/Shanghai"})
        stored = await it.home.store.people.person(it.person.id)
        assert stored is not None
        assert (stored.name, stored.time_zone) == ("Lin", "Asia/Shanghai")

    live(body)


def test_a_night_takes_back_nothing_that_was_set_while_it_thought(live: Life) -> None:
    async def body(it: Companion) -> None:
        await it.say("My name is Noor.")
        night: Any = it.home.night
        rewrite = night._rewrite

        async def meanwhile(*given: Any) -> None:
            await rewrite(*given)
            await it.home.change_person(it.person, name=None, language=None, time_zone="Asia/Tokyo", region="JP")

        night._rewrite = meanwhile
        await it.night()
        assert (it.person.name, it.person.time_zone, it.person.region) == ("Noor", "Asia/Tokyo", "JP")

    live(body)


def test_two_nights_at_once_make_one_day(live: Life) -> None:
    async def body(it: Companion) -> None:
        await it.say("My sister is called Mei.")
        phone = await another(it)
        both = await asyncio.gather(it.night(), phone.night())
        stored = await it.home.store.export(it.person.id)
        assert len([row for row in stored["days"] if row["on_date"] == both[0].on.isoformat()]) == 1
        assert [memory.text for memory in await it.memories()] == ["friend's sister is called Mei"]

    live(body)
