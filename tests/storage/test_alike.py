"""SQLite and PostgreSQL recall the same, in the same order with the same evidence, to somebody known and to a stranger."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.memory import Recalled
from pawsona.domain.message import Message
from pawsona.domain.ports import Entry
from pawsona.embed import Hashing
from pawsona.memory.recall import Recall
from pawsona.memory.turns import Turns
from pawsona.storage import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers import Databases
    from tests.storage.conftest import Samples

    from pawsona.domain.ports import Store

TOLD = (
    "My sister collects old maps in Lisbon", "The baker sold two goats at the market", "How old is she?", "Nine",
    "我妹妹喜欢弹钢琴", "昨天在公园里跑了五公里", "A colleague painted a lighthouse", "My cousin is afraid of gnomes",
    "An old friend repaired a broken radio in the attic", "姐姐上周搬到了上海", "I had soup for lunch", "I love Lisbon",
)  # fmt: skip
ASKED = (
    "what does my sister collect?", "who sold goats?", "do you remember Lisbon?", "我妹妹会什么乐器？", "谁搬家了？",
    "what did I tell you yesterday?", "the radio in the attic",
)  # fmt: skip


async def live(store: Store, samples: Samples) -> list[list[Recalled]]:
    """Talk and memories of three days; what was recalled meanwhile, while rows came."""
    embedder, recalled = Hashing(), []
    await samples.settle(store)
    await store.talk.open_session(samples.session())
    for n in range(48):
        said = samples.message(f"m{n:02}", f"{TOLD[n % len(TOLD)]}{' again' * (n // 12)}", at=at(samples, n))
        await store.talk.add(said)
        await remember(store, embedder, said)
        if n % 3 == 0:
            memory = samples.memory(f"k{n:02}", said.text, sources=(said.id,), created_at=said.at)
            await store.memories.add(memory)
            [vector] = await embedder.embed([memory.text])
            await store.index.put(samples.mo, [Entry("memory", memory.id, memory.text, vector, said.at)], embedder.name)
        if n % 12 == 11:
            recalled += await asked(store, samples)
    return recalled


async def remember(store: Store, embedder: Hashing, said: Message) -> None:
    await Turns(store, embedder).remember([said], "zh" if said.text[0] > "z" else "en")


def at(samples: Samples, n: int) -> object:
    return samples.noon - timedelta(days=3) + timedelta(minutes=80 * n)


async def asked(store: Store, samples: Samples) -> list[list[Recalled]]:
    """All questions, with the threshold and without."""
    recall, person = Recall(store, Hashing()), samples.person()
    found = [await recall.find(samples.mo, person, question, samples.noon, share=0.3) for question in ASKED]
    return found + [await recall.ranked(samples.mo, person, question, samples.noon) for question in ASKED]


async def lived(address: str, samples: Samples) -> tuple[list[list[Recalled]], list[list[Recalled]]]:
    store = await open_store(address)
    known = await live(store, samples)
    await store.close()
    store = await open_store(address)
    stranger = await asked(store, samples)
    await store.close()
    return known, stranger


@pytest.mark.postgres
def test_both_databases_recall_the_same(served: Databases, tmp_path: Path, samples: Samples) -> None:
    at_home = asyncio.run(lived(f"sqlite:///{tmp_path}/pawsona.db", samples))
    on_a_server = asyncio.run(lived(served.fresh(), samples))
    assert on_a_server == at_home
    known, stranger = at_home
    assert known[-len(stranger) :] == stranger
    assert all(stranger)
