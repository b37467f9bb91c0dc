"""Promises: seen with the words that asked for them, moved, closed, opened again, deleted."""

from datetime import timedelta
from typing import Any

import pytest
from tests.server.conftest import Serve, Served

ASKED = "Remind me tomorrow at nine to call my mother."


async def promised(it: Served) -> tuple[str, dict[str, Any]]:
    """A pet that promised one thing: the path of the promise, and what is shown of it."""
    pet = await it.adopt()
    await it.say(pet, ASKED)
    [one] = (await it.http.get(f"{pet}/promises")).json()
    return f"{pet}/promises/{one['id']}", one


def test_a_promise_is_shown_with_the_words_that_asked_for_it(served: Serve) -> None:
    async def body(it: Served) -> None:
        _, one = await promised(it)
        assert "call" in one["text"]
        assert one["said"] == ASKED
        assert one["due"].startswith("2026-04-13T09:00")
        assert one["closed"] is False

    served(body)


def test_another_day_keeps_the_hour_and_asks_again(served: Serve) -> None:
    async def body(it: Served) -> None:
        path, _ = await promised(it)
        await it.http.post(f"{path}/close")
        moved = (await it.http.patch(path, json={"on": "2026-04-15"})).json()
        assert moved["due"].startswith("2026-04-15T09:00")
        assert (moved["closed"], moved["asked"]) == (False, False)

    served(body)


@pytest.mark.parametrize(("language", "says"), [("en", "2026-04-11 is over"), ("zh", "2026-04-11 已经过了")])
def test_a_day_that_is_over_is_refused_and_nothing_changes(served: Serve, language: str, says: str) -> None:
    async def body(it: Served) -> None:
        path, one = await promised(it)
        if language == "zh":
            await it.http.patch("/api/v1/person", json={"language": "zh"})
        answer = await it.http.patch(path, json={"on": "2026-04-11"})
        assert answer.status_code == 422
        assert says in answer.json()["detail"]
        [still] = (await it.http.get(path.rpartition("/")[0])).json()
        assert still["due"] == one["due"]

    served(body)


def test_what_was_closed_by_mistake_is_open_again(served: Serve) -> None:
    async def body(it: Served) -> None:
        path, _ = await promised(it)
        assert (await it.http.post(f"{path}/close")).json()["closed"] is True
        assert (await it.http.patch(path, json={"closed": False})).json()["closed"] is False
        assert (await it.http.patch(path, json={"closed": True})).json()["closed"] is True

    served(body)


def test_a_deleted_promise_is_not_brought_up(served: Serve) -> None:
    async def body(it: Served) -> None:
        path, _ = await promised(it)
        assert (await it.http.delete(path)).status_code == 204
        assert (await it.http.get(path.rpartition("/")[0])).json() == []
        for answer in (await it.http.delete(path), await it.http.patch(path, json={"on": "2026-05-01"})):
            assert answer.status_code == 404
        it.clock.moment += timedelta(days=1)
        assert (await it.http.get(path.rpartition("/promises")[0] + "/now")).json()["due"] == []

    served(body)
