"""How a model is tuned, as data. What a paper says is said with it; what it leaves open is marked as our choice."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import yaml

from pawsona.errors import InputError

Method = Literal["full", "lora"]
Precision = Literal["bf16", "fp32"]


@dataclass(frozen=True, kw_only=True)
class Lora:
    """Low-rank adapters beside every linear layer. H2HTalk gives no settings: these are our choice."""

    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05


@dataclass(frozen=True, kw_only=True)
class Profile:
    """Settings of one run. The defaults are iPET's (sec. 3.1), and after `seed` what it leaves open."""

    name: str = "paper"
    method: Method = "full"
    context: int = 2048
    learning_rate: float = 5e-6
    schedule: Literal["cosine"] = "cosine"
    warmup: float = 0.1
    """Share of all steps."""
    batch: int = 2
    """Talks on each GPU at once."""
    accumulation: int = 4
    epochs: int = 3
    gpus: int = 24
    """The paper's cluster: A100 with 80 GB each."""

    seed: int = 20261122
    optimiser: Literal["adamw_torch"] = "adamw_torch"
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    weight_decay: float = 0.0
    clip: float = 1.0
    precision: Precision = "bf16"
    """What is reckoned with. Weights that are tuned stay in 32 bits: a step of 5e-6 is lost in bfloat16's 8."""
    packing: bool = False
    """Several talks in a row of the context; none sees another. The paper counts talks, so it is off there."""
    checkpointing: bool = True
    """Activations are reckoned again on the way back: a third more work for a fraction of the memory."""
    save_each: int = 50
    """Steps between checkpoints."""
    keep: int = 2
    lora: Lora = field(default_factory=Lora)

    @property
    def rows(self) -> int:
        """Rows of one step on one GPU."""
        return self.batch * self.accumulation


PAPER = Profile()
LORA = Profile(name="lora", method="lora", learning_rate=1e-4, gpus=1, packing=True)
"""For one card. Adapters are few and new, so they take larger steps; ours, as H2HTalk tells only what came of it."""
TINY = Profile(
    name="tiny", context=256, learning_rate=2e-3, batch=4, accumulation=2, epochs=3, gpus=1, precision="fp32",
    checkpointing=False, save_each=10,
)  # fmt: skip
"""For a model of a megabyte on a processor: shows that all works, and teaches nothing."""
PROFILES: Mapping[str, Profile] = MappingProxyType({one.name: one for one in (PAPER, LORA, TINY)})


def profile(name: str) -> Profile:
    """One of ours, or a recipe: a YAML file that names one of ours and what it does otherwise.

    Raises:
        InputError: there is none, or the recipe is wrong.
    """
    if name in PROFILES:
        return PROFILES[name]
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        raise InputError(f"There is no profile {name!r}: use {', '.join(PROFILES)}, or a recipe (a .yaml file).")
    try:
        row = yaml.safe_load(path.read_text("utf-8"))
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise InputError(f"The recipe {name!r} can't be read ({reason}).") from None
    except (yaml.YAMLError, ValueError):
        raise InputError(f"The recipe {name!r} is no YAML.") from None
    if not isinstance(row, dict) or row.get("profile") not in PROFILES:
        raise InputError(f"The recipe {name!r} must say which profile it changes: profile: {' | '.join(PROFILES)}")
    more = {key: value for key, value in row.items() if key != "profile"}
    return changed(PROFILES[row["profile"]], {"name": path.stem, **more})


def changed(base: Profile, more: Mapping[str, Any]) -> Profile:
    """A profile with other settings.

    Raises:
        InputError: a setting is unknown, or has a value that it can't have.
    """
    values = dict(more)
    if "lora" in values:
        values["lora"] = _checked(Lora(), values["lora"] if isinstance(values["lora"], dict) else {"lora": None})
    return _checked(base, values)


T = TypeVar("T", Profile, Lora)


def _checked(base: T, values: Mapping[str, Any]) -> T:
    known = {one.name: getattr(base, one.name) for one in fields(base)}
    for key, value in values.items():
        if key not in known:
            raise InputError(f"A recipe has no setting {key!r}; it has {', '.join(known)}.")
        if not _fits(key, value, known[key]):
            raise InputError(f"The recipe's {key!r} can't be {value!r}; it is {known[key]!r} without a recipe.")
    return replace(base, **values)


_CHOICES = MappingProxyType(
    {"method": ("full", "lora"), "precision": ("bf16", "fp32"), "schedule": ("cosine",), "optimiser": ("adamw_torch",)}
)
_NAUGHT = frozenset({"warmup", "weight_decay", "dropout", "seed"})
"""What may be 0."""


def _fits(key: str, value: Any, now: Any) -> bool:
    if key in _CHOICES:
        return value in _CHOICES[key]
    if isinstance(now, bool) or not isinstance(now, int | float):
        return type(value) is type(now)
    if isinstance(value, bool) or not isinstance(value, (int, float) if isinstance(now, float) else int):
        return False
    return value > 0 or (key in _NAUGHT and value == 0)
