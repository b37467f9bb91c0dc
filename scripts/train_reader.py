"""Train the risk reader from the committed lines: python scripts/train_reader.py fold a|b|c|d|g|h|i, then final.

Needs torch (not a dependency of Pawsona): pip install torch==2.13.0. `fold` leaves out one writer of each language, and
every eighth contrast set of `--eighth`, and keeps what the rest make of these lines; `final` trains on all; then
scripts/write_reader.py makes care's content of them. `--begun` goes on from a network of an earlier run. Six minutes
of one core an epoch.
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
from network import Network, base, descend
from spelling import kinds, linear
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from pawsona.care.gloss import glossed, has_han
from pawsona.care.ngrams import pieces, score
from pawsona.care.normal import readable
from pawsona.care.rulebook import rules

SETS = Path(__file__).parent.parent / "benchmarks" / "sets"
TIERS = ("none", "concern", "high", "imminent")
EPOCHS, BATCH, RATE, ORDINARY, MIXED = 5, 32, 1e-4, 300, 3
TALK = ("b", "c")
"""Whose ordinary messages are taught; the others' are left to weigh and measure by."""
TIER_WEIGHTS = (1.0, 1.0, 1.0, 2.5)
"""Few lines are imminent, and they count most."""
IN_SETS = ("d", "g", "h", "i")
"""Who wrote disclosures each followed by look-alikes that share their words."""
APART, AT_LEAST = 0.2, 3.0
"""How much it counts that a disclosure seems this much likelier a risk, as a logit, than the look-alikes of its set."""
PLAIN = {"category": 0, "tier": "none", "writer": ""}


def lines() -> list[dict]:
    """All lines that may be trained on: the writers', pairs of a disclosure and its look-alike, and ordinary talk."""
    found = []
    for language in ("en", "zh"):
        found += [row | {"language": language} for row in _rows(SETS / "care" / f"{language}.jsonl")]
        pairs = SETS / "care" / "pairs" / f"{language}.jsonl"
        found += [row | {"language": language, "writer": ""} for row in (_rows(pairs) if pairs.exists() else [])]
        kept = _rows(SETS / "collect" / "lines" / f"{language}.jsonl")[:ORDINARY]
        found += [{"text": row["say"], "language": language} | PLAIN for row in kept]
    number_sets(found)
    return _read(found)


def number_sets(rows: Sequence[dict]) -> None:
    """Gives each line the number of its contrast set: some disclosures, and the look-alikes that follow them."""
    before = {"writer": "", "tier": "none", "language": ""}
    number = 0
    for row in rows:
        other = (row["writer"], row["language"]) != (before["writer"], before["language"])
        number += other or row["writer"] not in IN_SETS or (row["tier"] != "none" and before["tier"] == "none")
        row["set"], before = number, row


def left_out_of(rows: Sequence[dict], writer: str, eighth: str) -> list[int]:
    """Which lines a fold leaves out: those of a writer, and of others every eighth set."""
    own = {n for n, row in enumerate(rows) if row["writer"] == writer}
    some = {n for n, row in enumerate(rows) if row["writer"] in [*eighth] and row["set"] % 8 == 0}
    return sorted(own | some)


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


def tuned(rows: Sequence[dict], seed: int, begun: Path | None, new: str, epochs: int) -> Network:
    """MiniLM taught on these lines, then once more on them among ordinary talk; in bfloat16 with float32 masters.

    Args:
        rows: the lines.
        seed: of order and dropout.
        begun: a network of an earlier run, in place of the first part; then the rate is that part's.
        new: see `batches`.
        epochs: of the second part.
    """
    torch.manual_seed(seed)
    random.seed(seed)
    net = Network(base()[0])
    if begun:
        net.load_state_dict(torch.load(begun, weights_only=False)["net"])
    else:
        teach(net, rows, EPOCHS, RATE, "")
    teach(net, [*rows, *ordinary()], epochs, RATE if begun else RATE / 2, new)
    return net.eval()


