"""What a run takes: memory of each GPU and room on the disk, reckoned from the model's configuration.

States: in full, weights, gradients and two moments of 32 bits each (16 bytes a parameter), sharded over the GPUs
(Rajbhandari et al. 2020, stage 3); with LoRA, weights of the precision, and 16 bytes for each parameter of the
adapters. Activations: with checkpointing one vector a token and layer, and of one layer 34 bytes a token and unit of
width (Korthikanti et al. 2022, eq. 1, without the attention matrix, which is never whole); without it, of all layers.
The logits are never whole.
"""

from dataclasses import dataclass, replace

from pawsona.train.folder import Folder
from pawsona.train.profile import LORA, PAPER, Profile

STATE = 16
"""Bytes for a parameter that is tuned."""
_WIDTH = {"bf16": 2, "fp32": 4}
_LAYER = 34
_SLACK = 1.15
"""Fragments and the library's own buffers."""
GB, _MB = 1e9, 1e6


def size(count: float) -> str:
    """Bytes for a person."""
    return f"{count / GB:.1f} GB" if count >= GB / 10 else f"{count / _MB:.1f} MB"


@dataclass(frozen=True, slots=True)
class Needs:
    """Bytes."""

    states: int
    activations: int
    checkpoint: int
    """One of them; the disk holds `keep` and one more while it is written, and the model at the end."""
    disk: int

    @property
    def memory(self) -> int:
        """Of each GPU."""
        return int(_SLACK * (self.states + self.activations))


def needs(profile: Profile, model: Folder, gpus: int) -> Needs:
    """Of a run with a profile on so many GPUs."""
    width = _WIDTH[profile.precision]
    tuned = model.parameters if profile.method == "full" else adapters(profile, model)
    frozen = 0 if profile.method == "full" else model.parameters * width
    shards = gpus if profile.method == "full" else 1
    checkpoint = tuned * 12
    return Needs(
        states=STATE * tuned // shards + frozen,
        activations=_activations(profile, model, width),
        checkpoint=checkpoint,
        disk=checkpoint * (profile.keep + 1) + model.parameters * (4 if profile.method == "full" else width),
    )


def fitting(model: Folder, bytes_each: int, gpus: int) -> list[str]:
    """Which profiles that teach fit into so much memory on each of so many GPUs, perhaps with a batch of 1."""
    found = []
    for one in (PAPER, LORA):
        small = replace(one, batch=1)
        if needs(one, model, gpus).memory <= bytes_each:
            found.append(one.name)
        elif needs(small, model, gpus).memory <= bytes_each:
            found.append(f"{one.name} with a batch of 1")
    return found


def adapters(profile: Profile, model: Folder) -> int:
    """Parameters of LoRA on every linear layer: rank times inputs and outputs of each."""
    hidden, inner = model.number("hidden_size"), model.number("intermediate_size")
    heads = max(1, model.number("num_attention_heads"))
    size = model.number("head_dim") or hidden // heads
    keys = (model.number("num_key_value_heads") or heads) * size
    attention = 2 * (hidden + heads * size) + 2 * (hidden + keys)
    return profile.lora.rank * model.number("num_hidden_layers") * (attention + 3 * (hidden + inner))


def _activations(profile: Profile, model: Folder, width: int) -> int:
    tokens = profile.batch * profile.context
    hidden, layers = model.number("hidden_size"), model.number("num_hidden_layers")
    layer = tokens * hidden * _LAYER * width // 2
    return layer + tokens * hidden * layers * width if profile.checkpointing else layer * layers
