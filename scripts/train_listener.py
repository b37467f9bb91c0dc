"""Teach the listener from the committed lines: python scripts/train_listener.py [--epochs 6].

Needs torch (not a dependency of Pawsona): pip install torch==2.13.0. It learns whether and how long a line is worth
keeping and what it is about, from `told/`, `kept/`, `passing/` and every second line of `collect/lines`. Every seventh
line of a writer of `passing/` and the other half of `collect/lines` are left to measure by (scripts/weigh_listener.py).
At the end it writes src/pawsona/embed/listener.npz. About fifteen minutes of one core.
"""

import argparse
import copy
import json
import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import torch
from network import Network, base, descend
from torch import nn
from torch.nn import functional
from train_reader import batches
from write_reader import changes

from pawsona.care.gloss import glossed
from pawsona.domain.language import LANGUAGES
from pawsona.embed.listener import BEGIN, BETWEEN, FILE, FIRST, LONGEST, SECOND
from pawsona.minds.storybook.judging import ABOUT

SETS = Path(__file__).parent.parent / "benchmarks" / "sets"
KEEP = ("none", "short_term", "long_term", "permanent")
RATE, SOFT, ASIDE = 1e-4, 0.015, 0.3
"""The rate; what a label leaves to the others; what a topic counts beside keeping."""
LEFT = 7
"""Of so many lines of a writer one is left out."""


class Listener(Network):
    """MiniLM with heads: keep (4), topic (24)."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__(weights)
        self.heads = nn.Linear(768, len(KEEP) + len(ABOUT))


@lru_cache(maxsize=1)
def tokenizer():
    """MiniLM's."""
    _, found = base()
    found.enable_truncation(LONGEST)
    return found


@cache
def tokens(text: str) -> list[int]:
    """Of one text, Chinese in English."""
    return tokenizer().encode(glossed(text)).ids[1:-1]


def read(one: str, two: str) -> list[int]:
    """Two texts as the listener reads them."""
    return [BEGIN, *tokens(one)[:FIRST], BETWEEN, *tokens(two)[:SECOND], BETWEEN]


def rows(path: Path) -> list[dict]:
    """The lines of a file, none where it is absent."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def keeps(*, left: bool = False) -> Iterator[dict]:
    """Lines with how long they are worth keeping: those that are taught, or those that are left out."""
    for language in LANGUAGES:
        of = {name: rows(SETS / name / f"{language}.jsonl") for name in ("told", "kept", "passing", "collect/lines")}
        passing = [row for n, row in enumerate(of["passing"]) if (n % LEFT == 0) == left]
        found = [*passing, *of["collect/lines"][1 if left else 0 :: 2]]
        for row in found if left else [*of["told"], *of["kept"], *found]:
            keep = row.get("keep") or row["retention"]
            topic = ABOUT.index(row["topic"]) if row["topic"] in ABOUT else -1
            also = [KEEP.index(one) for one in row.get("or", []) if one in KEEP]
            before = row.get("before", "")
            yield {
                "say": row["say"], "before": before, "language": language, "ids": read(before, row["say"]),
                "text": before + row["say"], "keep": KEEP.index(keep), "or": also, "topic": topic,
            }  # fmt: skip


def ids_of(batch: Sequence[dict]) -> torch.Tensor:
    """Token ids of a batch, padded with 0."""
    ids = torch.zeros(len(batch), max(len(row["ids"]) for row in batch), dtype=torch.long)
    for n, row in enumerate(batch):
        ids[n, : len(row["ids"])] = torch.tensor(row["ids"])
    return ids


def loss_of(out: torch.Tensor, batch: Sequence[dict]) -> torch.Tensor:
    """How far the heads are from the labels."""
    keep = torch.zeros(len(batch), len(KEEP))
    for n, row in enumerate(batch):
        keep[n, row["keep"]] = 0.7 if row["or"] else 1.0
        keep[n, row["or"]] += 0.3 / max(len(row["or"]), 1)
    topic = torch.tensor([row["topic"] for row in batch])
    aside = functional.cross_entropy(out[:, 4:], topic, ignore_index=-1) if (topic >= 0).any() else 0.0
    return functional.cross_entropy(out[:, :4], keep * (1 - 4 * SOFT) + SOFT) + ASIDE * aside


def teach(net: Listener, epochs: int) -> Listener:
    """AdamW in bfloat16 with float32 masters; the rate rises for a tenth of the steps and falls to none."""
    master = {p: nn.Parameter(p.detach().float().clone()) for p in net.parameters() if p.requires_grad}
    net.bfloat16().train()
    heads = set(net.heads.parameters())
    groups = [{"params": [m for p, m in master.items() if (p in heads) == own], "lr": RATE * (10 if own else 1)}
              for own in (False, True)]  # fmt: skip
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    lines = list(keeps())
    steps = len(batches(lines)) * epochs
    falling = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min(1, 10 * (n + 1) / steps) * max(0, 1 - n / steps)
    )
    for epoch in range(epochs):
        losses = []
        chunks = batches(lines)
        for batch in random.sample(chunks, len(chunks)):
            loss = loss_of(net(ids_of(batch)), batch)
            descend(loss, list(net.parameters()), master, optimiser, falling)
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}", flush=True)
    whole = copy.deepcopy(net).float().eval()
    with torch.no_grad():
        learned = [p for p in whole.parameters() if p.requires_grad]
        for own, m in zip(learned, master.values(), strict=True):
            own.data = m.data
    return whole


def write(net: Listener) -> None:
    """The changes in steps of 4 bits, and the heads."""
    state = net.state_dict()
    heads = {f"heads.{kind}": state[f"heads.{kind}"].numpy().astype(np.float16) for kind in ("weight", "bias")}
    np.savez_compressed(FILE, **heads, **changes(state))


def main() -> None:
    """See the module."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--epochs", type=int, default=6)
    ask.add_argument("--seed", type=int, default=0)
    given = ask.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    write(teach(Listener(base()[0]), given.epochs))


if __name__ == "__main__":
    main()
