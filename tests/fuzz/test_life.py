"""A state machine over the API: two persons with two devices each, in any order and at the same time.

What the server tells must be what a plain model of it says: each message once and in order, with one reply; notes and
memories as the last who saw them changed them; nothing of anybody else's.
"""

import asyncio
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from fastapi import Request
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.fuzz.people import Somebody, Town
from tests.server.conftest import Served, events, serving
from tests.servers import databases

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.domain.account import SCOPES
from pawsona.domain.ids import PersonId
from pawsona.domain.language import LANGUAGES
from pawsona.server.access import Visitor, visitor_of

TEXTS = {
    "en": ("My sister is called {}", "I live in {}", "I love {} cake", "hello from {}", "What do you know of me, {}?"),
    "zh": ("我妹妹叫{}", "我住在{}", "我喜欢{}蛋糕", "{}来打个招呼", "你知道{}什么？"),
}
WHO, DEVICE, WHICH = st.integers(0, 1), st.integers(0, 1), st.integers(0, 99)


class Life(RuleBasedStateMachine):
    """One server's life, on a clock of its own, and on a file where no database is named."""

    def __init__(self, database: str | None = None) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = TemporaryDirectory()
        self.serving = serving(Path(self.folder.name) / "home", database)
        self.it: Served = self.runner.run(self.serving.__aenter__())
        self.town = Town([])

    def teardown(self) -> None:
        self.runner.run(self.serving.__aexit__(None, None, None))
        self.runner.close()
        self.folder.cleanup()

    def ask(self, who: int, device: int, method: str, path: str, **sent: Any) -> httpx.Response:
        one = self.town.people[who]
        return self.runner.run(self.town.ask(one, device, method, one.pet + path, **sent))

    @initialize()
    def everybody_moves_in(self) -> None:
        self.town.people[:] = self.runner.run(moved_in(self.it))

    @rule(who=WHO, device=DEVICE, text=st.sampled_from(range(5)))
    def say(self, who: int, device: int, text: int) -> None:
        one = self.town.people[who]
        self._heard(one, self.ask(who, device, "POST", "/messages", json={"text": _said(one, text)}), text)

    @rule(texts=st.lists(st.tuples(WHO, DEVICE, st.sampled_from(range(5))), min_size=2, max_size=4))
    def all_say(self, texts: list[tuple[int, int, int]]) -> None:
        """At the same time; the order of one person's messages is the server's to choose."""
        people, before = self.town.people, [len(one.said) for one in self.town.people]

        async def together() -> list[httpx.Response]:
            asked = [
                self.town.ask(
                    people[who], device, "POST", f"{people[who].pet}/messages", json={"text": _said(people[who], text)}
                )
                for who, device, text in texts
            ]
            return list(await asyncio.gather(*asked))

        for (who, _, text), answer in zip(texts, self.runner.run(together()), strict=True):
            self._heard(people[who], answer, text)
        for number, one in enumerate(people):
            told = self._told(number)
            assert sorted(told[before[number] :]) == sorted(one.said[before[number] :])
            one.said[:] = told

    @rule(who=WHO, device=DEVICE)
    def write_a_note(self, who: int, device: int) -> None:
        one = self.town.people[who]
        text = f"{one.mark} wifi: heron99"
        answer = self.ask(who, device, "POST", "/notes", json={"title": "", "text": text})
        assert answer.status_code == 201, answer.text
        one.notes[answer.json()["id"]] = text

    @rule(who=WHO, device=DEVICE, which=WHICH, whose=WHO)
    def delete_a_note(self, who: int, device: int, which: int, whose: int) -> None:
        """One's own goes; another's isn't there."""
        one, owner = self.town.people[who], self.town.people[whose]
        known = list(owner.notes)[which % len(owner.notes)] if owner.notes else "000000000000"
        answer = self.ask(who, device, "DELETE", f"/notes/{known}")
        assert answer.status_code == (204 if one.notes.pop(known, None) else 404)

    @rule(who=WHO, device=DEVICE)
    def night(self, who: int, device: int) -> None:
        assert self.ask(who, device, "POST", "/night").status_code == 200

    @rule(who=WHO, device=DEVICE)
    def look_at_memories(self, who: int, device: int) -> None:
        one = self.town.people[who]
        listed = self.ask(who, device, "GET", "/memories").json()["memories"]
        one.memories = {memory["id"]: memory for memory in listed}

    @precondition(lambda self: any(one.memories for one in self.town.people))
    @rule(who=WHO, device=DEVICE, which=WHICH, whose=WHO)
    def change_a_memory(self, who: int, device: int, which: int, whose: int) -> None:
        """By its version as it was seen; who comes second hears so, and another's isn't there."""
        one, owner = self.town.people[who], self.town.people[whose]
        if not owner.memories:
            return
        memory = list(owner.memories.values())[which % len(owner.memories)]
        path, sent = f"/memories/{memory['id']}", {"text": f"{one.mark} changed {which}"}
        answer = self.ask(who, device, "PATCH", path, json=sent, headers={"if-match": f'"{memory["version"]}"'})
        if one is not owner:
            assert answer.status_code == 404
        elif answer.status_code == 200:
            assert self.ask(who, 1 - device, "GET", f"{path}/why").status_code == 200
            late = self.ask(
                who,
                1 - device,
                "PATCH",
                path,
                json={"text": f"{one.mark} late"},
                headers={"if-match": f'"{memory["version"]}"'},
            )
            assert late.status_code == 412 or memory["text"] == sent["text"], late.text
            one.memories[memory["id"]] = answer.json()
        else:
            assert answer.status_code in (404, 412), answer.text  # the night renewed, merged or dropped it
            del one.memories[memory["id"]]

    @precondition(lambda self: any(one.memories for one in self.town.people))
    @rule(who=WHO, device=DEVICE, which=WHICH)
    def forget_a_memory(self, who: int, device: int, which: int) -> None:
        one = self.town.people[who]
        if one.memories:
            gone = list(one.memories)[which % len(one.memories)]
            del one.memories[gone]
            assert self.ask(who, device, "DELETE", f"/memories/{gone}").status_code in (204, 404)
            listed = self.ask(who, 1 - device, "GET", "/memories").json()["memories"]
            assert gone not in {memory["id"] for memory in listed}

    @rule(hours=st.integers(1, 14))
    def time_goes_by(self, hours: int) -> None:
        self.it.clock.moment += timedelta(hours=hours)

    @invariant()
    def everybody_is_told_their_own(self) -> None:
        for who, one in enumerate(self.town.people):
            assert self._told(who) == one.said
            notes = self.ask(who, 1, "GET", "/notes").json()
            assert {note["id"]: note["text"] for note in notes} == one.notes

    def _told(self, who: int) -> list[str]:
        """What they said, by the server; every message has its reply."""
        listed = self.ask(who, 0, "GET", "/messages?limit=200").json()["messages"]
        roles = [message["role"] for message in listed]
        assert all(roles[n + 1 : n + 2] == ["pet"] for n, role in enumerate(roles) if role == "person"), roles
        return [message["text"] for message in listed if message["role"] == "person"]

    def _heard(self, one: Somebody, answer: httpx.Response, text: int) -> None:
        assert answer.status_code == 200, answer.text
        names = [name for name, _ in events(answer.text)]
        assert (names.count("heard"), names[-1]) == (1, "done"), names
        one.said.append(_said(one, text))


