"""The persons of `population.py`, who behave by the figures here, and their town, which shares a clock."""

import heapq
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import httpx
from clocked import BEGINS, CLOCK

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
