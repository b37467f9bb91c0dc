"""How claims to remember are weighed: fits memory/support.py's weights to pairs of true and never-said questions.

    python benchmarks/claims.py benchmarks/sets/recall/dev --language en
    python benchmarks/claims.py benchmarks/sets/recall/dev benchmarks/sets/recall/pairs --language zh

Prints the weights, and what share of the true questions is answered where 5 to 50% of the never-said ones would be,
each conversation judged by weights fitted to the others. `far` are questions of the other conversations.
"""

import argparse
import asyncio
from dataclasses import astuple, fields
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from pawsona.bench.recall import own
from pawsona.bench.recall.arms import of_recalled
from pawsona.bench.recall.conversation import Conversation
from pawsona.bench.recall.replay import Replay
from pawsona.embed import open_embedder
from pawsona.memory.support import Support

Floats = NDArray[np.float64]
NAMES = [field.name for field in fields(Support)]
RIDGE = 0.02
"""Of the weights of standardised features, for each example."""


class Question:
    """One question with what supports the texts found for it."""

    def __init__(self, conversation: str, kind: str, features: Floats, right: list[bool]) -> None:
        self.conversation, self.kind, self.features, self.right = conversation, kind, features, right


async def asked(conversation: Conversation, others: list[str], embedder: str) -> list[Question]:
    """All questions of a conversation, and never-said ones from elsewhere."""
    found: list[Question] = []
    with TemporaryDirectory() as home:
        opened = open_embedder(embedder, Path(home), conversation.language)
    async with Replay.open(conversation, opened) as replay:
        await replay.say()
        await replay.collect()

        async def ask(kind: str, text: str, evidence: frozenset[str]) -> None:
            read = await replay.recall().supports(replay.pet.bond, replay.person, text, conversation.asked_at)
            features = np.array([astuple(support) for _, support in read], np.float64).reshape(-1, len(NAMES))
            right = [bool({turn for turn, _ in of_recalled(replay, [one])} & evidence) for one, _ in read]
            found.append(Question(conversation.id, kind, features, right))

        for pair in conversation.pairs:
            await ask("true", pair.true, pair.evidence)
            await ask("never", pair.never, frozenset())
        for question in conversation.questions:
            if question.category == "single":
                await ask("single", question.ask, question.evidence)
        for text in others:
            await ask("far", text, frozenset())
    return found


def fitted(questions: list[Question]) -> Floats:
    """Weights and, last, the constant: logistic regression by Newton's method on standardised features."""
    rows, right = [], []
    for one in questions:
        for features, good in zip(one.features, one.right, strict=True):
            if one.kind == "never" or (good and one.kind != "far"):
                rows.append(features)
                right.append(float(good))
    values, wanted = np.array(rows), np.array(right)
    mean, deviation = values.mean(0), values.std(0) + 1e-9
    table = np.c_[(values - mean) / deviation, np.ones(len(values))]
    penalty = np.diag([RIDGE * len(values)] * len(NAMES) + [1e-6])
    weights = np.zeros(len(NAMES) + 1)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (chance - wanted) + penalty @ weights
        weights -= np.linalg.solve((table.T * (chance * (1 - chance))) @ table + penalty, slope)
    plain = weights[:-1] / deviation
    return np.append(plain, weights[-1] - plain @ mean)


def odds(question: Question, weights: Floats) -> float:
    """Of the text that is supported best."""
    return float((question.features @ weights[:-1]).max(initial=-99.0) + weights[-1])


def judged(questions: list[Question]) -> list[tuple[Question, float]]:
    """Each by weights that know nothing of its conversation."""
    names = sorted({one.conversation for one in questions})
    judgements = []
    for name in names:
        weights = fitted([one for one in questions if one.conversation != name])
        judgements += [(one, odds(one, weights)) for one in questions if one.conversation == name]
    return judgements


def area(true: Floats, never: Floats) -> float:
    """Under the ROC curve."""
    return float(((true[:, None] > never).mean() + (true[:, None] >= never).mean()) / 2)


def report(questions: list[Question]) -> None:
    """Print weights and the curve."""
    scores = {kind: np.array([s for q, s in judged(questions) if q.kind == kind]) for kind in ("true", "never", "far")}
    true, never, far = scores["true"], scores["never"], scores["far"]
    print(f"pairs {len(true)}  AUC {area(true, never):.3f}")
    for share in (0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5):
        cut = np.quantile(never, 1 - share)
        print(f"false {share:.2f}  answered {(true > cut).mean():.2f}  far {(far > cut).mean():.3f}  odds {cut:+.2f}")
    weights = fitted(questions)
    print(
        "  ".join(f"{name} {weight:+.2f}" for name, weight in zip(NAMES, weights, strict=False)), f"{weights[-1]:+.2f}"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--language", choices=("en", "zh"), required=True)
    parser.add_argument("--embedder", default="auto")
    given = parser.parse_args()
    read = [one for folder in given.folders for one in own.load(folder).conversations]
    conversations = [one for one in read if one.language == given.language]
    questions: list[Question] = []
    for one in conversations:
        others = [pair.true for other in conversations if other is not one for pair in other.pairs[:25]]
        questions += asyncio.run(asked(one, others, given.embedder))
    report(questions)


if __name__ == "__main__":
    main()
