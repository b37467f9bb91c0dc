import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pawsona.domain.ports import Embedder, Vector
from pawsona.embed import Bilingual, Hashing, MiniLM
from pawsona.embed.clients import Address
from pawsona.embed.endpoint import EndpointEmbedder
from pawsona.embed.lately import KEPT, Lately
from pawsona.embed.transformers import Transformers


class Counting:
    name = "counting"
    near = True
    languages = understands = frozenset({"en"})

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken = False

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("no weights")
        return [Vector(text.encode()) for text in texts]


def test_one_text_asked_for_at_once_by_three_is_embedded_once() -> None:
    inner = Counting()

    async def body() -> None:
        lately = Lately(inner)
        found = await asyncio.gather(*(lately.embed(["tea"]) for _ in range(3)))
        assert found == [[b"tea"]] * 3
        assert inner.asked == ["tea"]
        assert lately.name == "counting"

    asyncio.run(body())


def test_only_the_last_few_are_kept_and_batches_pass_through() -> None:
    inner = Counting()

    async def body() -> None:
        lately = Lately(inner)
        for n in range(KEPT + 1):
            await lately.embed([f"text {n}"])
        await lately.embed(["text 0"])
        assert inner.asked.count("text 0") == 2
        await lately.embed(["text 1", "text 2"])
        assert inner.asked[-2:] == ["text 1", "text 2"]

    asyncio.run(body())


def test_a_failure_is_not_remembered() -> None:
    inner = Counting()

    async def body() -> None:
        lately = Lately(inner)
        inner.broken = True
        with pytest.raises(OSError, match="no weights"):
            await lately.embed(["tea"])
        inner.broken = False
        assert await lately.embed(["tea"]) == [b"tea"]

    asyncio.run(body())


def test_a_vector_that_could_not_be_made_is_asked_for_again() -> None:
    inner, vectors = Counting(), [Vector(b""), Vector(b"tea")]

    async def embed(texts: Sequence[str]) -> list[Vector]:
        inner.asked += texts
        return [vectors.pop(0)]

    async def body() -> None:
        lately = Lately(inner)
        inner.embed = embed  # type: ignore[method-assign]
        assert await lately.embed(["tea"]) == [b""]
        assert await lately.embed(["tea"]) == [b"tea"]
        assert await lately.embed(["tea"]) == [b"tea"] and inner.asked == ["tea"] * 2

    asyncio.run(body())


def test_what_is_warm_is_not_warmed_again_and_a_server_is_left_asleep() -> None:
    inner = Counting()

    async def asked() -> Address:
        raise AssertionError("the server was woken")

    async def body() -> None:
        lately = Lately(inner)
        await lately.warm()
        await lately.warm()
        assert len(inner.asked) == 1
        await Lately(EndpointEmbedder("model", asked)).warm()

    asyncio.run(body())


async def _nowhere() -> Address:
    raise AssertionError("nobody asked")


class Silent:
    """Doesn't say where it runs."""

    name, languages, understands = "silent", frozenset({"en"}), frozenset({"en"})

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [Vector(b"one") for _ in texts]


MINILM: Any = MiniLM(Path("absent"), None)  # type: ignore[arg-type]


def test_only_what_says_that_it_runs_here_is_near() -> None:
    here: list[Embedder] = [MINILM, Hashing(), Bilingual(MINILM, Hashing(384), "en"), Transformers("absent")]
    assert [Lately(one).near for one in here] == [True] * 4
    elsewhere: list[Embedder] = [EndpointEmbedder("model", _nowhere), Silent(), Lately(Silent())]
    assert [Lately(one).near for one in elsewhere] == [False] * 3
