"""What becomes a memory: labelled sessions through the real `Collector`, store and all.

The sessions of `sets/collect/` say what is worth keeping, its topic, how long, and what it does to what was known.
Whoever writes rules or prompts sees counts of the held-out ones, and nothing else.

    python benchmarks/remember.py                                     # the storybook, held-out sessions
    python benchmarks/remember.py benchmarks/sets/collect/dev --errors
    PAWSONA_BASE_URL=http://127.0.0.1:8080/v1 PAWSONA_MODEL=name python benchmarks/remember.py --model
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from remembered import Figures, Made, Outcome, lines, shares

from pawsona.app.minds import endpoint_of
from pawsona.app.time import SimulatedClock, SystemRng
from pawsona.config.settings import load
from pawsona.domain.ids import MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Importance, Memory, Retention
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Embedder, Entry, Store
from pawsona.embed import TaughtListener, open_embedder
from pawsona.errors import MindError, SetupError
from pawsona.memory.collect import Collected, Collector
from pawsona.memory.retain import expiry
from pawsona.minds.checked import Checked
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import Mind
from pawsona.skills.topics import RETENTION
from pawsona.storage import open_store

SETS = Path(__file__).parent / "sets" / "collect"
EVENING = "2026-04-14T19:00"
EARLIER = timedelta(days=9)
"""How long before the session it was that what is known was said."""
_IMPORTANCE: Mapping[Retention, Importance] = {retention: n for n, retention in RETENTION.items()}


@dataclass
class Stage:
    """One store in which every session has a person and a pet of its own."""

    store: Store
    embedder: Embedder
    language: Language
    clock: SimulatedClock
    mind: Mind

    async def play(self, row: Mapping[str, Any]) -> Outcome:
        """Live through a session and collect it.

        Raises:
            MindError: the mind could not say.
        """
        at = datetime.fromisoformat(row.get("at") or EVENING).replace(tzinfo=UTC)
        person = Person(
            id=PersonId(row["id"]), name="Robin", language=self.language, time_zone="UTC", created_at=at - 2 * EARLIER
        )
        pet = Pet(
            id=PetId(f"pet-{row['id']}"), person=person.id, name="Mikan", species="cat", personality="sunny", seed=1,
            adopted_at=person.created_at,
        )  # fmt: skip
        await self.store.people.add_person(person)
        await self.store.people.add_pet(pet)
        known = [await self._known(n, item, pet, person, at) for n, item in enumerate(row.get("known") or ())]
        session = await self._session(row, pet, at)
        self.clock.moment = session.last_at + timedelta(hours=1)
        collector = Collector(self.store, self.mind, self.embedder, self.clock, SystemRng())
        return _outcome(await collector.collect(person, pet, session), known, row["id"])

    async def _session(self, row: Mapping[str, Any], pet: Pet, at: datetime) -> Session:
        moments = [at + timedelta(minutes=n) for n, _ in enumerate(row["turns"])]
        session = Session(id=SessionId(row["id"]), bond=pet.bond, started_at=at, last_at=moments[-1])
        await self.store.talk.open_session(session)
        for n, (turn, moment) in enumerate(zip(row["turns"], moments, strict=True)):
            message = Message(
                id=MessageId(f"{row['id']}.{n}"), bond=pet.bond, session=session.id, text=turn["say"], at=moment,
                role="person" if turn["who"] == "person" else "pet",
            )  # fmt: skip
            await self.store.talk.add(message)
        return session

    async def _known(self, n: int, item: Mapping[str, Any], pet: Pet, person: Person, at: datetime) -> MemoryId:
        retention: Retention = item.get("retention", "permanent")
        told = at - EARLIER
        memory = Memory(
            id=MemoryId(f"{person.id}.known.{n}"), bond=pet.bond, text=item["text"], topic=item["topic"],
            importance=_IMPORTANCE[retention], retention=retention, origin="said", sources=(), created_at=told,
            renewed_at=told, expires_on=expiry(retention, told, person),
        )  # fmt: skip
        await self.store.memories.add(memory)
        [vector] = await self.embedder.embed([memory.text])
        await self.store.index.put(pet.bond, [Entry("memory", memory.id, memory.text, vector)], self.embedder.name)
        return memory.id


def _outcome(done: Collected, known: list[MemoryId], session: str) -> Outcome:
    def turns(memory: Memory) -> frozenset[int]:
        return frozenset(int(source.removeprefix(f"{session}.")) for source in memory.sources)

    added = tuple(
        Made(m.text, m.topic, m.retention, turns(m), m.slots.get("attribute") != "verbatim") for m in done.added
    )
    renewed = {memory.id for memory in done.renewed}
    replaced = {MemoryId(id_) for id_ in done.replaced}
    return Outcome(
        added,
        frozenset(n for n, id_ in enumerate(known) if id_ in renewed),
        frozenset(n for n, id_ in enumerate(known) if id_ in replaced),
    )


def _client(folder: Path) -> Client:
    """Of the model that the settings name."""
    settings = load(folder)
    named = settings.named("night")
    if named is None:
        raise SetupError("Name the model to measure: set PAWSONA_BASE_URL and PAWSONA_MODEL.")
    return Client(endpoint_of(named))


NOW = datetime.fromisoformat(EVENING).replace(tzinfo=UTC)


async def measure(rows: list[dict[str, Any]], language: Language, model: bool, errors: bool) -> dict[str, Any]:
    """Play every session; one that the mind fails at counts as one that nothing was made of."""
    every, sure, failed = Figures(), Figures(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = await open_store(folder / "sessions.db")
        embedder = open_embedder("auto", folder, language)
        client = _client(folder) if model else None
        clock = SimulatedClock(NOW)
        book = Storybook(listener=TaughtListener.open(folder))
        mind = LanguageModel({"talk": client}, Prompts(), clock) if client else book
        stage = Stage(store, embedder, language, clock, Checked(mind))  # nobody stands in for a model
        for row in rows:
            try:
                got = await stage.play(row)
            except MindError:
                got, failed = Outcome(), failed + 1
            kind = row.get("kind", "unnamed")
            every.add(kind, shares(row, got, language))
            surely = replace(got, added=tuple(made for made in got.added if made.sure))
            sure.add(kind, shares(row, surely, language))
            if errors:
                _show(row, got)
        await store.close()
        if client:
            await client.aclose()
    return {"language": language, "failed": failed, "every": every.report(), "sure": sure.report()}


def _show(row: Mapping[str, Any], got: Outcome) -> None:
    """What came of one session beside its labels; development sets only."""
    print(f"\n{row['id']} {row.get('kind', '')}")
    for n, turn in enumerate(row["turns"]):
        print(f"    {n} {turn['who'][:3]}: {turn['say']}")
    for n, known in enumerate(row.get("known") or ()):
        print(f"  known {n}{' renewed' * (n in got.renewed)}{' replaced' * (n in got.replaced)}: {known['text']}")
    for item in row["keep"]:
        print(f"  label {json.dumps({k: v for k, v in item.items() if k != 'fact'}, ensure_ascii=False)}")
    for made in got.added:
        print(
            f"  made  {sorted(made.turns)} {made.topic} {made.retention} {'' if made.sure else '(as said) '}{made.text}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=SETS / "heldout", help="where the .jsonl files lie")
    parser.add_argument("--language", choices=LANGUAGES, help="only this one")
    parser.add_argument("--model", action="store_true", help="the model that the settings name, not the storybook")
    parser.add_argument("--errors", action="store_true", help="print sessions; for sets that may be read")
    parser.add_argument("--json", type=Path, help="write every figure there")
    given = parser.parse_args()
    if given.errors and given.folder.name in ("heldout", "memory"):
        parser.error(f"{given.folder} is held out: it is counted, not read")
    reports = []
    for language in [given.language] if given.language else LANGUAGES:
        rows = [json.loads(line) for line in (given.folder / f"{language}.jsonl").read_text("utf-8").splitlines()]
        report = asyncio.run(measure(rows, language, given.model, given.errors))
        reports.append(report)
        print("\n".join(lines(report["every"], f"{language}, all that is kept")))
        if not given.model:
            print("\n".join(lines(report["sure"], f"{language}, without what is kept as it was said")))
        if report["failed"]:
            print(f"  the mind failed at {report['failed']} sessions")
    if given.json:
        given.json.write_text(json.dumps(reports, ensure_ascii=False, indent=1), "utf-8")


if __name__ == "__main__":
    main()
