"""Days, feedback, memories, notes, promises over the API."""

from datetime import timedelta

import pytest
from tests.server.conftest import Serve, Served


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_pet_has_a_day_at_once(served: Serve, language: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt(language)
        now = (await it.http.get(f"{pet}/now")).json()
        assert now["greeting"]["hello"]
        assert now["greeting"]["say"]
        items = now["day"]["items"]
        assert 5 <= len(items) <= 8
        assert all(item["detail"] for item in items)
        assert items[now["now"]]["state"] == "now"
        assert [item["state"] for item in items] == sorted(
            (item["state"] for item in items), key=["past", "now", "later"].index
        )
        assert (await it.http.get(f"{pet}/now")).json()["greeting"] == now["greeting"]

    served(body)


def test_a_night_makes_tomorrow_and_remembers(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "My sister is called Mei.")
        night = (await it.http.post(f"{pet}/night")).json()
        assert night["day"] == "2026-04-13"
        it.clock.moment += timedelta(days=1)
        assert (await it.http.get(f"{pet}/days")).json()["dates"] == ["2026-04-12", "2026-04-13"]
        known = (await it.http.get(f"{pet}/memories")).json()
        assert known["counts"]["all"] == 1
        memory = known["memories"][0]
        assert "Mei" in memory["text"]
        assert "Mei" in memory["voice"]
        why = (await it.http.get(f"{pet}/memories/{memory['id']}/why")).json()
        assert why["messages"][0]["text"] == "My sister is called Mei."

    served(body)


def test_what_is_pinned_is_counted_and_found_where_it_is_shown(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "I have a headache today.")
        await it.http.post(f"{pet}/night")
        [memory] = (await it.http.get(f"{pet}/memories?retention=short_term")).json()["memories"]
        await it.http.patch(f"{pet}/memories/{memory['id']}", json={"pinned": True})
        kept = (await it.http.get(f"{pet}/memories?retention=permanent")).json()
        assert [one["id"] for one in kept["memories"]] == [memory["id"]]
        assert kept["counts"] == {"all": 1, "permanent": 1, "long_term": 0, "short_term": 0}

    served(body)


def test_a_reaction_is_answered_moves_a_taste_and_can_be_taken_back(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        answer = await it.http.post(f"{pet}/days/2026-04-12/items/1/feedback", json={"reaction": "dislike"})
        assert answer.json()["reply"]
        assert answer.json()["tastes"][0]["value"] < 0
        assert (await it.http.get(f"{pet}/days/today")).json()["items"][1]["feedback"][0]["reaction"] == "dislike"
        assert (await it.http.delete(f"{pet}/feedback/{answer.json()['id']}")).status_code == 204
        assert (await it.http.get(f"{pet}/tastes")).json() == []
        assert (await it.http.delete(f"{pet}/feedback/{answer.json()['id']}")).status_code == 404
        for bad in ({}, {"reaction": "love"}):
            refused = await it.http.post(f"{pet}/days/2026-04-12/items/1/feedback", json=bad)
            assert refused.status_code == 422
        assert (await it.http.post(f"{pet}/days/2020-01-01/items/1/feedback", json={"text": "x"})).status_code == 404

    served(body)


def test_a_memory_can_be_pinned_corrected_forgotten_and_for_half_a_minute_restored(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "I'm allergic to peanuts.")
        await it.http.post(f"{pet}/night")
        memory = (await it.http.get(f"{pet}/memories")).json()["memories"][0]
        path = f"{pet}/memories/{memory['id']}"
        assert (await it.http.patch(path, json={"pinned": True})).json()["left"] == 1
        edited = await it.http.patch(path, json={"text": "Lin is allergic to walnuts"})
        assert edited.json()["text"] == "Lin is allergic to walnuts"
        assert (await it.http.patch(path, json={})).status_code == 422
        assert (await it.http.delete(path)).status_code == 204
        assert (await it.http.get(f"{pet}/memories")).json()["counts"]["all"] == 0
        assert (await it.http.post(f"{path}/restore")).json()["text"] == "Lin is allergic to walnuts"
        await it.http.delete(path)
        it.clock.moment += timedelta(seconds=31)
        assert (await it.http.post(f"{path}/restore")).status_code == 404

    served(body)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_can_show_what_leaves_and_what_was_forgotten(served: Serve, language: str) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt(language)
        await it.say(pet, "I have a headache today." if language == "en" else "我今天头疼。")
        await it.http.post(f"{pet}/night")
        assert (await it.http.get(f"{pet}/memories/forgetting")).json() == {"leaving": [], "forgotten": []}
        it.clock.moment += timedelta(days=26)
        [soon] = (await it.http.get(f"{pet}/memories/forgetting")).json()["leaving"]
        assert soon["expires_on"] == "2026-05-12"
        await it.http.delete(f"{pet}/memories/{soon['id']}?turns=true")
        gone = (await it.http.get(f"{pet}/memories/forgetting")).json()
        assert gone["leaving"] == []
        rows = {(row["kind"], row["cause"], row["count"], bool(row["topic_name"])) for row in gone["forgotten"]}
        assert rows == {("memory", "person", 1, True), ("message", "person", 2, False)}
        await it.http.post(f"{pet}/memories/{soon['id']}/restore")
        left = (await it.http.get(f"{pet}/memories/forgetting")).json()["forgotten"]
        assert {row["kind"] for row in left} == {"message"}

    served(body)


def test_notes_and_documents_are_kept_and_quoted(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        note = await it.http.post(f"{pet}/notes", json={"title": "Boiler", "text": "Call Rudi when it hums."})
        assert note.status_code == 201
        text = "The boiler's pressure should stay at 1.5 bar. The filter is changed each May."
        added = await it.http.put(f"{pet}/documents/manual.md", content=text)
        assert added.status_code == 201
        told = await it.say(pet, "what pressure should the boiler have?")
        assert "manual.md" in told[-1][1]["message"]["text"]
        assert (await it.http.put(f"{pet}/documents/x.exe", content=b"MZ")).status_code == 422
        assert (await it.http.delete(f"{pet}/documents/{added.json()['id']}")).status_code == 204
        assert (await it.http.delete(f"{pet}/notes/{note.json()['id']}")).status_code == 204
        assert (await it.http.get(f"{pet}/notes")).json() == []

    served(body)


def test_a_title_that_was_given_is_told_from_one_that_was_not(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        for title, text, titled in (
            ("Milk", "Milk, eggs and bread", True),
            ("买菜", "买菜：鸡蛋", True),
            ("", "Milk, eggs\nand bread", False),
            ("", "x" * 200, False),
        ):
            note = (await it.http.post(f"{pet}/notes", json={"title": title, "text": text})).json()
            assert note["titled"] is titled, title
            assert title == "" or note["title"] == title

    served(body)


def test_a_promise_is_kept_brought_up_once_and_closed(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        await it.say(pet, "remind me to call mum tomorrow at 5 pm")
        [promise] = (await it.http.get(f"{pet}/promises")).json()
        assert promise["due"].startswith("2026-04-13T17:00")
        it.clock.moment += timedelta(days=1, hours=8)
        assert (await it.http.get(f"{pet}/now")).json()["due"][0]["id"] == promise["id"]
        await it.say(pet, "hello, I'm back")
        assert (await it.http.get(f"{pet}/promises")).json()[0]["asked"] is True
        assert (await it.http.get(f"{pet}/now")).json()["due"] == []
        closed = await it.http.post(f"{pet}/promises/{promise['id']}/close")
        assert closed.json()["closed"] is True

    served(body)


def test_memories_come_in_pages_and_a_page_after_one_that_is_gone_is_refused(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        for said in ("My sister is called Mei.", "I love tea.", "My cat is called Tom."):
            await it.say(pet, said)
            it.clock.moment += timedelta(hours=1)
        await it.http.post(f"{pet}/night")
        path = f"{pet}/memories?limit=2"
        first = (await it.http.get(path)).json()
        assert len(first["memories"]) == 2 and first["total"] == 3 and first["more"]
        last = first["memories"][-1]["id"]
        rest = (await it.http.get(f"{path}&before={last}")).json()
        assert len(rest["memories"]) == 1 and not rest["more"]
        whole = (await it.http.get(f"{pet}/memories")).json()["memories"]
        assert [*first["memories"], *rest["memories"]] == whole
        await it.http.delete(f"{pet}/memories/{last}")
        assert (await it.http.get(f"{path}&before={last}")).status_code == 404
        assert (await it.http.get(f"{pet}/memories?limit=0")).status_code == 422

    served(body)
