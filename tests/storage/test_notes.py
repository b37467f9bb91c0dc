"""Notes, documents as passages, and promises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ids import DocumentId, MessageId, NoteId, PromiseId
from pawsona.domain.note import Document, Note, Passage
from pawsona.domain.ports import Entry, Store
from pawsona.domain.promise import Promise
from pawsona.errors import NotFoundError

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]


def test_a_note_and_its_index_entry_go_together(with_store: WithStore, samples: Samples) -> None:
    note = Note(id=NoteId("n1"), bond=samples.mo, title="菜谱", text="番茄炒蛋", at=samples.noon)

    async def story(store: Store) -> None:
        await store.notes.add_note(note)
        await store.index.put(samples.mo, [Entry("note", "n1", note.text)], "e")
        assert await store.notes.note(samples.mo, note.id) == note
        assert await store.notes.notes(samples.mo) == [note]
        assert await store.notes.delete_note(samples.mo, note.id)
        assert not await store.notes.delete_note(samples.mo, note.id)
        assert await store.notes.note(samples.mo, note.id) is None
        assert await store.index.match(samples.mo, "番茄", ["note"], 9) == []

    with_store(story)


def test_passages_are_found_by_ref_in_order(with_store: WithStore, samples: Samples) -> None:
    manual = Document(id=DocumentId("d:1"), bond=samples.mo, name="kettle.pdf", passages=12, at=samples.noon)

    async def story(store: Store) -> None:
        await store.notes.add_document(manual, [f"passage {n}" for n in range(12)])
        wanted = ["d:1:11", "d:1:99", "d:2:0", "nonsense", "d:1:x", "d:1:1"]
        assert await store.notes.passages(samples.mo, wanted) == [
            Passage("kettle.pdf", "passage 11"),
            Passage("kettle.pdf", "passage 1"),
        ]
        assert await store.notes.documents(samples.mo) == [manual]

    with_store(story)


def test_a_deleted_document_takes_its_passages_along(with_store: WithStore, samples: Samples) -> None:
    manual = Document(id=DocumentId("d1"), bond=samples.mo, name="kettle.pdf", passages=2, at=samples.noon)

    async def story(store: Store) -> None:
        await store.notes.add_document(manual, ["fill it", "boil it"])
        given = [Entry("passage", "d1:0", "fill it"), Entry("passage", "d1:1", "boil it")]
        await store.index.put(samples.mo, given, "e")
        assert await store.notes.delete_document(samples.mo, manual.id)
        assert not await store.notes.delete_document(samples.mo, manual.id)
        assert await store.notes.passages(samples.mo, ["d1:0", "d1:1"]) == []
        assert await store.index.match(samples.mo, "boil", ["passage"], 9) == []

    with_store(story)


def test_a_promise_is_due_until_it_is_asked_or_closed(with_store: WithStore, samples: Samples) -> None:
    def promise(name: str, hours: int) -> Promise:
        due = samples.noon + timedelta(hours=hours)
        source = MessageId("m1")
        return Promise(
            id=PromiseId(name), bond=samples.mo, text="问问面试", due=due, source=source, made_at=samples.noon
        )

    async def story(store: Store) -> None:
        later, soon, asked, closed = promise("a", 2), promise("b", 1), promise("c", 0), promise("d", 0)
        for each in (later, soon, asked, closed):
            await store.promises.add(each)
        asked, closed = replace(asked, asked_at=samples.noon), replace(closed, closed_at=samples.noon)
        await store.promises.update(asked)
        await store.promises.update(closed)
        assert await store.promises.all(samples.mo) == [asked, closed, soon, later]
        assert await store.promises.due(samples.mo, samples.noon + timedelta(hours=1)) == [soon]
        with pytest.raises(NotFoundError):
            await store.promises.update(promise("z", 1))

    with_store(story)
