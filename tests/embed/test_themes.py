"""The network that reads what a message is about."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed import MiniLM, TaughtThemes
from pawsona.embed.lessons import Array
from pawsona.embed.themes import FILE, HELD
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.meaning import in_english

TEXTS = ["the kettle at work has broken again", "my boss shouted at me in front of everyone"]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> TaughtThemes:
    found = TaughtThemes.open(tmp_path_factory.mktemp("home"))
    assert found is not None
    return found


def _found(model: TaughtThemes | MiniLM, language: Language) -> int:
    """Of some themes, how many have the message that was held out nearest to what else says it."""
    themes = [t for t in talk_book(language).themes.values() if len(t.said) > HELD and len(t.plain) > HELD][::12]
    asked = _vectors(model, [theme.said[HELD] for theme in themes])
    known = np.stack([_vectors(model, theme.plain[:HELD]).mean(0) for theme in themes])
    return int(((asked @ known.T).argmax(1) == np.arange(len(themes))).sum())


def _vectors(model: TaughtThemes | MiniLM, texts: Sequence[str]) -> Array:
    return np.stack([np.frombuffer(v, "<f4") for v in model.vectors([in_english(text) or "." for text in texts])])


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_that_were_held_out_lie_nearer_to_their_theme_than_as_published(
    taught: TaughtThemes, tmp_path: Path, language: Language
) -> None:
    assert _found(taught, language) > _found(MiniLM.open(tmp_path), language) > 0


def test_a_text_has_one_vector_of_length_one_whatever_stands_beside_it(taught: TaughtThemes) -> None:
    alone, *_ = asyncio.run(taught.embed(TEXTS[:1]))
    beside, *others = asyncio.run(taught.embed([*TEXTS, "a much longer text about something else " * 20]))
    assert alone == beside and all(
        abs(float(np.linalg.norm(np.frombuffer(v, "<f4"))) - 1) < 1e-5 for v in [alone, *others]
    )
    assert asyncio.run(taught.embed([])) == []


def test_what_was_taught_is_small() -> None:
    assert FILE.stat().st_size < 5_000_000
