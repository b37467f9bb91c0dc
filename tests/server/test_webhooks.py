"""What happens is told to the programs of its product: signed, at least once, in ids, and to nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from tests.server.guests import AT_MOSS, MOSS, City, Town
from tests.server.post import Post, agree, person_of, telling

from pawsona.app.adoption import PetForm
from pawsona.app.webhooks.nights import tell_of_nights
from pawsona.domain.consent import PURPOSES
from pawsona.domain.tenant import DEFAULT
from pawsona.domain.webhook import EVENTS
from pawsona.night.plan import plan

HARD = "I'm going to kill myself tonight"


def test_a_product_hears_of_its_own_alone(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        await post.hook("wh_default", DEFAULT, path="/default")
        await post.hook("wh_moss", MOSS, path="/moss")
        await post.hook("wh_too", MOSS, "person.left", path="/too")
        await it.citizen("ann")
        await it.citizen("ann", AT_MOSS)
        paths = {got.path: got.said["data"]["person"] for got in await post.bring()}
        ids = [(await person_of(it, "ann", one)).id for one in (DEFAULT, MOSS)]
        assert paths == {"/pawsona/default": ids[0], "/pawsona/moss": ids[1]}
        await it.home.erase(await person_of(it, "ann", MOSS))
        assert sorted(got.path for got in await post.bring()) == ["/pawsona/moss", "/pawsona/too"]

    telling(two, tale)


@pytest.mark.long
def test_who_did_not_agree_is_not_told_of_beyond_coming_and_going(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        await post.hook("wh", DEFAULT, *EVENTS)
        ann, young = await it.citizen("ann"), await it.citizen("teen", age_band="teen")
        for purpose in PURPOSES:  # a yes from before they said how old they are is none
            await it.home.store.consents.give((await person_of(it, "teen")).id, purpose, "1", it.clock.now())
        for guest in (ann, young):
            pet = await guest.adopt()
            await guest.ask("POST", f"{pet}/messages", json={"text": HARD})
        assert await post.told() == ["person.joined"] * 2
        for purpose in ("webhooks", "care_webhooks"):
            await agree(ann, purpose)
        pet = await ann.adopt("Momo")
        await ann.ask("POST", f"{pet}/messages", json={"text": HARD})
        person = await person_of(it, "ann")
        told = {got.said["type"]: got for got in await post.bring()}
        ids = {"person": person.id, "pet": pet.rpartition("/")[2]}
        assert {name: got.said["data"] for name, got in told.items()} == {
            "pet.adopted": ids, "care.protocol": {**ids, "tier": "imminent"},
        }  # fmt: skip
        for got in told.values():
            assert b"kill" not in got.body and b"Momo" not in got.body and b"Ann" not in got.body

    telling(two, tale)


@pytest.mark.long
def test_help_is_told_only_where_somebody_asked_for_it_by_name(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        assert "care.protocol" not in (await post.hook()).events
        ann = await it.citizen("ann")
        asked = {one["purpose"] for one in (await ann.ask("GET", "/consents")).json()}
        assert "webhooks" in asked and "care_webhooks" not in asked  # nobody is asked for what nobody wants
        person = await person_of(it, "ann")
        await it.home.store.consents.give(person.id, "care_webhooks", "1", it.clock.now())
        pet = await ann.adopt()
        await ann.ask("POST", f"{pet}/messages", json={"text": HARD})
        assert await post.told() == ["person.joined"]

    telling(two, tale)


def test_what_waits_goes_with_a_yes_that_is_taken_back(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        await post.hook()
        ann = await it.citizen("ann")
        await agree(ann, "webhooks")
        await ann.adopt()
        assert (await it.home.store.outbox.counts())["wh"].waiting == 2
        assert (await ann.ask("DELETE", "/consents/webhooks")).status_code == 204
        assert await post.told() == ["person.joined"]

    telling(two, tale)


def test_whoever_is_erased_leaves_nothing_but_the_notice(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        await post.hook()
        ann = await it.citizen("ann")
        await agree(ann, "webhooks")
        await ann.adopt()
        person = await person_of(it, "ann")
        waiting = (await ann.ask("GET", "/export")).json()["outbox"]
        assert {row["event"] for row in waiting} == {"person.joined", "pet.adopted"}
        await it.home.erase(person)
        assert (await it.home.store.counts(person.id))["outbox"] == 0
        [got] = await post.bring()
        assert got.said["type"] == "person.left" and got.said["data"] == {"person": person.id}

    telling(two, tale)


def test_what_did_not_happen_is_not_told(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        await post.hook()
        ann = await it.citizen("ann")
        await agree(ann, "webhooks")
        await post.bring()

        async def fail(*_: Any) -> None:
            raise RuntimeError("no")

        with pytest.raises(RuntimeError):
            await it.home.adopt(PetForm(name="Momo"), await person_of(it, "ann"), within=fail)
        assert await post.bring() == []

    telling(two, tale)


@pytest.mark.long
def test_nights_are_told_once_a_day_and_in_counts(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        await post.hook("wh", DEFAULT, "night.done")
        await post.hook("wh_moss", MOSS, "night.done", path="/moss")
        for name, at in (("ann", ""), ("bob", ""), ("lin", AT_MOSS)):
            guest = await it.citizen(name, at)
            await guest.adopt()
        it.clock.moment += timedelta(days=1)
        await plan(it.home.store, it.clock.now())
        await tell_of_nights(it.home)
        assert await post.bring() == []  # they are still to be lived
        await it.home.tick()
        for _ in range(2):
            await tell_of_nights(it.home)
        told = {got.path: got.said["data"] for got in await post.bring()}
        assert told == {
            "/pawsona": {"date": "2026-04-13", "begun": 2, "done": 2},
            "/pawsona/moss": {"date": "2026-04-13", "begun": 1, "done": 1},
        }
        it.clock.moment += timedelta(hours=1)
        await tell_of_nights(it.home)
        assert await post.bring() == []

    telling(two, tale)
