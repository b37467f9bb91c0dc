"""Persons with known behaviour live with a real server for a month, over HTTP; its report must find what is known.

200 persons sign up, adopt, visit and talk on a simulated clock (`clocked.py`), half of them in an arm that hides the
pet's days. How often they talk depends on what they see, by figures that stand here, so the true value of every metric
is known. Minors, and adults who did not agree, live there too and must be in no arm; three have a hard talk and must
leave. Run: PYTHONPATH=src python benchmarks/population.py [--persons 200] [--days 30] [--json]
"""

import argparse
import asyncio
import heapq
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx
from clocked import BEGINS, CLOCK

from pawsona.domain.ids import PersonId
from pawsona.storage import open_store

PLAN = Path(__file__).parent / "population.yaml"
DAYS = 7
"""Of the plan."""
ARMS = ("dialogue-only", "ipet")
VISITS = 0.6
"""The chance that somebody comes on a day after their first."""
TALKS = {ARMS[0]: 0.25, ARMS[1]: 0.45}
"""The chance that they say something when they come, by what they see."""
GOES_ON = {ARMS[0]: 0.5, ARMS[1]: 0.65}
"""The chance of one thing more, a minute later."""
MOST = 10
"""Things said in a row at most."""
MINORS, UNASKED, HARD = 13, 8, 60
"""Every so many persons: a minor; an adult who did not agree; a hard talk on the eleventh day."""
JOINING = 8
"""Days over which they come."""
SAYS = {
    "en": ("Hello!", "I had tea today.", "It rained all day.", "What did you do?", "My sister called.", "I am tired."),
    "zh": ("你好！", "今天喝了茶。", "下了一天雨。", "你今天做什么了？", "我妹妹来电话了。", "有点累。"),
}
HARD_TALK = {"en": "I want to kill myself.", "zh": "我想自杀。"}
PASSWORD = "a lamp in the window"
MINUTE = timedelta(minutes=1)


def truths(arm: str) -> dict[str, float]:
    """What one person's figures are on average, in the seven days after they met their arm."""
    talks, on = TALKS[arm], GOES_ON[arm]
    row = (1 - on**MOST) / (1 - on)  # things said in a row
    turns = row * talks * (1 + (DAYS - 1) * VISITS)
    engaged = 1 - (1 - talks) * (1 - VISITS * talks) ** (DAYS - 1)
    return {"dialogue_engagement": engaged, "turns": turns, "usage_minutes": turns, "retention": VISITS}


