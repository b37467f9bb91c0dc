"""Teach MiniLM what themes are about: python scripts/train_themes.py, and scripts/write_themes.py after it.

Needs torch (not a dependency of Pawsona): pip install torch==2.13.0. Its last three layers learn to lead a message to
its theme, among all themes of its language; Chinese is read word by word in English, as care reads it. The layers below
stay as published, so each text passes them once. One message of each kind is held out of every theme, so that what is
shipped can be measured (benchmarks/themes.py). About ten minutes of one core.
"""

import argparse
import math
import random
import re
import time
from dataclasses import dataclass

import numpy as np
import torch
from network import Network, base, descend
from torch import nn
from torch.nn import functional
from write_reader import changes

from pawsona.domain.language import LANGUAGES
from pawsona.embed.themes import FILE, HELD, LAYERS, LONGEST
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.entries import Theme
from pawsona.minds.storybook.talk.meaning import in_english

BATCH, RATE, OF_THEMES, SCALE, SOFT = 64, 1.5e-4, 10, 20.0, 0.1
"""Texts at once; the rate; how much faster themes move than layers; how sharp a choice is; what a label leaves."""
LINES, DROPPED = 0.2, 0.1
"""How many of a theme's lines are read in an epoch, and how many words of a text are left out."""
_GESTURE = re.compile(r"[(（][^)）]*[)）]")


@dataclass
class Text:
    """One text of a theme, as the network reads it."""

    theme: int
    language: int
    message: bool
    ids: list[int]
    below: torch.Tensor | None = None
    """What the layers that are not taught make of it, (tokens, 384)."""


def kept(rows: tuple[str, ...]) -> list[str]:
    """The messages without the one held out; a theme keeps its last."""
    return [row for n, row in enumerate(rows) if n != HELD or len(rows) == 1]


def texts() -> list[Text]:
    """What is taught of themes, in both languages."""
    _, tokenizer = base()
    tokenizer.enable_truncation(LONGEST)
    found, at = [], 0
    for number, language in enumerate(LANGUAGES):
        for theme in talk_book(language).themes.values():
            for text in [*kept(theme.plain), *kept(theme.said)]:
                found.append(Text(at, number, True, tokenizer.encode(in_english(text) or ".").ids))
            for text in lines_of(theme):
                found.append(Text(at, number, False, tokenizer.encode(in_english(text) or ".").ids))
            at += 1
    return found


def lines_of(theme: Theme) -> list[str]:
    """What is said of a theme, and its name."""
    said = [_GESTURE.sub("", line.text).strip() for line in (*theme.reply, *theme.more, *theme.ask)]
    return [*said, theme.name.replace(".", " ").replace("-", " ")]


class Themes(nn.Module):
    """The network, and a direction for each theme."""

    def __init__(self, rows: list[Text]) -> None:
        super().__init__()
        self.net = Network(base()[0])
        for own in (self.net.norm, self.net.heads, *self.net.layers[: 6 - LAYERS]):
            own.requires_grad_(False)
        self.net.bfloat16().eval()
        pass_below(self.net, rows)
        self.languages = nn.Buffer(torch.tensor(_language_of(rows)))
        self.themes = nn.Parameter(self._begun(rows))

    @torch.no_grad()
    def _begun(self, rows: list[Text]) -> torch.Tensor:
        """Each theme's direction as the published network has it: messages and lines count alike."""
        sums = torch.zeros(2, rows[-1].theme + 1, 384)
        for batch in batches(rows):
            for row, vector in zip(batch, self.vectors(batch).float(), strict=True):
                sums[int(row.message), row.theme] += vector
        return functional.normalize(functional.normalize(sums, dim=-1).sum(0), dim=-1)

    def vectors(self, batch: list[Text]) -> torch.Tensor:
        """Of length 1, (texts, 384)."""
        longest = max(len(row.ids) for row in batch)
        x = torch.zeros(len(batch), longest, 384, dtype=torch.bfloat16)
        real = torch.zeros(len(batch), longest, dtype=torch.bool)
        for n, row in enumerate(batch):
            x[n, : len(row.ids)] = row.below
            real[n, : len(row.ids)] = True
        if self.training:
            dropped = torch.rand(real.shape) < DROPPED
            dropped[:, 0] = False
            real &= ~dropped
        for layer in self.net.layers[6 - LAYERS :]:
            x = layer(x, real[:, None, None, :])
        total = (x * real[..., None]).sum(1).float()
        return functional.normalize(total, dim=-1)

    def forward(self, batch: list[Text]) -> torch.Tensor:
        """How far a batch is from its themes."""
        scores = SCALE * self.vectors(batch) @ functional.normalize(self.themes.float(), dim=-1).T
        own = torch.tensor([row.language for row in batch])
        scores = scores.masked_fill(own[:, None] != self.languages[None], -1e4)
        right = torch.tensor([row.theme for row in batch])
        weight = torch.tensor([1.0 if row.message else 0.5 for row in batch])
        log = scores.log_softmax(1)
        many = (own[:, None] == self.languages[None]).sum(1)
        spread = (log * (scores > -1e3)).sum(1) / many
        loss = -(1 - SOFT) * log.gather(1, right[:, None])[:, 0] - SOFT * spread
        return (loss * weight).sum() / weight.sum()


