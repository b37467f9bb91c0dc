"""A tokenizer in llama.cpp's terms: byte-level BPE, which Llama 3 and Qwen have."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pawsona.errors import InputError

_QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_WORDS: Mapping[str, str] = MappingProxyType(
    {_QWEN2: "qwen2", _QWEN2.replace(r"\p{N}| ?", r"\p{N}{1,3}| ?"): "llama-bpe", "": "gpt-2"}
)
"""How text is cut into words before it is cut into tokens -> llama.cpp's name for that."""


@dataclass(frozen=True)
class Vocabulary:
    """What a GGUF file says of it."""

    cuts: str
    """llama.cpp's name of how words are cut."""
    tokens: tuple[str, ...]
    special: frozenset[int]
    """Those that stand for no text."""
    whole: frozenset[int]
    """Added ones that are text, and never cut."""
    absent: frozenset[int]
    """Places in the embedding that no token has."""
    merges: tuple[str, ...]


def vocabulary(folder: Path, size: int) -> Vocabulary:
    """Of a model whose embedding has so many places.

    Raises:
        InputError: it is of another kind, or damaged.
    """
    try:
        row = json.loads((folder / "tokenizer.json").read_text("utf-8"))
        model, added = row["model"], row.get("added_tokens") or []
        if model["type"] != "BPE" or model.get("byte_fallback"):
            raise InputError(
                f"The tokenizer in {str(folder)!r} is no byte-level BPE: convert it with llama.cpp's own script."
            )
        places = {int(at): token for token, at in model["vocab"].items()} | {
            int(one["id"]): one["content"] for one in added
        }
        merges = tuple(one if isinstance(one, str) else " ".join(one) for one in model["merges"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"The tokenizer.json in {str(folder)!r} can't be read: fetch it again.") from None
    absent = frozenset(at for at in range(size) if at not in places)
    return Vocabulary(
        cuts=_cuts(row.get("pre_tokenizer"), folder), tokens=tuple(places.get(at, f"[PAD{at}]") for at in range(size)),
        special=frozenset(int(one["id"]) for one in added if one.get("special")),
        whole=frozenset(int(one["id"]) for one in added if not one.get("special")), absent=absent, merges=merges,
    )  # fmt: skip


def _cuts(before: Any, folder: Path) -> str:
    """llama.cpp knows tokenizers by how they cut words; one that is not known would be read wrongly without a word."""
    parts: Sequence[Any] = (before or {}).get("pretokenizers") or [before or {}]
    kinds = [part.get("type") for part in parts]
    words = parts[0].get("pattern", {}).get("Regex", "?") if kinds == ["Split", "ByteLevel"] else "?"
    if kinds == ["ByteLevel"] and parts[0].get("use_regex", True):
        words = ""
    if words not in _WORDS:
        raise InputError(
            f"How the tokenizer in {str(folder)!r} cuts words is not known here (Qwen 2 and 3, Llama 3, GPT-2 are): "
            "convert the model with llama.cpp's own script."
        )
    return _WORDS[words]