@dataclass
class Somebody:
    """One person with a browser of their own, at an address of their own."""

    number: int
    http: httpx.Client
    chance: Random
    pet: str = ""
    saw: str = ""
    """The arm that they take it for, from what the page shows."""
    turns: int = 0
    last: datetime = BEGINS
    hard_at: datetime | None = None

    @property
    def name(self) -> str:
        return f"N{self.number:03}"

    @property
    def language(self) -> str:
        return ("en", "zh")[self.number // 2 % 2]

    @property
    def minor(self) -> bool:
        return self.number % MINORS == MINORS - 1

    @property
    def agrees(self) -> bool:
        return not self.minor and self.number % UNASKED != UNASKED - 1

    def ask(self, method: str, path: str, at: datetime, body: Any = None) -> httpx.Response:
        shown = self.http.cookies.get("pawsona_csrf")
        headers = {CLOCK: at.isoformat(), **({"x-csrf-token": shown} if shown else {})}
        answer = self.http.request(method, f"/api/v1{path}", json=body, headers=headers)
        if answer.is_error:
            raise RuntimeError(f"{self.name}: {method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer

    def move_in(self, at: datetime) -> None:
        age = "teen" if self.minor else "adult"
        person = {"name": self.name, "language": self.language, "time_zone": "UTC", "age_band": age}
        self.ask("POST", "/account/sign-up", at, {"login": self.name, "password": PASSWORD, "person": person})
        if self.agrees:
            [asked] = [one for one in self.ask("GET", "/consents", at).json() if one["purpose"] == "experiments"]
            self.ask("PUT", "/consents/experiments", at, {"version": asked["version"]})
        pet = {"name": "Mikan", "species": "cat", "personality": "sunny"}
        self.pet = f"/pets/{self.ask('POST', '/pets', at, pet).json()['id']}"

    def come(self, at: datetime) -> bool:
        """Look at the pet; whether there is something to say."""
        day = self.ask("GET", f"{self.pet}/now", at).json()["day"]
        self.saw = ARMS[bool(day and day["items"])]
        return self.chance.random() < TALKS[self.saw]

    def say(self, text: str, at: datetime) -> None:
        self.ask("POST", f"{self.pet}/messages", at, {"text": text})
        self.turns += 1
        self.last = at


@dataclass(order=True)
class Act:
    """Something that will happen."""

    at: datetime
    number: int
    what: str = field(compare=False)
    left: int = field(default=0, compare=False)


@dataclass
class Town:
    """Everybody, and the clock that they share."""

    url: str
    persons: int
    days: int
    seed: int
    everybody: list[Somebody] = field(default_factory=list)
    ahead: list[Act] = field(default_factory=list)
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds by what was done."""

    def live(self) -> None:
        """From the first who signs up to the end of the last day."""
        chance = Random(self.seed)
        for number in range(self.persons):
            address = f"127.0.{1 + number // 200}.{1 + number % 200}"
            client = httpx.Client(base_url=self.url, transport=httpx.HTTPTransport(local_address=address), timeout=60)
            self.everybody.append(Somebody(number, client, Random(f"{self.seed} {number}")))
            joins = BEGINS + timedelta(days=number % min(JOINING, self.days), minutes=chance.randrange(7 * 60, 22 * 60))
            self._later(joins, number, "joins")
        for day in range(self.days):
            self._later(BEGINS + timedelta(days=day, hours=4), -1, "night")
        while self.ahead:
            act, began = heapq.heappop(self.ahead), time.perf_counter()
            self._act(act)
            self.spent[act.what] = self.spent.get(act.what, 0.0) + time.perf_counter() - began

    def _later(self, at: datetime, number: int, what: str, left: int = 0) -> None:
        if at < BEGINS + timedelta(days=self.days):
            heapq.heappush(self.ahead, Act(at, number, what, left))

    def _act(self, act: Act) -> None:
        if act.what == "night":
            httpx.post(
                f"{self.url}/benchmark/tick", headers={CLOCK: act.at.isoformat()}, timeout=300
            ).raise_for_status()
            return
        one = self.everybody[act.number]
        if act.what == "joins":
            one.move_in(act.at)
            if act.number % HARD == HARD // 2 and one.agrees:
                one.hard_at = act.at + timedelta(days=10, hours=1)
                self._later(one.hard_at, act.number, "hard")
        if act.what in ("joins", "day"):
            self._later(act.at + timedelta(days=1), act.number, "day")
            if act.what == "joins" or one.chance.random() < VISITS:
                self._visit(one, act)
        elif act.what == "says":
            one.say(one.chance.choice(SAYS[one.language]), act.at)
            if act.left > 1 and one.chance.random() < GOES_ON[one.saw]:
                self._later(act.at + MINUTE, act.number, "says", act.left - 1)
        elif act.what == "hard":
            one.say(HARD_TALK[one.language], act.at)

    def _visit(self, one: Somebody, act: Act) -> None:
        if one.come(act.at):
            self._later(act.at + MINUTE, act.number, "says", MOST)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The server, in a process of its own."""
    program = [sys.executable, str(Path(__file__).parent / "clocked.py"), str(folder)]
    running = subprocess.Popen(program, stdout=subprocess.PIPE)
    assert running.stdout is not None
    with running.stdout:
        found = re.search(r"http://\S+", running.stdout.readline().decode())
        if found is None:
            raise RuntimeError("the server did not start")
        try:
            yield found[0]
            httpx.post(f"{found[0]}/benchmark/stop")
            running.wait(timeout=60)
        finally:
            running.kill()


def read(url: str, at: datetime) -> dict[str, Any]:
    """The experiment's figures, as an operator gets them."""
    headers = {CLOCK: at.isoformat()}
    with httpx.Client(base_url=url, timeout=300, headers=headers) as http:
        http.post("/benchmark/operator", params={"login": "warden", "password": PASSWORD}).raise_for_status()
        http.post("/api/v1/account/sign-in", json={"login": "warden", "password": PASSWORD}).raise_for_status()
        answer = http.get("/api/v1/operate/experiments/population")
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        found["users"] = http.get("/api/v1/operate").raise_for_status().json()
        page = http.get("/operate/experiments/population")
        page.raise_for_status()
        assert not re.search(r"N\d{3}", page.text), "a person's name is on the page"
        return found


async def stored(folder: Path, everybody: list[Somebody]) -> tuple[int, dict[str, int]]:
    """Who met the experiment by the database, and counts of what must not be beside what everybody knows themselves."""
    wrong: Counter[str] = Counter(minors=0, not_agreed=0, other_arm=0, not_exposed=0, after_hard_talk=0)
    store = await open_store(f"sqlite:///{folder}/pawsona.db")
    try:
        names = {one.name: one for one in everybody}
        met: dict[PersonId, str] = {}
        last: PersonId | None = None
        seen = set()
        while rows := await store.trials.page("population", last, 100):
            for exposure, happenings in rows:
                person = await store.people.person(exposure.person)
                assert person is not None
                one = names[person.name]
                seen.add(one.number)
                met[exposure.person] = exposure.arm
                wrong["minors"] += one.minor
                wrong["not_agreed"] += not one.minor and not one.agrees
                wrong["other_arm"] += exposure.arm != one.saw and one.hard_at is None
                after = one.hard_at and [happening for happening in happenings if happening.at > one.hard_at]
                wrong["after_hard_talk"] += bool(after)
            last = rows[-1][0].person
        wrong["two_arms"] = abs(len(seen) - len(met))
        wrong["not_exposed"] = sum(one.agrees and bool(one.pet) and one.number not in seen for one in everybody)
    finally:
        await store.close()
    return len(met), dict(wrong)


def judged(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Metric -> what is true, and what the report says."""
    known = {}
    control, other = truths(ARMS[0]), truths(ARMS[1])
    for metric in control:
        told, true = found.get(metric, {}).get(ARMS[1]), other[metric] - control[metric]
        if told is not None and told["low"] is not None:
            inside = told["low"] <= true <= told["high"]
            known[metric] = {"true": true, **told, "control": control[metric], "inside": inside}
    return known


def planned(folder: Path, days: int) -> Path:
    """The plan, with its end on the last day, so that it is read once; a short life has none."""
    end = f"end: {{day: {BEGINS + timedelta(days=days):%Y-%m-%d}}}\n" if days >= DAYS + JOINING else ""
    path = folder / PLAN.name
    path.write_text(PLAN.read_text("utf-8") + end, "utf-8")
    return path


def processor() -> float:
    """Seconds of this process and of those that it waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def lived(persons: int, days: int, seed: int) -> dict[str, Any]:
    """All of it; plain figures."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with served(home) as url:
            plan = str(planned(Path(folder), days))
            httpx.post(f"{url}/benchmark/start", params={"plan": plan}, timeout=60).raise_for_status()
            town = Town(url, persons, days, seed)
            town.live()
            living = time.perf_counter() - began
            end = BEGINS + timedelta(days=days)
            now = {CLOCK: end.isoformat()}
            httpx.post(f"{url}/benchmark/finish", params={"name": PLAN.stem}, headers=now).raise_for_status()
            found = read(url, end)
        exposed, wrong = asyncio.run(stored(home, town.everybody))
    for one in town.everybody:
        one.http.close()
    users, met = found.pop("users"), found.get("persons", {})
    return {
        "persons": persons, "days": days, "seed": seed,
        "seconds": living, "processor": processor(), "spent": town.spent,
        "counted_persons": users["persons"]["all"]["persons"],
        "turns": sum(one.turns for one in town.everybody),
        "eligible": sum(one.agrees for one in town.everybody),
        "arms": {arm: met[arm]["met"] for arm in ARMS if arm in met},
        "sample_ratio_p": met.get("all", {}).get("sample_ratio_p"),
        "dropped": {what: row["count"] for what, row in found.get("dropped", {}).items()},
        "exposed": exposed,
        "wrong": wrong,
        "metrics": judged(found),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--persons", type=int, default=200)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = lived(asked.persons, asked.days, asked.seed)
    if asked.json:
        print(json.dumps(found))
        return
    print(
        f"{found['persons']} persons, {found['days']} days, {found['turns']} turns: {found['seconds']:.0f} s, "
        f"{found['processor']:.0f} of a processor; "
        + ", ".join(f"{what} {spent:.0f}" for what, spent in found["spent"].items())
    )
    print(f"{found['exposed']} of {found['eligible']} who may be in it met it; by arm {found['arms']}")
    print(f"sample ratio p {found['sample_ratio_p']}")
    print(f"must be 0: {found['wrong']}; in two arms {found['dropped'].get('in_two_arms')}")
    print(f"{'metric':<22}{'control: true':>14}{'told':>8}{'difference: true':>18}{'told':>8}   95% interval")
    for name, one in found["metrics"].items():
        print(
            f"{name:<22}{one['control']:>14.3f}{one['now']:>8.3f}{one['true']:>18.3f}{one['difference']:>8.3f}"
            f"   {one['low']:.3f} to {one['high']:.3f}{'' if one['inside'] else '   OUTSIDE'}"
        )


if __name__ == "__main__":
    main()