def _said(one: Somebody, text: int) -> str:
    return TEXTS[one.language][text].format(one.mark)


async def moved_in(it: Served) -> list[Somebody]:
    people = []
    for mark, language in zip(("annquill", "linreed"), LANGUAGES, strict=True):
        owner = PersonForm(name=mark, language=language, time_zone="UTC", age_band="adult")
        person, pet = await it.home.adopt(PetForm(name="Mo", species="cat", personality="sunny"), owner)
        devices = [
            httpx.AsyncClient(transport=it.http._transport, base_url=it.http.base_url, headers={"x-person": person.id})
            for _ in range(2)
        ]
        people.append(Somebody(mark, language, devices, f"/api/v1/pets/{pet.id}"))

    async def visitor(request: Request) -> Visitor:
        return Visitor(await it.home.store.people.person(PersonId(request.headers["x-person"])), SCOPES)

    it.app.dependency_overrides[visitor_of] = visitor
    return people


def lives(kind: type[Life], most: int) -> None:
    chosen = settings(
        max_examples=most, stateful_step_count=25, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(kind, settings=chosen)


@pytest.mark.fuzz
def test_two_persons_with_two_devices_each() -> None:
    lives(Life, 15)


@pytest.mark.fuzz
@pytest.mark.postgres
@pytest.mark.timeout(600)  # it waits for the server at each step
def test_so_do_two_on_postgres() -> None:
    with databases() as made:

        class Far(Life):
            """Each on a database of its own."""

            def __init__(self) -> None:
                super().__init__(made.fresh())

        lives(Far, 3)
