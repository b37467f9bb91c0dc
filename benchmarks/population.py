"""Persons with known behaviour live with a real server for a month, over HTTP; its report must find what is known.

200 persons sign up, adopt, visit and talk on a simulated clock (`clocked.py`), half of them in an arm that hides the
pet's days. How often they talk depends on what they see, by figures in `townsfolk.py`, so each metric's true value is
known. Minors, and adults who did not agree, live there too and must be in no arm; three have a hard talk and must
leave. Run: PYTHONPATH=src python benchmarks/population.py [--persons 200] [--days 30] [--json]
"""

import argparse
import asyncio
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
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from clocked import BEGINS, CLOCK
from townsfolk import ARMS, DAYS, JOINING, PASSWORD, Somebody, Town, truths

from pawsona.domain.ids import PersonId
from pawsona.storage import open_store

PLAN = Path(__file__).parent / "population.yaml"


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
