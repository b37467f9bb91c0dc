"""What is deleted is gone from the rows, the index and the bytes of the files; what is exported is everything."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ids import Bond, MemoryId, MessageId, NoteId, PersonId, PetId
from pawsona.domain.message import Trace
from pawsona.domain.note import Note
from pawsona.domain.person import Fact
from pawsona.domain.ports import Entry, Store
from pawsona.domain.safeguards import Safeguards
from pawsona.errors import ConflictError, NotFoundError, StorageError
from pawsona.memory.lexemes import lexemes, numbered
from pawsona.storage import open_store

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
ONE_FILE = pytest.mark.parametrize("new_address", ["sqlite"], indirect=True)
"""For what only a file can tell."""
PLANTED = ("Zanzibarquixote", "貔貅螃蟹")


def found_in_files(folder: Path) -> list[str]:
    """The planted words that stand somewhere in the database's files, as text or as the index's numbers."""
    content = b"".join(path.read_bytes() for path in folder.glob("pawsona.db*"))
    terms = {word: numbered(lexemes(word)).astype("<u4").tobytes() for word in PLANTED}
    return [word for word in PLANTED if word.encode() in content or terms[word] in content]


async def plant(store: Store, samples: Samples) -> None:
    for n in range(30):  # other rows beside them, before and after
        await store.talk.add(samples.message(f"a{n:02}", f"an ordinary day {n}"))
    for n, word in enumerate(PLANTED):
        text = f"I told you about {word}。" * 5
        await store.talk.add(samples.message(f"m{n}", text, trace=Trace((), {"asked": word})))
        await store.memories.add(samples.memory(f"r{n}", text, slots={"value": word}, voice=text))
        await store.notes.add_note(Note(id=NoteId(f"n{n}"), bond=samples.mo, title=word, text=text, at=samples.noon))
        given = [
            Entry("turn", f"m{n}", text),
            Entry("memory", f"r{n}", text, samples.vector(1)),
            Entry("note", f"n{n}", text),
        ]
        await store.index.put(samples.mo, given, "e")
    await store.people.set_facts(samples.mo, [Fact(MemoryId("r0"), PLANTED[0]), Fact(MemoryId("r1"), PLANTED[1])])


@ONE_FILE
def test_deleted_text_is_nowhere_in_the_files(tmp_path: Path, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await plant(store, samples)
        exported = json.dumps(await store.export(PersonId("ann")), ensure_ascii=False)
        assert all(word in exported for word in PLANTED)
        assert len(found_in_files(tmp_path)) == 2
        await store.talk.delete(samples.mo, [MessageId("m0"), MessageId("m1")])
        await store.memories.delete(samples.mo, [MemoryId("r0"), MemoryId("r1")])
        for n in range(2):
            await store.notes.delete_note(samples.mo, NoteId(f"n{n}"))
        await store.compact()
        assert found_in_files(tmp_path) == []
        assert len(await store.talk.recent(samples.mo, 99)) == 30

    with_store(story)


@ONE_FILE
def test_an_erased_person_is_nowhere_in_the_files(tmp_path: Path, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.li, [Entry("turn", "x", "my garden")], "e")
        await plant(store, samples)
        await store.people.erase_person(PersonId("ann"))
        await store.compact()
        assert found_in_files(tmp_path) == []
        assert [person.id for person in await store.people.persons()] == ["lin"]
        assert not any((await store.export(PersonId("ann"))).values())
        assert [hit.ref for hit in await store.index.match(samples.li, "garden", ["turn"], 9)] == ["x"]

    with_store(story)


@ONE_FILE
def test_an_edited_text_leaves_no_trace_of_the_old_one(tmp_path: Path, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.memories.add(samples.memory("a", PLANTED[0]))
        await store.index.put(samples.mo, [Entry("memory", "a", PLANTED[0])], "e")
        await store.memories.update(samples.memory("a", "something else"))
        await store.index.put(samples.mo, [Entry("memory", "a", "something else")], "e")
        await store.compact()
        assert found_in_files(tmp_path) == []

    with_store(story)


@ONE_FILE
def test_compacting_beside_a_reader_says_that_it_could_not(
    tmp_path: Path, address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(_: Store) -> None:
        store = await open_store(address, busy_seconds=0.05)
        with closing(sqlite3.connect(tmp_path / "pawsona.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM messages").fetchall()
            await store.talk.add(samples.message("m1"))
            with pytest.raises(StorageError, match="in use by another process"):
                await store.compact()
        await store.compact()
        assert (tmp_path / "pawsona.db-wal").stat().st_size == 0
        await store.close()

    with_store(story)


def test_deleting_what_is_not_there_changes_nothing(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        nobody = Bond(PersonId("nobody"), PetId("mo"))
        for bond in (samples.mo, nobody):
            await store.talk.delete(bond, [MessageId("m1")])
            await store.memories.delete(bond, [MemoryId("r1")])
            await store.index.drop(bond, "turn", ["m1"])
        await store.people.erase_person(nobody.person)
        assert len(await store.people.persons()) == 2

    with_store(story)


def test_erasing_is_one_transaction(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await plant(store, samples)
        with pytest.raises(RuntimeError):
            async with store.transaction():
                await store.people.erase_person(PersonId("ann"))
                raise RuntimeError
        assert len(await store.talk.recent(samples.mo, 99)) == 32
        assert len(await store.index.match(samples.mo, PLANTED[1], ["turn"], 9)) == 1

    with_store(story)


def test_somebody_who_comes_back_finds_nothing_of_before(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, [Entry("turn", "x", "tea", samples.vector(1))], "e")
        await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9)
        await store.people.erase_person(PersonId("ann"))
        assert await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9) == []
        await store.people.add_person(samples.person("ann"))
        await store.people.add_pet(samples.pet(samples.mo))
        await store.index.put(samples.mo, [Entry("turn", "y", "rain", samples.vector(1))], "e")
        near = await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 9)
        assert [hit.ref for hit in near] == ["y"]
        assert await store.index.match(samples.mo, "tea", ["turn"], 9) == []

    with_store(story)


def test_an_export_is_plain_json_of_every_table(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await plant(store, samples)
        async with store.transaction():
            exported = await store.export(PersonId("ann"))
            counted = await store.counts(PersonId("ann"))
            others = await store.counts(PersonId("nobody"))
        assert counted == {table: len(rows) for table, rows in exported.items()} and not any(others.values())
        assert json.loads(json.dumps(exported)) == exported
        assert exported["persons"][0]["created_at"] == samples.noon.isoformat()
        assert exported["memories"][0]["expires_on"] == "2026-07-12"
        assert len(exported["messages"]) == 32
        assert exported["messages"][-1]["trace"]["state"] == {"asked": PLANTED[1]}
        assert {"entries", "vectors", "revisions"}.isdisjoint(exported)

    with_store(story)


def test_who_is_erased_while_they_talk_is_gone_when_the_turn_has_ended(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address)
        async with store.transaction():
            await store.talk.add(samples.message("m1"))
            erasing = asyncio.create_task(other.people.erase_person(PersonId("ann")))
            await asyncio.sleep(0.2)
            assert not erasing.done()
            await store.talk.add(samples.message("m2"))
        await erasing
        assert not any((await store.counts(PersonId("ann"))).values())
        assert await store.people.person(PersonId("lin")) is not None
        await other.close()

    with_store(story)


LATE: dict[str, Callable[[Store, Samples], Awaitable[object]]] = {
    "a message": lambda store, samples: store.talk.add(samples.message("m1")),
    "a name": lambda store, samples: store.people.update_person(samples.person("ann", language="zh")),
    "a pet": lambda store, samples: store.people.add_pet(samples.pet(Bond(PersonId("ann"), PetId("new")))),
    "safeguards": lambda store, samples: store.people.set_safeguards(PersonId("ann"), Safeguards()),
    "a note": lambda store, samples: store.notes.add_note(
        Note(id=NoteId("n"), bond=samples.mo, title="t", text="t", at=samples.noon)
    ),
}


@pytest.mark.parametrize("what", LATE)
def test_nothing_is_kept_between_the_export_and_the_erasure(
    what: str, address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address)
        async with store.transaction():
            await store.export(PersonId("ann"))
            late = asyncio.ensure_future(LATE[what](other, samples))
            await asyncio.sleep(0.05)
            assert not late.done()
            await store.people.erase_person(PersonId("ann"))
        with pytest.raises((ConflictError, NotFoundError)):
            await late
        assert not any((await store.counts(PersonId("ann"))).values())
        await other.close()

    with_store(story)
