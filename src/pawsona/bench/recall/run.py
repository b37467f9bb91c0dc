"""A run: every conversation is lived again in a store of its own, and every arm is asked every question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pawsona.bench.core import Prediction, Score
from pawsona.bench.recall.arms import PRODUCT, STAGES, Arm, Stage, arm_of
from pawsona.bench.recall.claims import claim
from pawsona.bench.recall.conversation import Conversation, Dataset, Question
from pawsona.bench.recall.measure import worth
from pawsona.bench.recall.remembered import Remembered
from pawsona.bench.recall.replay import Replay
from pawsona.domain.ports import Embedder

Progress = Callable[[str, int], None]
"""Told what is done and how many questions more are behind it."""


@dataclass
class Outcome:
    """What was found, and what it was worth; `report` makes figures of it."""

    dataset: Dataset
    embedder: str
    arms: tuple[str, ...]
    predictions: list[Prediction] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    claims: list[Score] = field(default_factory=list)
    claims_after: list[Score] = field(default_factory=list)
    """After the night has deleted what ran out."""
    ceilings: list[Score] = field(default_factory=list)
    """Per question and stage: the share of its evidence that the index leads to at all."""
    kept: dict[str, int] = field(default_factory=dict)
    """Counts over all conversations: turns, memories, and what was forgotten."""

    def of(self, arm: str) -> list[Score]:
        """One arm's scores."""
        return [score for score in self.scores if score.system == arm]


async def run(dataset: Dataset, embedder: Embedder, arms: Sequence[str], progress: Progress) -> Outcome:
    """Ask everything.

    Args:
        dataset: what to ask.
        embedder: whose vectors; the home's own, if the figures shall be the home's.
        arms: names of arms.
        progress: told after every conversation and arm.
    """
    chosen = [arm_of(name) for name in arms]
    outcome = Outcome(dataset, embedder.name, tuple(arms))
    remembered = Remembered(embedder)
    for conversation in dataset.conversations:
        async with Replay.open(conversation, remembered) as replay:
            await _live(replay, chosen, outcome, progress)
    return outcome


async def _live(replay: Replay, arms: Sequence[Arm], outcome: Outcome, progress: Progress) -> None:
    """Stage after stage; none that nobody asks about."""
    pairs: set[Stage] = {"collected", "forgotten"} if replay.conversation.pairs else set()
    last = max(STAGES.index(stage) for stage in {arm.stage for arm in arms} | pairs)
    await replay.say()
    _count(outcome, turns=len(replay.turns))
    await _stage("said", replay, arms, outcome, progress)
    if last >= STAGES.index("collected"):
        await replay.collect()
        _count(outcome, memories=len(await replay.store.memories.all(replay.pet.bond)))
        async with replay.held():
            await _stage("collected", replay, arms, outcome, progress)
            outcome.claims += await claim(replay)
    if last >= STAGES.index("forgotten"):
        gone = await replay.forget()
        _count(outcome, memories_forgotten=gone.memories, turns_forgotten=gone.turns)
        await _stage("forgotten", replay, arms, outcome, progress)
        outcome.claims_after += await claim(replay)


async def _stage(stage: Stage, replay: Replay, arms: Sequence[Arm], outcome: Outcome, progress: Progress) -> None:
    """All arms that belong to a stage."""
    conversation = replay.conversation
    here = [arm for arm in arms if arm.stage == stage]
    if here:
        outcome.ceilings += _ceilings(conversation, await replay.reachable(), stage)
    for arm in here:
        await _ask(replay, arm, outcome)
        progress(f"{conversation.id}: {arm.title}", len(conversation.questions))


async def _ask(replay: Replay, arm: Arm, outcome: Outcome) -> None:
    conversation, rank = replay.conversation, arm.prepare(replay)
    sitting_of = {turn.id: sitting.id for sitting in conversation.sittings for turn in sitting.turns}
    tempted = arm.name == PRODUCT and not all(question.answerable for question in conversation.questions)
    for question in conversation.questions:
        ranking = await rank(question)
        values = worth(question, ranking, sitting_of)
        if tempted:  # what a ranking scores says which is best, not whether it is good
            values["top"] = await replay.certainty(question)
        order = [turn for turn, _ in ranking]
        outcome.predictions.append(Prediction(id=question.id, prediction=order, system=arm.name))
        outcome.scores.append(_score(question, conversation, arm.name, values))


def _ceilings(conversation: Conversation, reachable: frozenset[str], stage: str) -> list[Score]:
    shares = {one: len(one.evidence & reachable) / len(one.evidence) for one in conversation.questions if one.evidence}
    return [_score(one, conversation, stage, {"ceiling": share}) for one, share in shares.items()]


def _score(question: Question, conversation: Conversation, system: str, values: Mapping[str, float]) -> Score:
    return Score(
        id=question.id, scores=values, system=system, category=question.category, cluster=conversation.id,
        extra={"answerable": question.answerable},
    )  # fmt: skip


def _count(outcome: Outcome, **counts: int) -> None:
    for name, count in counts.items():
        outcome.kept[name] = outcome.kept.get(name, 0) + count
