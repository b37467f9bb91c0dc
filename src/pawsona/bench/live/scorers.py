"""Scorers: what counting says, by the suite's own code, and what a model in the role `grader` says."""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, GenerateConfig, Model, model_roles
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.suite import Item
from pawsona.bench.live.ratings import Ratings, RatingsError, ratings_in
from pawsona.bench.review.pairs import FIRST, SECOND, rubric_of
from pawsona.bench.suites import suite_of

GRADER = "grader"
TRIES = 2
"""Times that a judge is asked: once more where it answers in prose, or 7 of 5."""
_LONGEST = 800


@scorer(metrics=[mean(), stderr()])
def counted(suite: str) -> Scorer:
    """The metrics of a suite, from 0 to 1: their mean as the value, each of them beside it.

    Inspect AI wants the same names in all samples of a task, and not every metric says something of every item.
    """
    worth = suite_of(suite).worth

    async def score(state: TaskState, target: Target) -> Score:
        item = item_of(state.sample_id, target.text, state.metadata)
        answer = state.output.completion
        metrics = worth(item, answer)
        return Score(value=fmean(metrics.values()) if metrics else float("nan"), answer=answer, metadata=metrics)

    return score


@scorer(metrics=[mean(), stderr()])
def rated() -> Scorer:
    """A judge's mark, of 5, with its ratings beside it; no score without a grader or where it gave none."""

    async def score(state: TaskState, target: Target) -> Score | None:
        grader, row = model_roles().get(GRADER), state.metadata["item"]["rubric"]
        if grader is None or row is None:
            return None
        rubric = Rubric(**{**row, "scale": {name: tuple(ends) for name, ends in row["scale"].items()}})
        answer = suite_of(state.metadata["suite"]).readable(state.output.completion)
        return await _rated(grader[0] if isinstance(grader, list) else grader, rubric, answer)

    return score


@scorer(metrics={"*": [mean(), stderr()]})
def preferred() -> Scorer:
    """Two answers, each rated when it comes first and when it comes second."""

    async def score(state: TaskState, target: Target) -> Score | None:
        grader, value = model_roles().get(GRADER), dict[str, float]()
        if grader is None:
            return None
        for names, prompt in zip((("one", "other"), ("other", "one")), state.metadata["prompts"], strict=True):
            found = await _ratings(grader[0] if isinstance(grader, list) else grader, rubric_of(prompt), prompt)
            if isinstance(found, str):
                return Score.unscored(reason="grader_failed", explanation=found)
            value |= {f"{names[0]}_first": found.ratings[FIRST], f"{names[1]}_second": found.ratings[SECOND]}
        return Score(value=dict(value))

    return score


async def _rated(grader: Model, rubric: Rubric, answer: str) -> Score:
    """A rating, or a note that there is none."""
    found = await _ratings(grader, rubric, rubric.prompt.format(answer=answer))
    if isinstance(found, str):
        return Score.unscored(reason="grader_failed", explanation=found)
    return Score(value=found.mark, explanation=found.analysis, metadata={"ratings": dict(found.ratings)})


async def _ratings(grader: Model, rubric: Rubric, prompt: str) -> Ratings | str:
    """What a judge says, or why it can't be used: nothing is guessed from prose."""
    chat: list[Any] = [ChatMessageUser(content=prompt)]
    said, reason = "", ""
    for _ in range(TRIES):
        said = (await grader.generate(chat, config=GenerateConfig(max_tokens=_LONGEST, temperature=0.0))).completion
        try:
            return ratings_in(said, rubric)
        except RatingsError as error:
            reason = str(error)
            chat = [chat[0], ChatMessageAssistant(content=said), ChatMessageUser(content=reason)]
    return f"{reason}\n\n{said}"


def item_of(id_: int | str, reference: str, metadata: Mapping[str, Any]) -> Item:
    """A sample as the item that it was made of."""
    kept = metadata["item"]
    return Item(
        id=str(id_), task=metadata["task"], reference=reference, prompt=kept["prompt"], language=metadata["language"],
        cluster=metadata["cluster"], given=kept["given"],
    )  # fmt: skip
