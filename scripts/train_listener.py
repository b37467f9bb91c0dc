"""Teach the listener from the committed lines: python scripts/train_listener.py [--epochs 8].

Needs torch (not a dependency of Pawsona): pip install torch==2.13.0. It learns two things at once: whether a told line
answers a question (`told/`: each line has questions that it answers and others that only sound so), and whether and how
long a line is worth keeping and what it is about (`told/`, `kept/`, and every second line of `collect/lines`; the
others are left to measure by). The product asks it only whether; docs/log.md says why. At the end it writes
src/pawsona/embed/listener.npz. The one that is shipped was taught in two parts, five epochs without `kept/` and three
with it; this one run of eight, which nobody has run yet, does nearly the same: its digits will differ. About twelve
minutes of one core.
"""

import argparse
import copy
import json
import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import torch
from network import Network, base, descend
from torch import nn
from torch.nn import functional
from train_reader import BATCH, batches
from write_reader import changes

from pawsona.care.gloss import glossed
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import TOPICS
from pawsona.embed.listener import BEGIN, BETWEEN, FILE, FIRST, LONGEST, SECOND
from pawsona.embed.minilm import MiniLM
from pawsona.memory.slots import slots

SETS = Path(__file__).parent.parent / "benchmarks" / "sets"
KEEP = ("none", "short_term", "long_term", "permanent")
ABOUT = sorted(TOPICS)
RATE, SOFT, ELSEWHERE, ASIDE = 1e-4, 0.015, 0.7, 0.3
"""The rate; what a label leaves to the others; what keeping counts beside answering, and a topic beside that."""
NAMES = (
    "Tom Priya Kofi Anna Marek Leila Owen Sana Bruno Ines Yuki Femi Carla Dov Greta Hamid Joan Karl Mina Nico Olga "
    "Pavel Rosa Stan Tessa Umar Vera Will Zoe Abby"
).split()
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b")
_WORD = re.compile(r"\w+")


