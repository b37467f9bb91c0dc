"""What is learned of how lines are spelled: whether they are a risk, and which family of texts would answer them."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch.nn import functional

from pawsona.care.categories import FAMILY_NAMES, family
from pawsona.care.ngrams import BUCKETS, FEW, pieces
from pawsona.care.rulebook import rules

RIDGE, RIDGE_OF_KINDS = 0.1, 0.05


def linear(rows: Sequence[dict]) -> tuple[np.ndarray, np.ndarray]:
    """Rarity and weights: logistic regression over pieces of spelling; what one line has counts not at all."""
    y = torch.tensor([float(row["tier"] != "none") for row in rows])
    counted = [pieces(row["read"], row["han"]) for row in rows]
    rarity = np.zeros(BUCKETS, dtype=np.float32)
    for language in ("en", "zh"):
        own = [c for c, row in zip(counted, rows, strict=True) if row["language"] == language]
        among = np.bincount([bucket for c in own for bucket in c], minlength=BUCKETS)
        rarity = np.maximum(rarity, np.where(among > 1, 1 + np.log(len(own) / np.maximum(among, 1)), 0))
    x = table(counted, rarity)
    w = torch.zeros(BUCKETS, requires_grad=True)
    bias = torch.zeros(1, requires_grad=True)
    optimiser = torch.optim.LBFGS([w, bias], max_iter=60, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(torch.mv(x, w) + bias, y, reduction="sum")
        loss = loss + RIDGE * (w * w).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    return rarity.astype(np.float32), w.detach().numpy()


def table(counted: Sequence[Mapping[int, float]], rarity: np.ndarray, wide: int = BUCKETS) -> torch.Tensor:
    """Weighed pieces of unit length, one row a line."""
    rows = [{b: v * rarity[b] for b, v in c.items() if rarity[b]} for c in counted]
    cells = [(n, b, v / math.hypot(*row.values())) for n, row in enumerate(rows) for b, v in row.items()]
    at, values = torch.tensor([cell[:2] for cell in cells]).T, torch.tensor([cell[2] for cell in cells]).float()
    return torch.sparse_coo_tensor(at, values, (len(rows), wide)).to_sparse_csr()


def kinds(rows: Sequence[dict], rarity: np.ndarray) -> np.ndarray:
    """Weights of pieces for each family, (FEW, families): softmax regression over risks, families alike in weight."""
    names = {number: family(name) for name, number in rules().categories.items()}
    risks = [row for row in rows if row["tier"] != "none"]
    y = torch.tensor([FAMILY_NAMES.index(names[row["category"]]) for row in risks])
    x = table([folded(pieces(row["read"], row["han"]), rarity) for row in risks], np.ones(FEW, dtype=np.float32), FEW)
    w = torch.zeros(FEW, len(FAMILY_NAMES), requires_grad=True)
    share = len(y) / (len(FAMILY_NAMES) * torch.bincount(y, minlength=len(FAMILY_NAMES)).clamp(min=1))
    optimiser = torch.optim.LBFGS([w], max_iter=60, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = functional.cross_entropy(x @ w, y, weight=share, reduction="sum") + RIDGE_OF_KINDS * (w * w).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    return w.detach().numpy()


def folded(counted: Mapping[int, float], rarity: np.ndarray) -> dict[int, float]:
    """Weighed pieces in few buckets."""
    found: dict[int, float] = {}
    for bucket, value in counted.items():
        found[bucket % FEW] = found.get(bucket % FEW, 0.0) + value * float(rarity[bucket])
    return found
