"""Make care/content/reader/ of what scripts/train_reader.py left: python scripts/write_reader.py [--work reader-work].

How the voices are weighed is fitted on the lines of the writers who were left out, and the bias so that of their
harmless look-alikes no more than `ALARMS` are taken for a risk. How tiers and
categories are judged is fitted on them, too.
"""

import argparse
import hashlib
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import torch
import yaml
from network import PARTS, Network, base
from torch.nn import functional
from train_reader import TIERS, lines, ordinary, said

from pawsona.care.categories import FAMILY_NAMES, FIELD_NAMES, FIELDS, family
from pawsona.care.ngrams import pieces, score, scores
from pawsona.care.reader import CATEGORIES, FOLDER
from pawsona.care.reader import TIERS as TIER_HEADS
from pawsona.care.rulebook import rules
from pawsona.care.screen import found_in, needed_in

ALARMS, IN_TURNS, IN_TALK = 0.03, 0.015, 0.01
CAREFUL, CAREFUL_IN_TALK = 0.12, 0.03
"""Shares of look-alikes, of turns of ordinary talk (a few hundred) and of messages alone that may be taken for a risk,
and for a reason to be careful."""
KEYS = ("sentences", "spelling", "plain", "found")
TOO_LOW, TOO_HIGH, WRONG = 3, 2, 2
"""What an imminent line read too low costs and a concern read too high, where other slips cost 1; a wrong text where a
right one brings 1."""
VOICES = {"both": KEYS, "spelling": KEYS[1:]}
HEAD = """# How the reader weighs its voices, by scripts/write_reader.py on lines of writers it was not taught on.
# `both`: with the model of sentences; `spelling`: without it. `many` and `row` are what further parts of a long text
# cost, and messages in a row; `careful`: how far below an alarm being careful begins. `judging`: what the
# heads, the spelling and the rules count for a family of categories, and how likely it must be; what tiers get on top.
"""


def left_out(work: Path, rows: Sequence[dict]) -> tuple[list[dict], np.ndarray, np.ndarray]:
    """The lines of every fold that was made, what each voice said of them (lines, KEYS), and all heads and kinds."""
    kept, voices, said_ = [], [], []
    for path in sorted(work.glob("fold*.npz")):
        trained = torch.load(path.with_suffix(".pt"), weights_only=False)
        with np.load(path) as file:
            own = [rows[n] for n in file["left"]]
            kinds = [scores(pieces(r["read"], r["han"]), trained["spelling"][0], trained["kinds"]) for r in own]
            voices.append(heard(own, file["said"][:, 0], file["spelled"]))
            said_.append(np.concatenate([file["said"], np.stack(kinds)], axis=1))
        kept += own
    return kept, np.concatenate(voices), np.concatenate(said_)


def heard(rows: Sequence[dict], said: np.ndarray, spelled: np.ndarray) -> np.ndarray:
    """What each voice says of lines: (lines, KEYS)."""
    known = [found_in(row["text"]) for row in rows]
    voices = [said, spelled, [k.plain for k in known], [bool(k.category) for k in known]]
    return np.stack([np.asarray(voice, dtype=np.float64) for voice in voices], axis=1)