def teach(net: Network, rows: Sequence[dict], epochs: int, rate: float, new: str) -> None:
    """Some epochs of AdamW; the rate rises for a tenth of them and falls to none."""
    _, tokenizer = base()
    master = {p: nn.Parameter(p.detach().float().clone()) for p in net.parameters() if p.requires_grad}
    net.bfloat16().train()
    heads = set(net.heads.parameters())
    rates = {False: rate, True: 10 * rate}
    groups = [{"params": [m for p, m in master.items() if (p in heads) == own], "lr": r} for own, r in rates.items()]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    steps = len(batches(rows, new)) * epochs
    falling = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min(1, 10 * (n + 1) / steps) * max(0, 1 - n / steps)
    )
    for epoch in range(epochs):
        total = 0.0
        for batch in batches(rows, new):
            loss = loss_of(net(ids_of(batch, tokenizer)), batch)
            descend(loss, list(master), master, optimiser, falling)
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / steps * epochs:.3f}", flush=True)
    net.float()
    with torch.no_grad():
        for p, m in master.items():
            p.data = m.data


def batches(rows: Sequence[dict], new: str = "") -> list[list[dict]]:
    """All lines once, in an order of chance; lines of a length together, and those of a contrast set.

    Args:
        rows: the lines.
        new: writers whose lines are not known yet; of the others' half is taken, by chance. None: all.
    """
    sets: dict[tuple[int, str], list[dict]] = {}
    for n, row in enumerate(rows):
        sets.setdefault((row["set"], "") if "set" in row else (n, "talk"), []).append(row)
    some = [own for own in sets.values() if not new or own[0]["writer"] in [*new] or torch.rand(()) < 0.5]
    mixed = random.sample(some, len(some))
    found: list[list[dict]] = []
    while mixed:
        chunk: list[list[dict]] = []
        while mixed and sum(map(len, chunk)) < 8 * BATCH:
            chunk.append(mixed.pop())
        chunk.sort(key=lambda own: max(len(row["text"]) for row in own))
        flat = [row for own in chunk for row in own]
        size = math.ceil(len(flat) / max(1, round(len(flat) / BATCH)))
        found += [flat[n : n + size] for n in range(0, len(flat), size)]
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
    return functional.binary_cross_entropy_with_logits(out[:, 0], risk) + 0.4 * aside + APART * apart(out[:, 0], rows)


def apart(risk: torch.Tensor, rows: Sequence[dict]) -> torch.Tensor:
    """How far disclosures are from being told apart from the look-alikes of their own set."""
    own = torch.tensor([row.get("set", -1) if row["writer"] in IN_SETS else -1 for row in rows])
    risky = torch.tensor([row["tier"] != "none" for row in rows])
    pairs = (own[:, None] == own) & risky[:, None] & ~risky & (own >= 0)
    if not pairs.any():
        return torch.zeros(())
    return functional.softplus(AT_LEAST - (risk[:, None] - risk)[pairs]).mean()


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
    ask.add_argument("--new", default="", help="writers that the network begun with doesn't know")
    ask.add_argument("--eighth", default="", help="writers of whom every eighth set is left out as well")
    ask.add_argument("--epochs", type=int, default=MIXED)
    given = ask.parse_args()
    given.work.mkdir(exist_ok=True)
    torch.set_num_threads(1)
    rows = lines()
    left = left_out_of(rows, given.which, given.eighth) if given.step == "fold" else []
    gone = set(left)
    taught = [row for n, row in enumerate(rows) if n not in gone]
    print(f"{len(taught)} lines of {len(rows)}", flush=True)
    name = f"{given.step}{given.which}-{given.seed}"
    spelling = linear([*taught, *ordinary()])
    net = tuned(taught, given.seed, given.begun, given.new, given.epochs)
    kept = {"net": net.state_dict(), "spelling": spelling, "kinds": kinds(taught, spelling[0])}
    torch.save(kept, given.work / f"{name}.pt")
    if left:
        own = [rows[n] for n in left]
        spelled = [score(pieces(row["read"], row["han"]), *spelling) for row in own]
        np.savez(given.work / f"{name}.npz", left=left, said=said(net, own), spelled=spelled)


if __name__ == "__main__":
    main()
