"""False recall: is a memory claimed where nothing was ever said? As `Recall.find` decides for talk."""

from collections.abc import Sequence
from dataclasses import dataclass

from pawsona.bench.core import Score
from pawsona.bench.recall.arms import of_recalled
from pawsona.bench.recall.replay import Replay


@dataclass(frozen=True)
class Claims:
    """Shares over pairs."""

    answered: float
    """True questions for which something is told as known."""
    rightly: float
    """And among it is a turn in which it was said."""
    false: float
    """Never-said questions for which something is told as known all the same."""
    pairs: int

    def plain(self) -> dict[str, float | int]:
        """As JSON."""
        return {"answered": self.answered, "rightly": self.rightly, "false": self.false, "pairs": self.pairs}


async def claim(replay: Replay) -> list[Score]:
    """Both questions of every pair, as the product answers them."""
    recall, bond, now = replay.recall(), replay.pet.bond, replay.conversation.asked_at
    scores = []
    for pair in replay.conversation.pairs:
        true = await recall.find(bond, replay.person, pair.true, now)
        never = await recall.find(bond, replay.person, pair.never, now)
        turns = {turn for turn, _ in of_recalled(replay, true)}
        values = {
            "answered": float(bool(true)),
            "rightly": float(bool(turns & pair.evidence)),
            "false": float(bool(never)),
        }
        scores.append(
            Score(
                id=pair.id, scores=values, system="find", category=replay.conversation.language,
                cluster=replay.conversation.id,
            )
        )  # fmt: skip
    return scores


def claims(scores: Sequence[Score]) -> Claims:
    """The shares.

    Raises:
        ValueError: there are no pairs.
    """
    if not scores:
        raise ValueError("no pairs were asked")
    shares = {name: sum(one.scores[name] for one in scores) / len(scores) for name in ("answered", "rightly", "false")}
    return Claims(**shares, pairs=len(scores))
