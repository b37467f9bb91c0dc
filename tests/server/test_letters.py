"""Letters to webhooks arrive, signed and at least once, whatever the other side does."""

import asyncio
import json
import re
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.server.guests import City, Town, living
from tests.server.post import Post, person_of, posting, telling
from tests.server.receiver import receiving

from pawsona.app.webhooks.delivery import KEPT, LEASE, WAITS, Delivery
from pawsona.app.webhooks.signing import new_secret
from pawsona.domain.tenant import DEFAULT
from pawsona.domain.webhook import EVENTS
from pawsona.server.app import _live


def test_a_letter_is_signed_and_says_ids(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        hook = await post.hook()
        ann = await it.citizen("ann")
        person = await person_of(it, "ann")
        [got] = await post.bring()
        assert got.said == {
            "type": "person.joined",
            "timestamp": it.clock.now().isoformat(),
            "data": {"person": person.id},
        }
        assert got.signed_with(hook.secret) and not got.signed_with(new_secret())
        assert got.path == "/pawsona" and got.headers["content-type"] == "application/json"
        assert got.headers["webhook-timestamp"] == str(int(it.clock.now().timestamp()))
        assert await post.bring(hours=1) == []
        [kept] = await it.home.store.webhooks.all()
        assert kept.sent == 1 and await it.home.store.outbox.counts() == {}
        assert (await ann.ask("GET", "/export")).json()["outbox"] == []

    telling(two, tale)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("fails", "it answered 500"), ("redirects", "it answered 307"), ("cuts", "HTTP"), ("garbles", "HTTP"),
        ("stalls", "too slow"), ("drips", "too slow"),
    ],
)  # fmt: skip
def test_what_did_not_arrive_comes_again_under_the_same_id(two: City, how: str, why: str) -> None:
    async def tale(it: Town, post: Post) -> None:
        post.delivery.seconds, post.receiver.how = 0.2, how
        await post.hook()
        await it.citizen("ann")
        [first] = await post.bring()
        assert await post.bring() == []  # it is left alone for a while
        [second] = await post.bring(seconds=6)
        [letter] = await it.home.store.outbox.claim("wh", it.clock.now() + WAITS[1], it.clock.now(), 9)
        assert letter.attempts == 2 and why in letter.error and "127.0.0.1" not in letter.error
        post.receiver.how = "takes"
        [third] = await post.bring(hours=1)
        assert first.id == second.id == third.id and first.body == third.body
        assert first.headers["webhook-timestamp"] != third.headers["webhook-timestamp"]
        assert {got.path for got in (first, second, third)} == {"/pawsona"}
        assert await post.bring(days=2) == []

    telling(two, tale)


