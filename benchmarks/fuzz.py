"""A server with accounts is asked what its own OpenAPI allows and what it does not, by two persons at once.

Schemathesis makes the requests, valid and broken ones; ids in their paths are mostly real: one's own or the other's.
Goal: of 20,000 requests no answer is a failure of the server (5xx), none carries a word of the other person.

Usage: PYTHONPATH=. python benchmarks/fuzz.py [--requests 20000] [--database sqlite|postgres] [--seed 1]

A long run goes well in slices, each with a seed of its own: what a seed asks is the same each time.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.reporting import with_reporter
from rich.progress import track
from tests.server.process import server
from tests.servers import databases

BY_ITSELF = settings(deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
PASSWORD = "a lamp in the window"
SERVER = "from pawsona.cli.main import app; app(['serve', '--port', '0'])"
TOML = """auth = "accounts"
language = "en"
embedder = "hashing"
[accounts]
requests_per_minute = 100000
reset_hook = "true"
"""
STREAM = "/api/v1/events"
"""It ends with the server; what it says is checked until then."""
OF_STRANGERS = frozenset({"POST /api/v1/account/sign-up"})
"""Who is signed in would be somebody else afterwards. After twenty an hour it is refused, like any other address."""
PLANTED = {
    "en": (
        "My sister is called {}",
        "Remind me on Friday to call {}",
        "I love {} cake",
        "I had a hard day, {} left me",
    ),
    "zh": ("我妹妹叫{}", "周五提醒我给{}打电话", "我喜欢{}蛋糕", "今天好难过，{}走了"),
}


@dataclass
class Somebody:
    """A person who is signed in, with a mark in all that they ever said."""

    url: str
    mark: str
    language: str
    http: requests.Session = field(default_factory=requests.Session)
    ids: dict[str, list[str]] = field(default_factory=dict)

    def ask(self, method: str, path: str, **sent: Any) -> requests.Response:
        headers = {"x-csrf-token": self.http.cookies.get("pawsona_csrf", ""), **sent.pop("headers", {})}
        return self.http.request(method, self.url + path, headers=headers, timeout=30, **sent)

    def move_in(self) -> None:
        """Sign up, adopt, and plant the mark everywhere."""
        person = {"name": self.mark, "language": self.language, "time_zone": "UTC", "age_band": "adult"}
        form = {"login": self.mark, "password": PASSWORD, "person": person}
        self._done(self.ask("POST", "/api/v1/account/sign-up", json=form))
        cat = {"name": "Mo", "species": "cat", "personality": "sunny"}
        pet = f"/api/v1/pets/{self._done(self.ask('POST', '/api/v1/pets', json=cat)).json()['id']}"
        for text in PLANTED[self.language]:
            self._done(self.ask("POST", f"{pet}/messages", json={"text": text.format(self.mark)}))
        note = {"title": self.mark, "text": f"{self.mark}: heron99"}
        self._done(self.ask("POST", f"{pet}/notes", json=note))
        self._done(self.ask("PUT", f"{pet}/documents/{self.mark}.txt", data=f"The house of {self.mark}.".encode()))
        self._done(self.ask("POST", f"{pet}/night"))
        token = {"name": self.mark, "scopes": ["talk", "memories"]}
        self._done(self.ask("POST", "/api/v1/account/tokens", json=token))
        self.look()

    def look(self) -> None:
        """The ids of what is theirs; whoever was signed out signs in again."""
        self.come_in()
        pets = [pet["id"] for pet in self.ask("GET", "/api/v1/home").json()["pets"]]
        found = {"pet": pets, "model": pets, "name": [f"{self.mark}.txt"]}
        for pet in pets[:1]:
            for name in ("message", "memory", "note", "document", "promise"):
                plural = "memories" if name == "memory" else f"{name}s"
                listed = self.ask("GET", f"/api/v1/pets/{pet}/{plural}").json()
                rows = listed if isinstance(listed, list) else listed[plural]
                found[name] = [row["id"] for row in rows]
        for name in ("session", "token"):
            found[name] = [row["id"] for row in self.ask("GET", f"/api/v1/account/{name}s").json()]
        self.ids = found

    def come_in(self) -> None:
        """Sign in, if that is needed."""
        if self.ask("GET", "/api/v1/account").status_code == 401:
            self._done(self.ask("POST", "/api/v1/account/sign-in", json={"login": self.mark, "password": PASSWORD}))

    @staticmethod
    def _done(answer: requests.Response) -> requests.Response:
        assert answer.ok, f"{answer.request.method} {answer.request.path_url}: {answer.status_code} {answer.text[:300]}"
        return answer


@dataclass
class Found:
    """What came of it."""

    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return sum(counts.total() for counts in self.statuses.values())


class Fuzz:
    """Asks one server.

    Args:
        url: where it listens; nobody lives there yet.
        begun: decides what is asked.
        people: who asks; None is two persons with accounts.
    """

    def __init__(self, url: str, begun: int = 1, people: Sequence[Somebody] | None = None) -> None:
        self.seed = begun
        self.people = people or [Somebody(url, "annquill", "en"), Somebody(url, "linreed", "zh")]
        for one in self.people:
            one.move_in()
        schema = schemathesis.openapi.from_dict(requests.get(f"{url}/api/openapi.json", timeout=30).json())
        self.operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
        self.found = Found()
        self._listening: list[Thread] = []

    def run(self, wanted: int) -> Found:
        """Ask about so many times, each operation as often as the others."""
        each = max(1, round(wanted / len(self.operations) / 2))
        for number, operation in enumerate(track(self.operations, "asking", disable=not sys.stdout.isatty())):
            for one in self.people if number % 8 == 0 else ():
                one.look()
            if cannot_be_wrong(operation):
                self._ask_all(operation, schemathesis.GenerationMode.POSITIVE, each * 2)
                continue
            for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
                self._ask_all(operation, mode, each)
        return self.found

    def hang_up(self) -> None:
        """The server has stopped: wait until all that it said was checked."""
        for listener in self._listening:
            listener.join(timeout=60)
            assert not listener.is_alive(), "a stream goes on without its server"

    def _ask_all(self, operation: Any, mode: schemathesis.GenerationMode, count: int) -> None:
        real, number = st.sampled_from([True, True, True, False]), st.integers(0, len(self.people) - 1)

        @seed(f"{self.seed} {operation.label} {mode}")
        @settings(max_examples=count, parent=BY_ITSELF)
        @given(st.data(), number, number, real, operation.as_strategy(generation_mode=mode))
        def ask(data: st.DataObject, who: int, whose: int, real: bool, case: Any) -> None:
            for name in case.path_parameters or {}:
                known = self.people[whose].ids.get(name)
                if real and known:
                    case.path_parameters[name] = data.draw(st.sampled_from(known))
            one = self.people[who]
            one = Somebody(one.url, "", one.language) if operation.label in OF_STRANGERS else one
            self._ask(one, operation.label, case.as_transport_kwargs(base_url=one.url))

        with with_reporter(lambda _: None), suppress(Unsatisfiable):  # for chance it may be too hard
            ask()

    def _ask(self, one: Somebody, label: str, sent: Mapping[str, Any]) -> None:
        rest = {name: value for name, value in sent.items() if name not in {"method", "url"} and value is not None}
        path = sent["url"].removeprefix(one.url)
        try:
            if path.partition("?")[0] == STREAM:
                answer = one.ask(sent["method"], path, stream=True, **rest)
                if answer.ok:
                    self._listen(one, label, answer)
                text = "" if answer.ok else answer.text
            else:
                answer = one.ask(sent["method"], path, **rest)
                text = answer.text
        except requests.exceptions.RequestException as error:
            self.found.failures.append(f"{label}: {type(error).__name__} {error}"[:300])
            return
        self.found.statuses.setdefault(label, Counter())[answer.status_code] += 1
        self._check(one, label, answer.status_code, f"{answer.headers} {text}")
        if one.mark and (answer.status_code == 401 or "sign-out" in label):
            one.come_in()

    def _listen(self, one: Somebody, label: str, stream: requests.Response) -> None:
        """To all that it says, beside everything else that is asked."""

        def listen() -> None:
            with suppress(requests.exceptions.RequestException), stream:
                for piece in stream.iter_lines():
                    self._check(one, label, stream.status_code, piece.decode("utf-8", "replace"))

        self._listening.append(Thread(target=listen, daemon=True))
        self._listening[-1].start()

    def _check(self, one: Somebody, label: str, status: int, heard: str) -> None:
        if status >= 500:
            self.found.failures.append(f"{label}: {status} {heard[-300:]}")
        for other in self.people:
            if other is not one and other.mark in heard:
                self.found.failures.append(f"{label}: {one.mark} was told of {other.mark}")


def cannot_be_wrong(operation: Any) -> bool:
    """Whether it takes nothing but words in its path: to look for a wrong one takes long and finds none."""
    takes = *operation.body, *operation.query, *operation.headers, *operation.cookies
    words = [place.definition["schema"].keys() <= {"type", "title"} for place in operation.path_parameters]
    kinds = [place.definition["schema"].get("type") for place in operation.path_parameters]
    return not takes and all(words) and set(kinds) <= {"string"}


def report(found: Found, seconds: float) -> None:
    """Print it."""
    kinds = Counter[str]()
    for counts in found.statuses.values():
        for status, count in counts.items():
            kinds[f"{status // 100}xx"] += count
    for label, counts in sorted(found.statuses.items()):
        print(f"{label:60} {' '.join(f'{status}: {count}' for status, count in sorted(counts.items()))}")
    print(f"\n{found.asked} requests in {seconds:.0f} s: {dict(sorted(kinds.items()))}")
    print(f"{len(found.failures)} failures (goal: 0)")
    for failure in found.failures[:20]:
        print(f"  {failure}")


@contextmanager
def database(kind: str) -> Iterator[str]:
    """The line that names it in the settings; nothing for the file at home."""
    if kind == "sqlite":
        yield ""
        return
    with databases() as made:
        yield f'database_url = "{made.fresh()}"\n'


def fuzzed(wanted: int, kind: str = "sqlite", begun: int = 1) -> Found:
    """Against a server in a process of its own."""
    with TemporaryDirectory() as folder, database(kind) as where:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / "pawsona.toml").write_text(where + TOML)
        with server(home, Path(folder) / "log") as url:
            fuzz = Fuzz(url.rstrip("/"), begun)
            fuzz.run(wanted)
        fuzz.hang_up()
        return fuzz.found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    begun = monotonic()
    found = fuzzed(wanted.requests, wanted.database, wanted.seed)
    report(found, monotonic() - begun)
    sys.exit(bool(found.failures))


if __name__ == "__main__":
    main()
