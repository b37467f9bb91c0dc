"""Make care/content/reader/ of what scripts/train_reader.py left: python scripts/write_reader.py [--work reader-work].

How the voices are weighed is fitted on the lines of the writers who were left out, and the bias so that of their
harmless look-alikes no more than `ALARMS` are taken for a risk.
"""

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import yaml
from torch.nn import functional
from train_reader import PARTS, base, lines

from pawsona.care.reader import FOLDER
from pawsona.care.screen import found_in

ALARMS = 0.03
KEYS = ("sentences", "spelling", "plain", "found")
VOICES = {"both": KEYS, "spelling": KEYS[1:]}
HEAD = """# How the reader weighs its voices: by scripts/write_reader.py, on lines of writers that it had not been taught on.
# `both`: with the model of sentences; `spelling`: without it. `many` is what each further part of a long text costs.
"""


def left_out(work: Path, rows: Sequence[dict]) -> tuple[list[dict], np.ndarray]:
    """The lines of every fold that was made, and what each voice said of them: (lines, KEYS)."""
    kept, voices = [], []
    for path in sorted(work.glob("fold*.npz")):
        own = [row for row in rows if row["writer"] == path.stem[4]]
        with np.load(path) as file:
            said, spelled = file["said"][:, 0], file["spelled"]
        stated = [found_in(row["text"]) for row in own]
        kept += own
        voices.append(np.stack([said, spelled, [s.plain for s in stated], [s.any for s in stated]], axis=1))
    return kept, np.concatenate(voices).astype(np.float64)


def mix(rows: Sequence[dict], voices: np.ndarray, keys: tuple[str, ...]) -> dict[str, float]:
    """Logistic regression, and a bias moved to where look-alikes are let through."""
    at = [KEYS.index(key) for key in keys]
    x = torch.tensor(voices[:, at])
    y = torch.tensor([float(row["tier"] != "none") for row in rows], dtype=torch.float64)
    w = torch.zeros(len(at) + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([w], max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        risk = x @ w[:-1] + w[-1]
        loss = functional.binary_cross_entropy_with_logits(risk, y, reduction="sum") + 0.5 * (w[:-1] ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    scores = (x @ w[:-1]).detach().numpy()
    limit = float(np.quantile(scores[y.numpy() == 0], 1 - ALARMS))
    weights = dict(zip(keys, w.detach().numpy()[:-1].tolist(), strict=True))
    found = {key: round(weights.get(key, 0.0), 4) for key in KEYS}
    return {**found, "bias": round(-limit, 4), "many": 1.0}


def changes(state: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """What was learned, under the names of the published tables."""
    weights, _ = base()
    names = {"norm": "embeddings.LayerNorm"}
    names |= {f"layers.{n}.{own}": f"encoder.layer.{n}.{part}" for n in range(6) for own, part in PARTS.items()}
    found: dict[str, np.ndarray] = {}
    for own, published in names.items():
        for kind in ("weight", "bias"):
            by = (state[f"{own}.{kind}"] - weights[f"{published}.{kind}"]).numpy()
            if by.ndim == 1:
                found[f"{published}.{kind}"] = by.astype(np.float16)
                continue
            steps, sizes = in_steps(by)
            found[f"{published}.{kind}.steps"] = steps[:, ::2] | steps[:, 1::2] << 4
            found[f"{published}.{kind}.sizes"] = sizes
    return found


def in_steps(by: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in 15 steps around 8, which is none; the size of a step is the one of several that is off least."""
    most, best = np.abs(by).max(axis=1), np.full(len(by), np.inf)
    sizes = np.zeros(len(by), dtype=np.float16)
    for share in (0.3, 0.4, 0.5, 0.6, 0.8, 1.0):
        tried = (most * share / 7).astype(np.float16)
        wide = np.maximum(tried.astype(np.float32), 1e-7)[:, None]
        off = ((np.clip(np.rint(by / wide), -7, 7) * wide - by) ** 2).sum(axis=1)
        sizes, best = np.where(off < best, tried, sizes), np.minimum(off, best)
    wide = np.maximum(sizes.astype(np.float32), 1e-7)[:, None]
    return (np.clip(np.rint(by / wide), -7, 7) + 8).astype(np.uint8), sizes


def main() -> None:
    """See the module."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--work", type=Path, default=Path("reader-work"))
    ask.add_argument("--model", default="final-0.pt")
    given = ask.parse_args()
    torch.set_num_threads(1)
    trained = torch.load(given.work / given.model, weights_only=False)
    rarity, spelling = trained["spelling"]
    state = trained["net"]
    tables = {name: np.where(spelling == 0, 0, table).astype(np.float16) for name, table in
              (("rarity", rarity), ("spelling", spelling))}  # fmt: skip
    heads = {f"heads.{kind}": state[f"heads.{kind}"].numpy().astype(np.float16) for kind in ("weight", "bias")}
    path = FOLDER / "weights.npz"
    np.savez_compressed(path, **tables, **heads, **changes(state))
    rows, voices = left_out(given.work, lines())
    mixes = {}
    for language in ("en", "zh"):
        own = [n for n, row in enumerate(rows) if row["language"] == language]
        for name, keys in VOICES.items():
            mixes[f"{language}.{name}"] = mix([rows[n] for n in own], voices[own], keys)
    data = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "mix": mixes}
    (FOLDER / "reader.yaml").write_text(HEAD + yaml.safe_dump(data, sort_keys=False), "utf-8")


if __name__ == "__main__":
    main()