def mix(rows: Sequence[dict], voices: np.ndarray, needed: np.ndarray, keys: tuple[str, ...]) -> dict[str, float]:
    """Logistic regression, and a bias moved to where look-alikes, turns of talk and messages alone are let through.

    Args:
        rows: lines that were left out, and ordinary talk.
        voices: what each voice says of them.
        needed: above which risk each is answered; what the rules raise by themselves counts among the false alarms.
        keys: the voices that are heard.
    """
    at = [KEYS.index(key) for key in keys]
    lines_ = np.array([bool(row["writer"]) for row in rows])
    x = torch.tensor(voices[:, at])
    y = torch.tensor([float(row["tier"] != "none") for row in rows], dtype=torch.float64)
    w = torch.zeros(len(at) + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([w], max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        risk = x[lines_] @ w[:-1] + w[-1]
        loss = functional.binary_cross_entropy_with_logits(risk, y[lines_], reduction="sum") + 0.5 * (w[:-1] ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    scores = (x @ w[:-1]).detach().numpy() - needed
    alike = scores[[row["tier"] == "none" and bool(row["writer"]) for row in rows]]
    kinds = [(bool(row["writer"]), "\n" in row["text"], "alone" in row) for row in rows]
    turns, alone = (scores[[kind == (False, False, by_itself) for kind in kinds]] for by_itself in (False, True))
    together = scores[[not row["writer"] and "\n" in row["text"] for row in rows]]
    limit, soft = (
        max(np.quantile(alike, 1 - of_alike), np.quantile(turns, 1 - of_turns), np.quantile(alone, 1 - of_talk))
        for of_alike, of_turns, of_talk in ((ALARMS, IN_TURNS, IN_TALK), (CAREFUL, CAREFUL_IN_TALK, CAREFUL_IN_TALK))
    )
    risks = scores[y.numpy() == 1]
    print(f"{keys[0]}: {np.mean(risks > limit):.3f} found, {np.mean(alike > limit):.3f} of look-alikes,"
          f" {np.mean(turns > limit):.3f} of talk; careful {np.mean(risks > soft):.3f}, {np.mean(alike > soft):.3f},"
          f" {np.mean(turns > soft):.3f}")  # fmt: skip
    row = round(max(0.0, float(np.quantile(together, 1 - IN_TALK) - limit)), 4)
    weights = dict(zip(keys, w.detach().numpy()[:-1].tolist(), strict=True))
    found = {key: round(weights.get(key, 0.0), 4) for key in KEYS}
    return {**found, "bias": round(-float(limit), 4), "many": 1.0, "row": row, "careful": round(float(limit - soft), 4)}


def judging(rows: Sequence[dict], heads: np.ndarray) -> dict[str, float]:
    """How tiers and categories are judged: see `Judging`.

    Args:
        rows: lines that were left out.
        heads: what heads and kinds said of them.
    """
    risks = [n for n, row in enumerate(rows) if row["tier"] != "none"]
    rows, heads = [rows[n] for n in risks], heads[risks]
    high, imminent = added_to_tiers(rows, heads)
    table = {number: family(name) for name, number in rules().categories.items()}
    of = np.array([table[number] for number in range(1, 34)])
    found = np.array([family(k.category) if k.category else "" for k in (found_in(row["text"]) for row in rows)])
    right = np.array([table[row["category"]] for row in rows])
    names = np.array(sorted(set(of)))
    spelled = heads[:, 39:][:, [FAMILY_NAMES.index(name) for name in of]]

    def shares(by: tuple[float, float, float]) -> np.ndarray:
        logits = by[0] * heads[:, CATEGORIES][:, 1:] + by[1] * spelled + by[2] * (of == found[:, None])
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.stack([likely[:, of == name].sum(axis=1) for name in names], axis=1) / likely.sum(axis=1)[:, None]

    at = np.searchsorted(names, right)
    tried = product(np.arange(0.2, 1.2, 0.1), np.arange(0, 4, 0.5), np.arange(0, 5, 0.5))
    best = max(tried, key=lambda by: (shares(by).argmax(axis=1) == at).sum())
    likely = shares(best)
    fits = likely.argmax(axis=1) == at
    sure = surest(likely.max(axis=1), fits)
    told = likely.max(axis=1) > sure
    print(f"family right {fits.mean():.3f}; sure {told.mean():.3f}, right then {fits[told].mean():.3f}")
    fields = np.stack([likely[:, [FIELDS.get(n) == field for n in names]].sum(axis=1) for field in FIELD_NAMES], axis=1)
    its = np.array([FIELDS.get(name, "") for name in right])
    fits_field = np.array(FIELD_NAMES)[fields.argmax(axis=1)] == its
    least_of_field = surest(fields.max(axis=1)[~told], fits_field[~told])
    wide = ~told & (fields.max(axis=1) > least_of_field)
    print(f"field right {fits_field.mean():.3f}; of the others sure {wide.mean():.3f},"
          f" right then {fits_field[wide].mean():.3f}")  # fmt: skip
    numbers = dict(zip(("heads", "spelling", "named"), best, strict=True))
    numbers |= {"sure": sure, "sure_of_field": least_of_field, "concern": 0, "high": high, "imminent": imminent}
    return {key: round(float(number), 4) for key, number in numbers.items()}


def surest(likely: np.ndarray, fits: np.ndarray) -> float:
    """From which likelihood on a text brings more by being right than it costs by being wrong."""
    return max(np.arange(0.2, 0.99, 0.02), key=lambda least: np.where(fits, 1, -WRONG)[likely > least].sum())


def added_to_tiers(rows: Sequence[dict], heads: np.ndarray) -> tuple[float, float]:
    """What `high` and `imminent` get on top, so that what is read too low or too high costs least."""
    tier = np.array([TIERS.index(row["tier"]) for row in rows])

    def read(added: tuple[float, float]) -> np.ndarray:
        return 1 + (heads[:, TIER_HEADS][:, 1:] + (0, *added)).argmax(axis=1)

    def cost(added: tuple[float, float]) -> float:
        off = tier - read(added)
        price = np.where((off > 0) & (tier == 3), TOO_LOW, np.where((off < 0) & (tier == 1), TOO_HIGH, 1))
        return float((np.abs(off) * price).sum())

    best = min(product(np.arange(0, 3, 0.25), np.arange(0, 4, 0.25)), key=cost)
    now = read(best) == 3
    print(f"imminent read so {now[tier == 3].mean():.3f}, others {now[tier < 3].mean():.3f};"
          f" tier right {np.mean(read(best) == tier):.3f}")  # fmt: skip
    return best


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
    tables["kinds"] = trained["kinds"].astype(np.float16)
    own = {f"heads.{kind}": state[f"heads.{kind}"].numpy().astype(np.float16) for kind in ("weight", "bias")}
    path = FOLDER / "weights.npz"
    np.savez_compressed(path, **tables, **own, **changes(state))
    rows, voices, heads = left_out(given.work, lines())
    judged = judging(rows, heads)
    net = Network(base()[0]).eval()
    net.load_state_dict(state)
    talk = ordinary(taught=False)
    spelled = np.array([score(pieces(row["read"], row["han"]), rarity, spelling) for row in talk])
    rows, voices = [*rows, *talk], np.concatenate([voices, heard(talk, said(net, talk)[:, 0], spelled)])
    mixes, needed = {}, np.array([needed_in(row["text"]) for row in rows])
    for language in ("en", "zh"):
        own = [n for n, row in enumerate(rows) if row["language"] == language]
        for name, keys in VOICES.items():
            mixes[f"{language}.{name}"] = mix([rows[n] for n in own], voices[own], needed[own], keys)
    data = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "mix": mixes, "judging": judged}
    (FOLDER / "reader.yaml").write_text(HEAD + yaml.safe_dump(data, sort_keys=False), "utf-8")


if __name__ == "__main__":
    main()
