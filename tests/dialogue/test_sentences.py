import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.dialogue.sentences import LONGEST, Sentences, sentences
from pawsona.domain.message import Trace
from pawsona.skills.chat import Piece


def cut(text: str, step: int = 1) -> list[str]:
    cutter = Sentences()
    found = [s for at in range(0, len(text), step) for s in cutter.feed(text[at : at + step])]
    return [s for s in [*found, cutter.rest()] if s]


@pytest.mark.parametrize("step", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(nods) Yes. Quite so! Why?", ["(nods) Yes. ", "Quite so! ", "Why?"]),
        ("It is 3.5 km. Far.", ["It is 3.5 km. ", "Far."]),
        ("Mr. Bo came. He left.", ["Mr. Bo came. ", "He left."]),
        ("He said “no.” Then… he went.", ["He said “no.” ", "Then… ", "he went."]),
        ("（点头）好。走吧！真的？", ["（点头）好。", "走吧！", "真的？"]),
        ("它说：“走。”然后走了。", ["它说：“走。”", "然后走了。"]),
    ],
)
def test_a_text_is_cut_into_sentences_however_it_arrives(text: str, expected: list[str], step: int) -> None:
    assert cut(text, step) == expected


@given(st.text(max_size=300), st.integers(1, 20))
def test_nothing_is_lost_or_added(text: str, step: int) -> None:
    assert "".join(cut(text, step)) == text


def test_a_sentence_that_never_ends_is_cut() -> None:
    assert max(len(s) for s in cut("word " * 500)) <= LONGEST


def test_the_trace_comes_with_the_end() -> None:
    async def pieces() -> AsyncIterator[Piece]:
        yield Piece("One. Tw")
        yield Piece("o.", Trace(lines=("a",)))

    async def collect() -> list[tuple[str, Trace | None]]:
        return [found async for found in sentences(pieces())]

    assert asyncio.run(collect()) == [("One. ", None), ("Two.", Trace(lines=("a",)))]
