"""Where the weights of `memory/fusion.py` come from, and what each part of the evidence brings, on LoCoMo.

    python benchmarks/fuse.py ../shared/data/locomo/locomo5.zip

Each conversation's figure is that of weights fitted to the others: softmax over the turns of a question, so that the
evidence gets as much of it as can be. Categories 1 to 4; recall@10 by turns. The last lines are the weights fitted to
all of them, to be rounded and written down.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pawsona.bench.core import Table
from pawsona.bench.recall.conversation import Conversation
from pawsona.bench.recall.locomo import ADVERSARIAL, load
from pawsona.bench.recall.replay import Replay
from pawsona.domain.ports import Embedder
from pawsona.embed import open_embedder
from pawsona.memory.evidence import PARTS, evidence, worded
from pawsona.memory.question import understood

Numbers = NDArray[np.float64]
MEANINGS = ("meaning", "around", "session meaning")
TOP = 10
AGAINST = 150
"""Turns that a question's evidence has to stand out from: those with the most of everything."""


@dataclass
class Asked:
    """A question, the evidence for every turn, and which turns answer it."""

    category: str
    parts: Numbers
    right: NDArray[np.int64]


async def asked(conversation: Conversation, embedder: Embedder) -> list[Asked]:
    found = []
    async with Replay.open(conversation, embedder) as replay:
        await replay.say()
        bond, person = replay.pet.bond, replay.person
        for one in conversation.questions:
            if one.category == ADVERSARIAL or not one.evidence:
                continue
            names = tuple(dict.fromkeys(turn.speaker for turn in conversation.turns))
            question = understood(one.ask, person, person.local(one.asked_at).date(), names)
            [vector] = await embedder.embed([question.text])
            sheet = await replay.store.index.sheet(bond, embedder.name, len(vector) // 4)
            all_ = evidence(sheet, worded(sheet, question), np.frombuffer(vector, "<f4"))
            ids = [replay.turns[ref].id for ref in sheet.refs]  # type: ignore[index]  # a turn's ref is its message
            right = [place for place, row in enumerate(all_.rows) if ids[row] in one.evidence]
            found.append(Asked(one.category, all_.parts.astype(np.float64), np.array(right)))
    return found


def fitted(questions: Sequence[Asked], columns: Sequence[int]) -> Numbers:
    """Weights of some parts by Adam on the softmax's cross-entropy, with a little of L2."""
    deviation = np.concatenate([one.parts for one in questions])[:, columns].std(axis=0) + 1e-9
    cases = [_case(one, one.parts[:, columns] / deviation) for one in questions]
    weights: Numbers = np.zeros(len(columns))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, 251):
        slope = 1e-3 * weights
        for parts, right in cases:
            scores = parts @ weights
            share = np.exp(scores - scores.max())
            slope = slope + (parts.T @ (share / share.sum()) - parts[right].mean(axis=0)) / len(cases)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.05 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    raw: Numbers = weights / deviation
    return raw


def _case(one: Asked, parts: Numbers) -> tuple[Numbers, NDArray[np.int64]]:
    near = np.argsort(-parts.sum(axis=1))[:AGAINST]
    kept = np.union1d(near, one.right)
    return parts[kept], np.searchsorted(kept, one.right)


def recall(one: Asked, weights: Numbers, columns: Sequence[int]) -> float:
    best = np.argsort(-(one.parts[:, columns] @ weights), kind="stable")[:TOP]
    return len(np.intersect1d(best, one.right)) / len(one.right)


def crossed(groups: Sequence[Sequence[Asked]], columns: Sequence[int]) -> list[tuple[str, float]]:
    """Category and recall of each question, by weights that have not seen its conversation."""
    found = []
    for group in groups:
        weights = fitted([one for other in groups if other is not group for one in other], columns)
        found += [(one.category, recall(one, weights, columns)) for one in group]
    return found


def row(name: str, found: Sequence[tuple[str, float]]) -> tuple[str, ...]:
    categories = sorted({category for category, _ in found})
    by = [np.mean([value for other, value in found if other == category]) for category in categories]
    return (name, *(f"{value:.3f}" for value in (np.mean([value for _, value in found]), *by)))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    with tempfile.TemporaryDirectory() as home:
        embedder = open_embedder("auto", Path(home), "en")
    groups = [await asked(one, embedder) for one in load(parser.parse_args().data).conversations]
    every = list(range(len(PARTS)))
    spelling = [PARTS.index(part) for part in PARTS if part not in MEANINGS]
    arms = {"all parts": every, "no vectors": spelling}
    arms |= {f"without {part}": [n for n in every if PARTS[n] != part] for part in PARTS}
    table = Table("Turn recall@10, weights fitted to the other conversations", ("", "all", "1", "2", "3", "4"))
    for name, columns in arms.items():
        table.add(*row(name, crossed(groups, columns)))
    table.show()
    whole = [one for group in groups for one in group]
    for name, columns in (("meaning", every), ("spelling", spelling)):
        weights = fitted(whole, columns)
        print(name, {PARTS[column]: round(float(weight), 2) for column, weight in zip(columns, weights, strict=True)})


if __name__ == "__main__":
    asyncio.run(main())
