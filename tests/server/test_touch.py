"""A pat is answered in words, and leaves nothing behind; what is kept is counted."""

from datetime import timedelta

import pytest
from tests.server.conftest import Serve, Served


async def pose(it: Served, pet: str) -> str:
    found: str = (await it.http.get(f"{pet}/now")).json()["pose"]
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_pat_is_answered_and_nothing_is_kept(served: Serve, language: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt(language)
        it.clock.moment = it.clock.moment.replace(hour=14)
        before = (await it.http.get("/api/v1/export")).json()
        said = (await it.http.post(f"{pet}/pat")).json()["say"]
        assert said
        after = (await it.http.get("/api/v1/export")).json()
        assert {t: len(rows) for t, rows in after.items()} == {t: len(rows) for t, rows in before.items()} | {
            "marks": len(before["marks"]) + 1  # the visit
        }
        assert (await it.http.get(f"{pet}/tastes")).json() == []

    served(body)


def test_asleep_it_sleeps_on(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.clock.moment = (it.clock.moment + timedelta(days=1)).replace(hour=4)
        assert (await it.http.post(f"{pet}/pat")).json() == {"say": ""}

    served(body)


def test_talk_wakes_it_for_a_while(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        it.clock.moment = (it.clock.moment + timedelta(days=1)).replace(hour=4)
        assert await pose(it, pet) == "sleep"
        await it.say(pet, "I can't sleep")
        it.clock.moment += timedelta(minutes=9)
        assert await pose(it, pet) == "sit"
        it.clock.moment += timedelta(minutes=2)
        assert await pose(it, pet) == "sleep"

    served(body)


def test_what_is_stored_is_counted_by_kind(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "My sister is called Mei.")
        await it.http.post(f"{pet}/notes", json={"text": "Two lemons."})
        found = (await it.http.get("/api/v1/stored")).json()
        assert found["counts"]["messages"] == 2
        assert found["counts"]["notes"] == 1
        assert found["counts"]["days"] == 1
        assert found["place"] == str(it.home.settings.home / "pawsona.db")
        assert found["size"] > 0

    served(body)


def test_after_a_hard_talk_it_listens_and_makes_no_jokes(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "I want to kill myself")
        assert (await it.http.get(f"{pet}/now")).json()["mood"] == "caring"
        assert (await it.http.get(f"{pet}/suggestions")).json() == []
        assert (await it.http.post(f"{pet}/pat")).json() == {"say": ""}

    served(body)