class Listener(Network):
    """MiniLM with heads: answers, keep (4), topic (24)."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__(weights)
        self.heads = nn.Linear(768, 1 + len(KEEP) + len(ABOUT))


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


def keeps() -> Iterator[dict]:
    """Lines with how long they are worth keeping."""
    for language in LANGUAGES:
        lines = rows(SETS / "collect" / "lines" / f"{language}.jsonl")
        others = rows(SETS / "told" / f"{language}.jsonl") + rows(SETS / "kept" / f"{language}.jsonl")
        for row in [*others, *lines[::2]]:
            keep = row.get("keep") or row["retention"]
            topic = ABOUT.index(row["topic"]) if row["topic"] in ABOUT else -1
            also = [KEEP.index(one) for one in row.get("or", []) if one in KEEP]
            before = row.get("before", "")
            yield {
                "say": row["say"], "before": before, "language": language, "ids": read(before, row["say"]),
                "text": before + row["say"], "keep": KEEP.index(keep), "or": also, "topic": topic,
            }  # fmt: skip


def spoken(language: Language) -> list[tuple[str, str]]:
    """What people say on ordinary days, with what was said before."""
    found = [(row["before"], row["say"]) for row in rows(SETS / "collect" / "lines" / f"{language}.jsonl")]
    for session in rows(SETS / "collect" / "dev" / f"{language}.jsonl"):
        turns = session["turns"]
        found += [(turns[n - 1]["say"] if n else "", turn["say"]) for n, turn in enumerate(turns)
                  if turn["who"] == "person"]  # fmt: skip
    return found


@dataclass
class Told:
    """The told lines of one language, dressed anew each time: with talk around, with other names, with other kin."""

    language: Language
    rng: random.Random
    lines: list[dict] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = rows(SETS / "told" / f"{self.language}.jsonl")
        self.talk = spoken(self.language)
        self.near = self._near()

    def pairs(self) -> Iterator[dict]:
        """Each question with its line, and some with another line."""
        for at, row in enumerate(self.lines):
            for n, question in enumerate(row["answered"]):
                yield from self._answered(question, row["say"])
                yield from self._elsewhere(question, self.near[at][n])
            for question in row["not"]:
                yield self._pair(question, row["say"], 0)

    def _answered(self, question: str, line: str) -> Iterator[dict]:
        shared = [name for name in _NAME.findall(question) if name in line] if self.language == "en" else []
        other = self.rng.choice(NAMES)
        if shared and self.rng.random() < 0.3:
            yield self._pair(question.replace(shared[0], other), line.replace(shared[0], other), 1)
        else:
            yield self._pair(question, line, 1)
            if shared and self.rng.random() < 0.3:
                yield self._pair(question.replace(shared[0], other), line, 0)
        if self.rng.random() < 0.35 and (asked := self._of_another(question, line)):
            yield self._pair(asked, line, 0)

    def _elsewhere(self, question: str, near: list[int]) -> Iterator[dict]:
        chance = self.rng.random()
        if chance < 0.5:
            yield self._pair(question, self.lines[self.rng.choice(near)]["say"], 0)
        elif chance < 0.8:
            yield self._pair(question, self.rng.choice(self.talk)[1], 0)

    def _of_another(self, question: str, line: str) -> str:
        """The question about a brother for a sister, where the line has none of them."""
        known = slots(self.language)
        words = known.pattern.findall(question) if known.pattern else _WORD.findall(question)
        kin = [(word, known.members[word]) for word in words if word in known.members]
        if not kin:
            return ""
        word, (name, number) = self.rng.choice(kin)
        others = [w for w, (kind, n) in known.members.items() if kind == name and n != number and w not in line.lower()]
        return question.replace(word, self.rng.choice(others), 1) if others else ""

    def _pair(self, question: str, line: str, answers: int) -> dict:
        ids = read(question, self._dressed(line))
        return {"answers": float(answers), "ids": ids, "text": " " * len(ids)}

    def _dressed(self, line: str) -> str:
        """A line with what the pet asked before, or beside another one, as recall will show it."""
        before, other = self.rng.choice(self.talk)
        chance = self.rng.random()
        if chance < 0.2:
            return f"{before} {line}".strip()
        if chance < 0.4:
            beside = other if self.rng.random() < 0.6 else self.rng.choice(self.lines)["say"]
            return " / ".join([line, beside] if self.rng.random() < 0.5 else [beside, line])
        return line

    def _near(self) -> list[list[list[int]]]:
        """For each question of each line the other lines that are nearest to it."""
        model = MiniLM.open(Path(mkdtemp()))
        lines = _vectors(model, [row["say"] for row in self.lines])
        found = []
        for at, row in enumerate(self.lines):
            close = _vectors(model, row["answered"]) @ lines.T
            found.append([[int(n) for n in np.argsort(-one) if n != at][:8] for one in close])
        return found


def _vectors(model: MiniLM, texts: Sequence[str]) -> np.ndarray:
    found = [np.frombuffer(vector, "<f4") for vector in model.vectors([glossed(text) for text in texts])]
    return np.array(found, dtype=np.float32).reshape(len(texts), 384)


def ids_of(batch: Sequence[dict]) -> torch.Tensor:
    """Token ids of a batch, padded with 0."""
    ids = torch.zeros(len(batch), max(len(row["ids"]) for row in batch), dtype=torch.long)
    for n, row in enumerate(batch):
        ids[n, : len(row["ids"])] = torch.tensor(row["ids"])
    return ids


def loss_of(out: torch.Tensor, batch: Sequence[dict]) -> torch.Tensor:
    """How far the heads are from the labels; a batch is of pairs or of lines to keep."""
    if "answers" in batch[0]:
        wanted = torch.tensor([row["answers"] for row in batch]) * (1 - 2 * SOFT) + SOFT
        return functional.binary_cross_entropy_with_logits(out[:, 0], wanted)
    keep = torch.zeros(len(batch), len(KEEP))
    for n, row in enumerate(batch):
        keep[n, row["keep"]] = 0.7 if row["or"] else 1.0
        keep[n, row["or"]] += 0.3 / max(len(row["or"]), 1)
    topic = torch.tensor([row["topic"] for row in batch])
    aside = functional.cross_entropy(out[:, 5:], topic, ignore_index=-1) if (topic >= 0).any() else 0.0
    return ELSEWHERE * (functional.cross_entropy(out[:, 1:5], keep * (1 - 4 * SOFT) + SOFT) + ASIDE * aside)


def teach(net: Listener, told: Sequence[Told], epochs: int) -> Listener:
    """AdamW in bfloat16 with float32 masters; the rate rises for a tenth of the steps and falls to none."""
    master = {p: nn.Parameter(p.detach().float().clone()) for p in net.parameters() if p.requires_grad}
    net.bfloat16().train()
    heads = set(net.heads.parameters())
    groups = [{"params": [m for p, m in master.items() if (p in heads) == own], "lr": RATE * (10 if own else 1)}
              for own in (False, True)]  # fmt: skip
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    kept = list(keeps())
    steps = math.ceil((sum(1 for one in told for _ in one.pairs()) + len(kept)) / BATCH + 2) * epochs
    falling = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min(1, 10 * (n + 1) / steps) * max(0, 1 - n / steps)
    )
    for epoch in range(epochs):
        losses = []
        chunks = batches([row for one in told for row in one.pairs()]) + batches(kept)
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
    ask.add_argument("--epochs", type=int, default=8)
    ask.add_argument("--seed", type=int, default=0)
    given = ask.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    told = [Told(language, random.Random(given.seed)) for language in LANGUAGES]
    write(teach(Listener(base()[0]), told, given.epochs))


if __name__ == "__main__":
    main()
