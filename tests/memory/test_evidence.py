"""What speaks for a text: its words, those beside it, its session, who said it, and when."""

from __future__ import annotations

from datetime import UTC, date, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.domain.ids import PersonId
from pawsona.domain.person import Person
from pawsona.domain.ports import KINDS, Kind
from pawsona.domain.sheet import Sheet
from pawsona.memory import bm25
from pawsona.memory.bm25 import occurrences
from pawsona.memory.evidence import PARTS, Evidence, evidence, worded
from pawsona.memory.fusion import MEANING, SPELLING, fused
from pawsona.memory.lexemes import lexemes, numbered
from pawsona.memory.question import understood

DAY = 86400
PERSON = Person(id=PersonId("p"), name="Ada", language="en", time_zone="UTC", created_at=datetime(2026, 1, 1, tzinfo=UTC), age_band="adult")  # fmt: skip
TODAY = date(2026, 4, 12)
NOON = int(datetime(2026, 4, 1, 12, tzinfo=UTC).timestamp())


def sheet(*rows: tuple[str, int, Kind], speakers: tuple[str, ...] = ()) -> Sheet:
    """Texts with their sessions and kinds, a minute apart, a session a day; vectors of two numbers."""
    terms = [numbered(lexemes(text)) for text, _, _ in rows]
    lengths = np.array([len(one) for one in terms], np.int64)
    names = ["", *dict.fromkeys(name for name in speakers if name)]
    return Sheet(
        kinds=np.array([KINDS.index(kind) for _, _, kind in rows], np.int8),
        refs=[f"r{n}" for n in range(len(rows))],
        rows={(kind, f"r{n}"): n for n, (_, _, kind) in enumerate(rows)},
        at=np.array([NOON + session * DAY + 60 * n for n, (_, session, _) in enumerate(rows)], np.int64),
        sessions=np.array([session for _, session, _ in rows], np.int64),
        speakers=np.array([names.index(name) for name in speakers or [""] * len(rows)], np.int64),
        names=names,
        asks=np.array([text.endswith("?") for text, _, _ in rows], np.bool_),
        terms=np.concatenate(terms) if terms else np.empty(0, np.uint32),
        owners=np.repeat(np.arange(len(rows)), lengths),
        lengths=lengths,
        vectors=np.zeros((len(rows), 2), np.int8),
        norms=np.ones(len(rows), np.float32),
        embedded=np.arange(len(rows)),
    )


def best(found: Evidence) -> str:
    scores = np.where(found.found, fused(found.parts, SPELLING), -np.inf)
    return f"r{found.rows[int(np.argmax(scores))]}"


def part(found: Evidence, name: str) -> dict[int, float]:
    return dict(zip(found.rows.tolist(), found.parts[:, PARTS.index(name)].tolist(), strict=True))


def ask(texts: Sheet, query: str) -> Evidence:
    return evidence(texts, worded(texts, understood(query, PERSON, TODAY, texts.names)), None)


def test_an_answer_is_found_by_the_question_before_it() -> None:
    talk = sheet(
        ("The kettle is red", 0, "turn"), ("How old is your sister?", 1, "context"), ("Nine, ten in May", 1, "turn"),
        ("And the garden is green", 2, "turn"),
    )  # fmt: skip
    assert best(ask(talk, "what age is my sister")) == "r2"


def test_what_stands_in_another_session_is_no_neighbour() -> None:
    talk = sheet(("My sister came", 0, "turn"), ("Nine of them", 1, "turn"))
    assert part(ask(talk, "sister"), "window")[1] == 0


def test_context_is_never_found() -> None:
    talk = sheet(("I like foxes", 0, "context"), ("me too", 0, "turn"))
    assert ask(talk, "foxes").found.tolist() == [False, True]


def test_the_order_is_that_of_time_not_of_writing() -> None:
    talk = sheet(("Nine", 0, "turn"), ("tea", 0, "turn"), ("a kettle", 0, "turn"), ("my sister", 0, "turn"))
    talk.at[:] = [NOON + 1, NOON + 3, NOON + 4, NOON]
    window = part(ask(talk, "sister"), "window")
    assert window[0] > 0 and window[2] == 0


def test_who_is_named_is_preferred() -> None:
    talk = sheet(("I went to the sea", 0, "turn"), ("I went to the sea", 1, "turn"), speakers=("Ann", "Bob"))
    assert best(ask(talk, "Where did Bob's trip to the sea go?")) == "r1"
    assert set(part(ask(talk, "Did Ann and Bob see the sea?"), "speaker").values()) == {0.0}


def test_days_that_are_named_count() -> None:
    talk = sheet(("I baked a cake", 0, "turn"), ("I baked a cake", 9, "turn"), ("I baked a cake", 11, "turn"))
    assert part(ask(talk, "which cake did I bake two days ago"), "days") == {0: 0.0, 1: 1.0, 2: 0.0}


def test_a_memory_has_no_neighbours_and_may_be_of_no_session() -> None:
    talk = sheet(("my sister", 0, "turn"), ("They have a cat", -1, "memory"), ("well", 0, "turn"))
    assert part(ask(talk, "sister"), "window")[1] == 0
    assert part(ask(talk, "cat"), "session")[1] == pytest.approx(part(ask(talk, "cat"), "words")[1])


@pytest.mark.parametrize("texts", [sheet(), sheet(("hello", -1, "memory")), sheet(("", 0, "turn"))])
@pytest.mark.parametrize("query", ["", "hello sister", "last week", "你好"])
def test_little_to_look_at_is_no_error(texts: Sheet, query: str) -> None:
    assert np.isfinite(ask(texts, query).parts).all()


WORDS = st.lists(st.sampled_from("sister cat tea red garden old 猫 咖啡".split()), max_size=5).map(" ".join)


@given(st.lists(st.tuples(WORDS, st.integers(-1, 3), st.sampled_from(KINDS)), max_size=12), WORDS)
def test_every_part_is_a_number_and_words_that_fit_never_hurt(rows: list[tuple[str, int, Kind]], query: str) -> None:
    found = ask(sheet(*rows), query)
    assert np.isfinite(found.parts).all()
    assert len(found.rows) == sum(kind in ("memory", "turn", "context") for _, _, kind in rows)
    assert (found.parts[:, : PARTS.index("meaning")] >= 0).all()


def test_every_part_has_its_weight() -> None:
    assert set(MEANING) == set(PARTS)
    assert set(SPELLING) < set(PARTS)


@given(st.lists(st.tuples(WORDS, st.integers(-1, 3), st.sampled_from(KINDS)), max_size=12), WORDS, st.data())
def test_few_texts_are_counted_at_once_as_many_are_one_by_one(
    rows: list[tuple[str, int, Kind]], query: str, data: st.DataObject
) -> None:
    """Either way for some of the texts: only those count."""
    some = sorted(data.draw(st.sets(st.sampled_from(range(len(rows)))))) if rows else []
    given_, of = (sheet(*rows), numbered(lexemes(query))), np.array(some, np.int64)
    few = occurrences(*given_, of)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bm25, "FEW", -1)
        many = occurrences(*given_, of)
    assert few.counts.dtype == many.counts.dtype
    assert few.counts.tolist() == many.counts.tolist()
    assert few.weights.tolist() == many.weights.tolist()
