"""What tuning gets out of a card: tokens a second, memory, and the share of its peak, eager and compiled.

python benchmarks/train_gpu.py           # a GPU: 0.5 billion random weights, the paper's context, batch 2
python benchmarks/train_gpu.py --tiny    # any processor, the same rows: it runs, and measures nothing worth knowing

Model FLOPs are counted as Chowdhery et al. 2022 do (appendix B): 6 for each weight and token, and 12 x layers x width x
context a token for attention; what checkpointing does twice is not counted. The peak is the card's dense bf16.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pawsona.config.offline import offline
from pawsona.errors import SetupError

PEAKS: Mapping[str, float] = MappingProxyType({"H200": 989e12, "H100": 989e12, "A100": 312e12, "L40S": 362e12})
"""Dense bf16, from the makers' data sheets (SXM)."""
GOALS = {"eager": 0.25, "compiled": 0.40}
HALF_BILLION: Mapping[str, int] = MappingProxyType({
    "hidden_size": 896, "intermediate_size": 4864, "num_hidden_layers": 24, "num_attention_heads": 14,
    "num_key_value_heads": 2, "vocab_size": 151_936, "max_position_embeddings": 2048,
})  # fmt: skip
"""The shape of the smallest Qwen 2, of the family that the paper measured with."""
TINY: Mapping[str, int] = MappingProxyType({
    "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "vocab_size": 512, "max_position_embeddings": 2048,
})  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """One row of the table."""

    shape: Mapping[str, int]
    batch: int
    compiled: bool
    checkpointing: bool
    steps: int

    @property
    def context(self) -> int:
        return self.shape["max_position_embeddings"]


@dataclass(frozen=True)
class Measured:
    """What came of it."""

    tokens: float
    """A second."""
    memory: int
    """Bytes at most; 0 without a card."""
    flops: float
    """Model FLOPs a second."""


def measured(setting: Setting) -> Measured:
    """Steps with AdamW on random tokens, after three that don't count."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(7)
    model, step = _training(setting, device)
    rows = torch.randint(0, setting.shape["vocab_size"], (setting.batch, setting.context), device=device)
    for _ in range(3):
        step(rows)
    if device == "cuda":
        torch.cuda.reset_peak_memory_stats()
    began = _now(device)
    for _ in range(setting.steps):
        step(rows)
    tokens = setting.steps * setting.batch * setting.context / (_now(device) - began)
    memory = torch.cuda.max_memory_allocated() if device == "cuda" else 0
    return Measured(tokens, memory, tokens * flops_a_token(model, setting))


def tried(setting: Setting) -> Measured | str:
    """The figures, or why there are none: one row that fails keeps nobody from the others."""
    import torch

    try:
        return measured(setting)
    except torch.OutOfMemoryError:
        return "it does not fit into the card's memory"
    except torch._dynamo.exc.TorchDynamoException as error:  # no compiler, most likely
        return f"it can't be compiled here ({type(error).__name__})"
    finally:
        torch._dynamo.reset()  # compiled code keeps the last model alive
        if torch.cuda.is_available():
            torch.cuda.empty_cache()


def flops_a_token(model: Any, setting: Setting) -> float:
    """Forward and backward, of the weights that multiply: an embedding is looked up."""
    shape = setting.shape
    weights: int = sum(one.numel() for one in model.parameters())  # tied: the embedding is the head, which multiplies
    return 6 * weights + 12 * shape["num_hidden_layers"] * shape["hidden_size"] * setting.context


def _training(setting: Setting, device: str) -> tuple[Any, Any]:
    """A model with tied embeddings, and what one step does."""
    import torch
    from transformers import Qwen2Config, Qwen2ForCausalLM

    config = Qwen2Config(**setting.shape, tie_word_embeddings=True, use_cache=False, attn_implementation="sdpa")
    model = Qwen2ForCausalLM(config).to(device)
    if setting.checkpointing:
        model.activation_checkpointing_enable()
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=5e-6, fused=device == "cuda")
    forward = torch.compile(model) if setting.compiled else model

    def step(rows: Any) -> None:
        with torch.autocast(device, torch.bfloat16):
            loss = forward(input_ids=rows, labels=rows).loss
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)

    return model, step


def _now(device: str) -> float:
    import torch

    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


def peak() -> tuple[str, float]:
    """The card and what it can do; 0 where nobody wrote it down here."""
    import torch

    if not torch.cuda.is_available():
        return "no GPU", 0.0
    name = torch.cuda.get_device_name()
    return name, next((flops for known, flops in PEAKS.items() if known in name), 0.0)


def settings(tiny: bool) -> Sequence[tuple[str, Setting]]:
    """What is measured."""
    shape, batches, steps = (TINY, (2,), 3) if tiny else (HALF_BILLION, (2, 8), 20)
    return [
        (f"{'compiled' if compiled else 'eager'}{', checkpointed' if checked else ''}, batch {batch}",
         Setting(shape, batch, compiled, checked, steps))
        for compiled in (False, True) for checked in (False, True) for batch in batches
    ]  # fmt: skip


def main() -> None:
    offline()
    parser = argparse.ArgumentParser()
    parser.add_argument("--tiny", action="store_true")
    tiny = parser.parse_args().tiny
    card, most = peak()
    if not tiny and not most:
        raise SetupError(f"Here is {card}, whose peak is not known: run it with --tiny, or add the card to PEAKS.")
    print(f"{card}, dense bf16 peak {most / 1e12:.0f} TFLOP/s")
    for name, setting in settings(tiny):
        found = tried(setting)
        if isinstance(found, str):
            print(f"{name}: {found}")
            continue
        share = f"{found.flops / most:.1%} of the peak" if most else "no peak to compare with"
        goal = GOALS.get(name.partition(",")[0]) if most else None
        print(
            f"{name}: context {setting.context}, {found.tokens:,.0f} tokens/s, {found.memory / 1e9:.1f} GB, "
            f"{found.flops / 1e12:.4f} TFLOP/s, {share}{f' (goal {goal:.0%})' if goal else ''}"
        )


if __name__ == "__main__":
    main()
