"""How the person felt: shown by the day, switched off, deleted."""

from datetime import timedelta
from typing import Any

from tests.server.conftest import Serve, Served


async def told(it: Served, pet: str) -> dict[str, Any]:
    found: dict[str, Any] = (await it.http.get(f"{pet}/mood")).json()
    return found


def test_days_with_talk_are_heavy_even_or_light(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        assert await told(it, pet) == {"reads": True, "today": "2026-04-12", "days": []}
        for text in ("I am so sad today", "What time is it?"):
            await it.say(pet, text)
        it.clock.moment += timedelta(days=1)
        await it.say(pet, "I am so happy, I got the job!")
        heavy, light = (await told(it, pet))["days"]
        assert (heavy["date"], heavy["family"], heavy["readings"]) == ("2026-04-12", "sadness", 2)
        assert (light["date"], light["family"]) == ("2026-04-13", "joy")
        assert -3 <= heavy["level"] < 0 < light["level"] <= 3

    served(body)


def test_a_day_with_nothing_to_hear_is_even(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "What time is it?")
        [day] = (await told(it, pet))["days"]
        assert (day["level"], day["family"], day["readings"]) == (0, None, 1)

    served(body)


def test_switched_off_nothing_is_read_or_kept_for_any_pet(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        assert (await it.http.put(f"{pet}/mood", json={"reads": False})).json()["reads"] is False
        other = await it.http.post("/api/v1/pets", json={"name": "Bo", "species": "dog", "personality": "gruff"})
        for path in (pet, f"/api/v1/pets/{other.json()['id']}"):
            [(_, done)] = [event for event in await it.say(path, "I am so sad today") if event[0] == "done"]
            assert done["affect"] == {"state": "neutral", "intensity": 0}
            assert (await told(it, path))["days"] == []
        exported = (await it.http.get("/api/v1/export")).json()
        assert exported["affects"] == []
        assert {row["affect"] for row in exported["messages"]} == {None}
        await it.http.put(f"{pet}/mood", json={"reads": True})
        await it.say(pet, "I am so sad today")
        assert len((await told(it, pet))["days"]) == 1

    served(body)


def test_what_was_kept_is_deleted_beside_the_replies_too(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "I am so sad today")
        assert (await it.http.delete(f"{pet}/mood")).status_code == 204
        assert (await told(it, pet))["days"] == []
        exported = (await it.http.get("/api/v1/export")).json()
        assert "sadness" not in str(exported["messages"])
        assert exported["affects"] == []

    served(body)


def test_the_page_looks_back_as_far_as_it_is_asked(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "I am so sad today")
        it.clock.moment += timedelta(days=20)
        assert len((await it.http.get(f"{pet}/mood?weeks=4")).json()["days"]) == 1
        assert (await it.http.get(f"{pet}/mood?weeks=2")).json()["days"] == []
        assert (await it.http.get(f"{pet}/mood?weeks=0")).status_code == 422

    served(body)


def test_the_pet_is_glad_with_the_person_for_a_while(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "I am so happy, I got the job!")
        assert (await it.http.get(f"{pet}/now")).json()["mood"] in {"happy", "sleepy"}
        await it.say(pet, "I am so sad now")
        it.clock.moment += timedelta(hours=1)
        assert (await it.http.get(f"{pet}/now")).json()["mood"] == "caring"
        await it.http.put(f"{pet}/mood", json={"reads": False})
        assert (await it.http.get(f"{pet}/now")).json()["mood"] != "caring"

    served(body)
