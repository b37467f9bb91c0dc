"""`pawsona train ship`: what a run left, as something that a server can load and a pet can speak through.

In the folder are `model/` (safetensors, configuration, chat template and card, as vLLM and transformers read them) and
one `NAME.gguf` for llama.cpp, which `pawsona mind add` takes.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pawsona.config.offline import offline
from pawsona.errors import ConflictError, InputError, SetupError
from pawsona.train.card import Card
from pawsona.train.export import Width, convert, convertible
from pawsona.train.folder import folder
from pawsona.train.gate import verdict_in
from pawsona.train.identity import at_server, sha256_of
from pawsona.train.limits import enough_disk, free_for
from pawsona.train.modelcard import Shipped, page
from pawsona.train.needs import size
from pawsona.train.trainer import EXTRA, tokenizer_of
from pawsona.train.tuning import PARTS

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
_PASSING = (
    "Nothing was shipped. A GGUF file passes through the folder of temporary files (TMPDIR), which needs as much room."
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is to be shipped, and what is said of it."""

    run: Path
    out: Path
    base: Path
    """The model that was tuned: its tokenizer and, for LoRA, its weights."""
    name: str
    licence: str
    width: Width | None = "q8_0"
    """Of the weights in the GGUF file; None: no such file."""
    datasheet: Path | None = None
    measured: Path | None = None


def ship(asked: Asked) -> Path | None:
    """Merge, convert and describe; the GGUF file, where one was asked for.

    Raises:
        InputError: the run is not finished, or the model is another one's or of a kind that can't be converted.
        ConflictError: its gate refused it, or what was measured is another model.
        SetupError: the extra is missing, or there is no room.
    """
    offline()
    card, verdict = _finished(asked), verdict_in(asked.measured) if asked.measured else None
    if verdict is not None:
        _passed(verdict, card)
    if asked.width is not None:
        convertible(asked.base)  # before anything is written
    _room(asked)
    try:
        with enough_disk(asked.out, _PASSING):
            return _written(asked, card, verdict)
    except Exception:  # whatever it was: half of a model is nobody's
        shutil.rmtree(asked.out, ignore_errors=True)
        raise


def _written(asked: Asked, card: Card, verdict: Mapping[str, Any] | None) -> Path | None:
    """Folder, file and, when it is known that they are what was measured, their card."""
    model = asked.out / "model"
    _merge(asked, card, model)
    file = convert(model, asked.out / f"{asked.name}.gguf", asked.width, asked.licence) if asked.width else None
    if verdict is not None:
        _same(verdict, asked, file)
    datasheet = asked.datasheet.read_text("utf-8") if asked.datasheet else ""
    told = Shipped(card=card, name=asked.name, licence=asked.licence, datasheet=datasheet, verdict=verdict, file=file)
    (model / "README.md").write_text(page(told), "utf-8")
    return file


def _finished(asked: Asked) -> Card:
    if not _NAME.fullmatch(asked.name):
        raise InputError(f"{asked.name!r} can't be a model's name: use small letters, digits, points and hyphens.")
    card = Card.read(asked.run)
    if card is None or not card.finished:
        raise InputError(f"In {str(asked.run)!r} is no finished run: make one with `pawsona train sft`.")
    if folder(asked.base).digest() != card.model_sha256:
        raise InputError(f"{str(asked.base)!r} is not the model that this run tuned ({card.model_name}).")
    if asked.datasheet is not None and not asked.datasheet.is_file():
        raise InputError(f"There is no datasheet {str(asked.datasheet)!r}.")
    if asked.out.exists() and any(asked.out.iterdir()):
        raise InputError(f"{str(asked.out)!r} is not empty: name a new folder with --out.")
    return card


def _passed(verdict: Mapping[str, Any], card: Card) -> None:
    """Whether the gate let it through, and began with this base."""
    if verdict["refused"]:
        raise ConflictError(
            f"This model was measured and refused ({'; '.join(verdict['refused'])}): it is not shipped."
        )
    if set(verdict["models"]) != {"before", "after"}:
        raise ConflictError("Nobody noted which models were measured: measure both again, into a new folder.")
    if verdict["models"]["before"] != card.model_sha256 and not at_server(verdict["models"]["before"]):
        raise ConflictError(
            f"What was measured before tuning is not {card.model_name}, which this run tuned: measure with --before "
            "and the folder of that model."
        )


def _same(verdict: Mapping[str, Any], asked: Asked, file: Path | None) -> None:
    """Whether what was measured after tuning is what lies here now."""
    after = verdict["models"]["after"]
    if at_server(after):
        return
    ours = [folder(asked.out / "model").digest(), *([sha256_of(file)] if file is not None else [])]
    if (asked.run / PARTS["full"]).is_dir():
        ours.append(folder(asked.run / PARTS["full"]).digest())
    if after not in ours:
        raise ConflictError(
            "What was measured after tuning is another model than this one: ship it without --measured first, of the "
            "same width and licence, measure that folder with --after, and ship again with --measured."
        )


def _room(asked: Asked) -> None:
    """Two bytes a parameter for the folder, up to four for the file."""
    need = folder(asked.base).parameters * 6
    if (free := free_for(asked.out)) < need:
        raise SetupError(
            f"Shipping needs {size(need)} on the disk of {str(asked.out)!r} and {size(free)} are free: make room, or "
            "name a folder on another disk."
        )


def _merge(asked: Asked, card: Card, to: Path) -> None:
    """The tuned weights in 16 bits, with all that speaks them."""
    model = _tuned(asked, card.settings["profile"]["method"])
    model.to(_half()).save_pretrained(to)
    tokenizer_of(asked.base).save_pretrained(to)


def _tuned(asked: Asked, method: str) -> Any:
    try:
        import torch
        from transformers import AutoModelForCausalLM
        from transformers.utils.logging import disable_progress_bar
    except ImportError:
        raise SetupError(EXTRA) from None
    disable_progress_bar()
    where = asked.run / PARTS["full"] if method == "full" else asked.base
    model = AutoModelForCausalLM.from_pretrained(where, local_files_only=True, dtype=torch.float32)
    if method == "full":
        return model
    from peft import PeftModel

    return PeftModel.from_pretrained(model, asked.run / PARTS["lora"]).merge_and_unload()


def _half() -> Any:
    import torch

    return torch.bfloat16