def _language_of(rows: list[Text]) -> list[int]:
    return [language for _, language in sorted({(row.theme, row.language) for row in rows})]


@torch.no_grad()
def pass_below(net: Network, rows: list[Text]) -> None:
    """Each text once through the layers that are not taught."""
    for batch in batches(rows):
        ids = torch.zeros(len(batch), max(len(row.ids) for row in batch), dtype=torch.long)
        for n, row in enumerate(batch):
            ids[n, : len(row.ids)] = torch.tensor(row.ids)
        x = net.norm(net.words[ids].to(torch.bfloat16) + net.places[: ids.shape[1]])
        for layer in net.layers[: 6 - LAYERS]:
            x = layer(x, (ids != 0)[:, None, None, :])
        for n, row in enumerate(batch):
            row.below = x[n, : len(row.ids)].clone()


def batches(rows: list[Text]) -> list[list[Text]]:
    """All texts once, in an order of chance, texts of a length together."""
    mixed, many = random.sample(rows, len(rows)), 16 * BATCH
    chunks = [sorted(mixed[n : n + many], key=lambda r: len(r.ids)) for n in range(0, len(rows), many)]
    found = [chunk[n : n + BATCH] for chunk in chunks for n in range(0, len(chunk), BATCH)]
    return random.sample(found, len(found))


def teach(model: Themes, rows: list[Text], epochs: int) -> None:
    """AdamW in bfloat16 with float32 masters; the rate rises for a tenth of the steps and falls to none."""
    learned = [p for p in model.parameters() if p.requires_grad]
    master = {p: nn.Parameter(p.detach().float().clone()) for p in learned}
    groups = [
        {"params": [m for p, m in master.items() if (p is model.themes) == own], "lr": RATE * (OF_THEMES if own else 1)}
        for own in (False, True)
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    messages, lines = ([row for row in rows if row.message == own] for own in (True, False))
    steps = math.ceil((len(messages) + LINES * len(lines)) / BATCH + 1) * epochs
    falling = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda n: min(1, 10 * (n + 1) / steps) * max(0.01, 1 - n / steps)
    )
    begun = time.process_time()
    model.train()
    for epoch in range(epochs):
        losses = []
        read = random.sample(lines, round(LINES * len(lines)))
        for batch in batches([*messages, *read]):
            loss = model(batch)
            descend(loss, learned, master, optimiser, falling)
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.process_time() - begun:.0f} s", flush=True)
    model.float().eval()
    with torch.no_grad():
        for p, m in master.items():
            p.data = m.data


def write(model: Themes) -> None:
    """The changes of the layers taught in steps of 4 bits."""
    taught = tuple(f"encoder.layer.{n}." for n in range(6 - LAYERS, 6))
    found = {name: table for name, table in changes(model.net.state_dict()).items() if name.startswith(taught)}
    np.savez_compressed(FILE, **found)


def main() -> None:
    """See the module."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--epochs", type=int, default=6)
    ask.add_argument("--seed", type=int, default=0)
    given = ask.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    rows = texts()
    print(f"{len(rows)} texts of {rows[-1].theme + 1} themes", flush=True)
    model = Themes(rows)
    teach(model, rows, given.epochs)
    write(model)


if __name__ == "__main__":
    main()
