"""The operator's page: counts of everybody, in two languages and three forms, and nothing of anybody."""

import csv
import io
from dataclasses import replace
from pathlib import Path

from tests.app.tried import Trying, trying
from tests.conftest import CountingRng, FakeClock
from tests.server.conftest import Serve, Served
from tests.server.guests import City, Town, living

from pawsona.app.operating import crowd_of, plain
from pawsona.domain.trial import Trial

SAID = ("My sister is called Xanthippe.", "I want to kill myself.")


async def crowd(it: Served, count: int) -> None:
    """So many others who adopted at the same moment and never said a word."""
    [someone] = await it.home.store.people.persons()
    [pet] = await it.home.store.people.pets(someone.id)
    for n in range(count):
        other = replace(someone, id=type(someone.id)(f"p{n}"), name="Quirinius")
        await it.home.store.people.add_person(other)
        await it.home.store.people.add_pet(replace(pet, person=other.id))


def test_the_page_counts_and_quotes_nobody(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        for said in SAID:
            await it.say(pet, said)
        [someone] = await it.home.store.people.persons()
        answers = [
            (await it.http.get(path))
            for path in ("/operate", "/operate?language=zh", "/operate.csv", "/api/v1/operate")
        ]
        assert [answer.status_code for answer in answers] == [200] * 4
        everything = "".join(answer.text for answer in answers)
        for word in ("Xanthippe", "kill myself", "Lin", "Mikan", someone.id, pet.rpartition("/")[2]):
            assert word not in everything, word
        english, chinese, table, data = answers
        assert "How this server does" in english.text and "Help lines were given" in english.text
        assert '<html lang="zh-Hans">' in chinese.text and "给出求助热线" in chinese.text
        assert "<script" not in english.text and "style=" not in english.text
        rows = list(csv.reader(io.StringIO(table.text)))
        assert ["turns", "2–4", "persons", "1"] in rows and {len(row) for row in rows} == {4}
        assert data.json()["care"]["referral"] == {"2026-04": 1}
        for answer in answers[:3]:
            assert answer.headers["cache-control"] == "no-store"

    served(body)


def test_the_page_speaks_the_operators_browser_and_at_home_the_person(served: Serve, city: City) -> None:
    async def accounts(it: Town) -> None:
        for asked, said in (("zh-CN,zh;q=0.9", "服务器运行情况"), ("en-GB", "How this server does"), ("fr", "How")):
            boss = await it.operator(f"boss-{asked[:2]}@example.org")
            page = await boss.http.get("/operate", headers={"accept-language": asked})
            assert said in page.text, asked
        chosen = await boss.http.get("/operate?language=zh", headers={"accept-language": "en"})
        assert "服务器运行情况" in chosen.text

    async def home(it: Served) -> None:
        await it.adopt("zh")
        assert "服务器运行情况" in (await it.http.get("/operate", headers={"accept-language": "en"})).text

    city(accounts)
    served(home)


def test_with_accounts_an_operator_who_is_nobody_sees_nothing_of_the_only_person(
    tmp_path: Path, clock: FakeClock, rng: CountingRng
) -> None:
    async def body(it: Trying) -> None:
        await (await it.join()).say("I want to kill myself.")
        found = plain((await crowd_of(it.home)).figures())
        assert found["persons"]["all"]["persons"] == 1
        assert set(found["turns"]["1"].values()) == {None}

    trying(tmp_path / "home", clock, rng, body)


def test_few_among_many_are_hidden_everywhere(served: Serve) -> None:
    async def body(it: Served) -> None:
        pet = await it.adopt()
        for said in SAID:
            await it.say(pet, said)
        await crowd(it, 30)
        found = (await it.http.get("/api/v1/operate")).json()
        assert found["persons"]["all"]["persons"] == 31
        assert found["turns"]["2–4"]["persons"] is None and found["turns"]["0"]["persons"] is None
        assert found["active"]["1 days"]["persons"] is None
        assert found["care"]["referral"] == {"2026-04": None}
        page = (await it.http.get("/operate")).text
        assert "&lt;10" in page and "nobody can be picked out" in page

    served(body)


def test_a_page_to_keep_asks_nobody_for_anything(served: Serve) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        kept = await it.http.get("/operate", params={"file": "true"})
        assert "attachment" in kept.headers["content-disposition"]
        assert "Content-Security-Policy" in kept.text and 'href="/' not in kept.text and "src=" not in kept.text

    served(body)


def test_experiments_stand_there_with_their_state(served: Serve) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        now = it.clock.now()
        for name in ("ipet", "greeting"):
            await it.home.store.trials.start(Trial(name=name, plan={}, digest="d", salt="s", started_at=now))
        await it.home.store.trials.stop("ipet", now, "crisis_share got worse")
        page = (await it.http.get("/operate")).text
        assert "running since 2026-04-12" in page and "stopped on 2026-04-12: crisis_share got worse" in page

    served(body)


def test_nobody_lives_there_yet(served: Serve) -> None:
    async def body(it: Served) -> None:
        assert "Nobody has adopted yet." in (await it.http.get("/operate")).text
        assert (await it.http.get("/operate", params={"language": "fr"})).status_code == 422

    served(body)


def test_with_accounts_only_an_operator_gets_in(tmp_path: Path) -> None:
    async def body(town: Town) -> None:
        citizen = await town.citizen("linden")
        pet = await citizen.adopt()
        await citizen.ask("POST", f"{pet}/messages", json={"text": SAID[0]})
        warden = await town.operator()
        for path in ("/operate", "/operate.csv", "/operate/experiments/ipet", "/operate/experiments/ipet.csv"):
            assert (await town.guest().http.get(path)).status_code in (303, 401), path
            assert (await citizen.http.get(path)).status_code == 403, path
            seen = await warden.http.get(path)
            assert seen.status_code == (404 if "experiments" in path else 200), path
            assert "Xanthippe" not in seen.text and "Linden" not in seen.text and "Mikan" not in seen.text
        assert (await citizen.ask("GET", "/operate")).status_code == 403
        figures = (await warden.ask("GET", "/operate")).json()
        assert figures["persons"]["all"]["persons"] == 1  # the operator has no pet, and is nobody's home

    living(tmp_path, body)
