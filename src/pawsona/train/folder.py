"""A model as a folder of files: what is known of it before anything heavy is loaded."""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

from pawsona.errors import InputError

CONFIG = "config.json"
WEIGHTS = "*.safetensors"
_HEADER = 100_000_000
"""Bytes that a header may have at most, by the format's own rule."""


@dataclass(frozen=True)
class Folder:
    """A model's folder, checked."""

    path: Path
    config: Mapping[str, Any]
    parameters: int

    @property
    def architecture(self) -> str:
        """As transformers call it: `Qwen3ForCausalLM`."""
        return str((self.config.get("architectures") or ["unknown"])[0])

    def number(self, name: str) -> int:
        """A number of its configuration; 0 where it has none."""
        value = self.config.get(name)
        return value if isinstance(value, int) else 0

    def digest(self) -> str:
        """SHA-256 over configuration and weights."""
        found = sha256()
        for path in [self.path / CONFIG, *sorted(self.path.glob(WEIGHTS))]:
            with path.open("rb") as file:
                while block := file.read(1 << 22):
                    found.update(block)
        return found.hexdigest()


def folder(path: Path) -> Folder:
    """What a folder holds.

    Raises:
        InputError: it is none, or no model is in it that can be read without running its code.
    """
    if not path.is_dir():
        raise InputError(
            f"{str(path)!r} is no folder on this machine: nothing is fetched for training; "
            "name the folder of a model (config.json, *.safetensors, tokenizer.json)."
        )
    try:
        config = json.loads((path / CONFIG).read_text("utf-8"))
    except OSError:
        raise InputError(f"In {str(path)!r} is no {CONFIG}: is it a model's folder?") from None
    except ValueError:
        raise InputError(f"{CONFIG} in {str(path)!r} is damaged: fetch the model again.") from None
    files = sorted(path.glob(WEIGHTS))
    if not isinstance(config, dict) or not files:
        raise InputError(f"In {str(path)!r} are no weights (*.safetensors): convert the model first.")
    return Folder(path, config, sum(map(_parameters, files)))


def _parameters(path: Path) -> int:
    """Counted in the file's header; no weight is read."""
    try:
        with path.open("rb") as file:
            (size,) = struct.unpack("<Q", file.read(8))
            if size > _HEADER:
                raise ValueError(size)
            header = json.loads(file.read(size))
        return sum(prod(row["shape"]) for name, row in header.items() if name != "__metadata__")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, struct.error):
        raise InputError(f"The weights {path.name!r} in {str(path.parent)!r} are damaged: fetch them again.") from None
