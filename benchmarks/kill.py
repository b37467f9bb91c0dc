"""Kill -9 at 50 random points inside transactions: is a message, memory or day ever lost or doubled?

A child process lives a scripted day and a half: it adopts, talks, reacts, writes a note, sleeps. At a chosen fault
point (around every write and commit) it kills itself with SIGKILL. The parent then opens the database as the next start
would, without any repair, checks it, lets a second child finish the same script, and compares the end with that of a
child that nobody killed. Printed: the points that were hit, and what was found.
"""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

from furnish import START

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.opening import assemble
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.dialogue.events import Heard
from pawsona.embed import Hashing
from pawsona.minds.checked import Checked
from pawsona.minds.storybook.mind import Storybook
from pawsona.storage import open_store

KILLS = 50
SAID = (
    "My sister is called Mei.",
    "I'm allergic to peanuts.",
    "I have a job interview on Friday.",
    "let's go to the sea tomorrow",
    "remind me to water the plants tomorrow at 5 pm",
    "what are you doing today?",
)


class CountedRng:
    """Chance that is the same in each child; tokens differ by process, so that a second run can't collide."""

    def __init__(self, run: int) -> None:
        self.run, self.count = run, 0

    def token(self) -> str:
        self.count += 1
        return f"{self.run:04x}{self.count:08x}"

    def seed(self) -> int:
        return 4242


async def live(folder: Path, run: int, fatal: int, log: Path | None) -> None:
    """The child: go through the script, skipping what is done; die at point number `fatal` (0: never)."""
    seen = 0

    def fault(point: str) -> None:
        nonlocal seen
        seen += 1
        if log is not None:
            with log.open("a") as file:
                file.write(point + "\n")
        if seen == fatal:
            os.write(1, f"killed {point}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)

    clock, settings = SimulatedClock(START), load(home=folder, language="en")
    store = await open_store(settings.database_url, fault=fault)
    mind, why = Checked(Storybook()), "a benchmark says so"
    home = assemble(settings, store, mind, why, Hashing(), clock, CountedRng(run))
    persons = await store.people.persons()
    if not persons:
        await home.adopt(PetForm(name="Mikan"), PersonForm(name="Lin"))
        persons = await store.people.persons()
    person = persons[0]
    companion = Companion(home, person, (await store.people.pets(person.id))[0])
    await script(companion, clock)
    await home.aclose()


async def script(companion: Companion, clock: SimulatedClock) -> None:
    bond, store = companion.pet.bond, companion.home.store
    for n, text in enumerate(SAID):
        clock.moment = START + timedelta(minutes=n)
        said = [m for m in await store.talk.recent(bond, 50) if m.role == "person" and m.text == text]
        if not said:
            async for event in companion.talk(text):
                if isinstance(event, Heard):
                    os.write(1, f"heard {text}\n".encode())
        elif not any(m.answers == said[0].id for m in await store.talk.recent(bond, 50)):
            async for _ in companion.retry(said[0].id):
                pass
    await companion.today()  # as every page does: an adoption that was cut off has no first day yet
    if not await store.days.feedback(bond):
        await companion.react(companion.present, 1, "dislike")
    if not await companion.notes():
        await companion.write_note("Recipe", "Two eggs, flour, and patience.")
    clock.moment = START + timedelta(hours=18)
    await companion.night(companion.present)


def state(folder: Path) -> dict[str, Any]:
    """What the database holds, in words that do not depend on ids and times."""
    with sqlite3.connect(folder / "pawsona.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)

        def rows(query: str) -> list[Any]:
            return [tuple(row) for row in database.execute(query)]

        return {
            "said": sorted(rows("SELECT text FROM messages WHERE role = 'person'")),
            "answered": sorted(Counter(rows("SELECT answers FROM messages WHERE role = 'pet'")).values()),
            "memories": sorted(rows("SELECT text, retention, topic FROM memories")),
            "days": sorted(rows('SELECT "on", outline FROM days')),
            "notes": sorted(rows("SELECT title FROM notes")),
            "feedback": rows("SELECT count(*) FROM feedback"),
            "promises": sorted(rows("SELECT text FROM promises")),
            # What the pet said beside it may differ: a first day that came later tells something else.
            "found again": sorted(rows("SELECT kind, text FROM entries WHERE kind <> 'context'")),
        }


def child(folder: Path, run: int, fatal: int, log: Path | None = None) -> tuple[int, list[str]]:
    command = [sys.executable, __file__, "live", str(folder), str(run), str(fatal), str(log or "")]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        code, _ = child(root / "whole", 1, 0, root / "points")
        assert code == 0
        points = (root / "points").read_text().splitlines()
        whole = state(root / "whole")
        rng = random.Random(20261121)
        fatal = sorted(rng.sample(range(1, len(points) + 1), KILLS))
        print(f"{len(points)} fault points in one run, {len(set(points))} distinct; killing at {KILLS} drawn at random")
        bad = 0
        for number in fatal:
            bad += not drill(root / f"home{number}", number, whole)
        print(f"{KILLS} kills, {bad} with something lost, doubled or different")
        sys.exit(bool(bad))


def drill(folder: Path, number: int, whole: dict[str, Any]) -> bool:
    """One kill; True if everything is as it should be."""
    code, lines = child(folder, 1, number)
    point = next((line.removeprefix("killed ") for line in lines if line.startswith("killed ")), "(not reached)")
    faults = [] if code == -signal.SIGKILL else [f"ended with {code}"]
    after = state(folder) if code and (folder / "pawsona.db").stat().st_size else None
    heard = [line.removeprefix("heard ") for line in lines if line.startswith("heard ")]
    if after is not None:
        said = [text for (text,) in after["said"]]
        faults += [f"lost {text!r}" for text in heard if text not in said]
        faults += [f"doubled {text!r}" for text in set(said) if said.count(text) > 1]
    code, _ = child(folder, 2, 0)
    faults += [f"the next start ended with {code}"] if code else []
    end = state(folder)
    faults += [f"{part} differ" for part in whole if end[part] != whole[part]]
    print(f"{number:>5}  {point:<44} {'ok' if not faults else '; '.join(faults)}", flush=True)
    return not faults


if __name__ == "__main__":
    if sys.argv[1:2] == ["live"]:
        _, _, where, run, fatal, log = sys.argv
        asyncio.run(live(Path(where), int(run), int(fatal), Path(log) if log else None))
    else:
        main()