def test_what_never_arrives_is_given_up_and_can_be_sent_again(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        post.receiver.how = "fails"
        await post.hook()
        await it.citizen("ann")
        [first] = await post.bring()
        for wait in WAITS:
            [again] = await post.bring(seconds=wait.total_seconds())
            assert again.id == first.id
        assert await post.bring(days=9) == []
        assert [(one.id, one.error) for one in await it.home.store.outbox.dead("wh")] == [(first.id, "it answered 500")]
        page = (await (await it.operator()).ask("GET", "/operate")).json()
        assert page["webhooks"] == {name: {"letters": n} for name, n in {"sent": 0, "waiting": 0, "dead": 1}.items()}
        post.receiver.how = "takes"
        assert await it.home.store.outbox.resend("wh", it.clock.now()) == 1
        [last] = await post.bring()
        assert last.id == first.id
        warden = it.guest()
        await warden.sign_in("warden")
        for language, word in (("en", "delivered so far"), ("zh", "累计送达")):
            assert word in (await warden.http.get(f"/operate?language={language}")).text

    telling(two, tale)


def test_what_is_dead_is_forgotten_after_a_month(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        post.receiver.how = "fails"
        await post.hook()
        await it.citizen("ann")
        for wait in (timedelta(), *WAITS):
            await post.bring(seconds=wait.total_seconds())
        for later, left in ((KEPT - timedelta(days=3), 1), (timedelta(days=3), 0)):
            it.clock.moment += later
            await post.delivery.tidy()
            assert len(await it.home.store.outbox.dead("wh")) == left

    telling(two, tale)


def test_one_that_stalls_keeps_no_other_waiting(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        async with receiving() as slow:
            slow.how = "stalls"
            hook = await post.hook("wh_fine")
            await it.home.store.webhooks.add(replace(hook, id="wh_slow", url=slow.url))
            for name in ("ann", "bob"):
                await it.citizen(name)
            await post.delivery.step()
            async with asyncio.timeout(5):
                while len(post.receiver.got) < 2 or len(slow.got) < 2:
                    await asyncio.sleep(0.01)
            await it.citizen("lin")
            await post.delivery.step()
            async with asyncio.timeout(5):
                while len(post.receiver.got) < 3:
                    await asyncio.sleep(0.01)
            assert len(slow.got) == 2

    telling(two, tale)


def test_what_one_process_is_at_no_other_brings_until_it_died(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        post.receiver.how = "stalls"
        await post.hook()
        await it.citizen("ann")
        await post.delivery.step()
        await post.receiver.came.wait()
        [first] = post.receiver.take()
        other = Delivery(it.home.store, it.clock, private=True)
        await other.step()
        await other.settled()
        assert post.receiver.take() == []
        await post.delivery.aclose()  # it is gone in the middle of it
        post.receiver.how = "takes"
        it.clock.moment += LEASE
        await other.step()
        await other.settled()
        [second] = post.receiver.take()
        assert first.id == second.id
        assert (await it.home.store.webhooks.all())[0].sent == 1

    telling(two, tale)


def test_for_a_day_the_old_secret_signs_as_well(two: City) -> None:
    async def tale(it: Town, post: Post) -> None:
        old = await post.hook()
        new = replace(old, secret=new_secret(), former=old.secret, former_until=it.clock.now() + timedelta(hours=24))
        assert await it.home.store.webhooks.renew(new)
        await it.citizen("ann")
        [got] = await post.bring()
        assert got.signed_with(old.secret) and got.signed_with(new.secret)
        it.clock.moment += timedelta(hours=25)
        await it.citizen("bob")
        [got] = await post.bring()
        assert got.signed_with(new.secret) and not got.signed_with(old.secret)

    telling(two, tale)


def test_nothing_of_a_letter_is_logged(two: City, caplog: pytest.LogCaptureFixture) -> None:
    async def tale(it: Town, post: Post) -> None:
        post.receiver.how = "fails"
        hook = await post.hook()
        await it.citizen("ann")
        await post.bring()
        assert "did not reach" in caplog.text
        person = await person_of(it, "ann")
        for word in (person.id, hook.secret, "127.0.0.1", "ann"):
            assert word not in caplog.text

    telling(two, tale)


def test_the_example_of_the_page_knows_our_letters(two: City) -> None:
    page = (Path(__file__).parents[2] / "docs/webhooks.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    known: dict[str, Any] = {}
    exec(example, known)

    async def tale(it: Town, post: Post) -> None:
        hook = await post.hook()
        await it.citizen("ann")
        [got] = await post.bring()
        now = float(got.headers["webhook-timestamp"])
        assert known["letter"](got.headers, got.body, hook.secret, now) == json.loads(got.body)
        for headers, body, secret, at in (
            (got.headers, got.body + b" ", hook.secret, now),
            (got.headers, got.body, new_secret(), now),
            (got.headers, got.body, hook.secret, now + 301),
            ({**got.headers, "webhook-id": "msg_1"}, got.body, hook.secret, now),
        ):
            with pytest.raises(ValueError):
                known["letter"](headers, body, secret, at)

    telling(two, tale)


@pytest.mark.long  # a home that wakes reads all that its pets can say
def test_a_server_that_runs_brings_them_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And tells of its nights, in the minute of whoever leads."""
    monkeypatch.setenv("PAWSONA_WEBHOOKS", "private")

    async def body(it: Town) -> None:
        async with posting(it) as post:
            await post.hook("wh", DEFAULT, *EVENTS)
            guest = await it.citizen("ann")
            await guest.adopt()
            it.clock.moment += timedelta(days=1)
            running = asyncio.create_task(_live(it.app, it.home))
            async with asyncio.timeout(20):
                while {"person.joined", "night.done"} - {got.said["type"] for got in post.receiver.got}:
                    await asyncio.sleep(0.05)
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    living(tmp_path, body)
