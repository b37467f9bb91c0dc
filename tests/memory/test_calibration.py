"""Where recall's thresholds come from: questions that have an answer, and questions about what was never said.

Everything of a person is in one store, so every question meets all texts; the fixtures are ours.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml

from pawsona.domain.language import Language
from pawsona.embed import Hashing, open_embedder
from pawsona.embed.minilm import model_folder
from pawsona.memory.recall import Recall

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage

FIXTURES = yaml.safe_load((Path(__file__).parent / "fixtures.yaml").read_text("utf-8"))


class Rates(NamedTuple):
    found: float
    """Share of the answerable questions whose text is among the three best."""
    quiet: float
    """Share of the never-said ones that bring nothing."""


def rates(stage: Stage, language: Language, minilm: bool) -> Rates:
    found: list[bool] = []
    quiet: list[bool] = []

    async def story(life: Life) -> None:
        keys = {(await life.say(text)).id: key for key, text in FIXTURES[language]["said"].items()}
        recall = Recall(life.store, life.embedder)

        async def answers(question: str) -> list[str | None]:
            hits = await recall.find(life.bond, life.person, question, life.clock.now(), limit=3)
            return [keys.get(hit.message) if hit.message else None for hit in hits]

        for question, key in FIXTURES[language]["asked"]:
            found.append(key in await answers(question))
        for question in FIXTURES[language]["never"]:
            quiet.append(not await answers(question))

    embedder = open_embedder("auto", stage.folder, language) if minilm else Hashing()
    stage.play(story, language=language, embedder=embedder)
    return Rates(sum(found) / len(found), sum(quiet) / len(quiet))


@pytest.mark.skipif(model_folder() is None, reason="the MiniLM package is not installed")
def test_english_by_meaning(stage: Stage) -> None:
    measured = rates(stage, "en", minilm=True)
    assert measured.found >= 0.85
    assert measured.quiet >= 0.9


def test_chinese_by_words(stage: Stage) -> None:
    measured = rates(stage, "zh", minilm=False)
    assert measured.found >= 0.75
    assert measured.quiet >= 0.9


def test_english_without_minilm_misses_much_but_invents_nothing(stage: Stage) -> None:
    measured = rates(stage, "en", minilm=False)
    assert measured.found >= 0.35
    assert measured.quiet >= 0.95
