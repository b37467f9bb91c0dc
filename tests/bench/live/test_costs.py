"""Prices belong to models by name; what nobody told, or tables tell differently, is unknown."""

import os
from pathlib import Path

from pawsona.bench.live.asked import Asked
from pawsona.bench.live.costs import price_of, prices
from pawsona.bench.live.run import estimated


def settings(text: str) -> None:
    home = Path(os.environ["PAWSONA_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "pawsona.toml").write_text(text, "utf-8")


def test_an_embedders_price_is_never_the_talking_models() -> None:
    talk, embedding = "[models.talk]\nprice_in = 2\nprice_out = 8\n", "[models.embedding]\nprice_in = 0.02\n"
    settings(f'model = "big"\n{talk}{embedding}')
    assert price_of(prices(), "big", 1_000_000, 1_000_000) == 10
    settings(f'model = "big"\n{talk}{embedding}model = "small"\n')
    assert price_of(prices(), "small", 1_000_000, 0) == 0.02


def test_a_model_that_is_priced_twice_and_differently_has_no_price() -> None:
    talk, judge = "[models.talk]\nprice_in = 2\nprice_out = 8\n", "[models.judge]\nprice_in = 5\nprice_out = 5\n"
    settings(f'model = "big"\n{talk}{judge}')
    assert price_of(prices(), "big", 1, 1) is None
    settings(f'model = "big"\n{talk}{talk.replace("talk", "judge")}[models.night]\ntemperature = 0.5\n')
    assert price_of(prices(), "big", 1_000_000, 0) == 2


def test_a_model_that_nobody_named_has_no_price() -> None:
    foreseen = estimated(Asked(suite="open", system="llm", tasks=("note_intent",), limit=2))
    assert (foreseen.price, foreseen.judge_price) == (None, 0)
    assert "price_in" in foreseen.note
    assert estimated(Asked(suite="open", tasks=("note_intent",), limit=2)).price == 0  # the storybook asks none
