"""What the machine can't give: too little disk is said before a run, what runs out meanwhile when it shows."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from pathlib import Path

from pawsona.errors import SetupError
from pawsona.minds.local import machine_memory
from pawsona.train.needs import fitting, size
from pawsona.train.plan import Plan

_FULL = (ENOSPC, EDQUOT)
_FULL_ON_WINDOWS = 112
_SAID = ("No space left", "quota exceeded", "not enough space on the disk")


def room(plan: Plan, out: Path) -> None:
    """Whether the disk holds what the run will write.

    Raises:
        SetupError: it does not.
    """
    free, need = free_for(out), plan.needs.disk
    if free < need:
        raise SetupError(
            f"The run needs {size(need)} on the disk of {str(out)!r} (a checkpoint takes "
            f"{size(plan.needs.checkpoint)}, {plan.profile.keep + 1} of them are there at once) and "
            f"{size(free)} are free: make room, or name a folder on another disk."
        )


def free_for(out: Path) -> int:
    """Bytes that a folder may have in all: what is free, and what it has already."""
    there = next(path for path in (out, *out.absolute().parents) if path.exists())
    has = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return shutil.disk_usage(there).free + has


@contextmanager
def enough_disk(out: Path, then: str) -> Iterator[None]:
    """A disk that fills up meanwhile, as a sentence.

    Args:
        out: where it is written.
        then: what to do once there is room.

    Raises:
        SetupError: it is full.
    """
    try:
        yield
    except Exception as error:
        if not _full(error):
            raise
        raise SetupError(f"The disk of {str(out)!r} is full: make room. {then}") from None


def _full(error: Exception) -> bool:
    """By its number, whatever language the machine speaks; by its words where a library raises an error of its own."""
    if isinstance(error, OSError) and (error.errno in _FULL or getattr(error, "winerror", 0) == _FULL_ON_WINDOWS):
        return True
    said = str(error)  # torch's writer names its own source alone; its reader, of a damaged file, names itself as well
    return any(words in said for words in _SAID) or ("inline_container" in said and "Reader" not in said)


@contextmanager
def enough_memory(plan: Plan) -> Iterator[None]:
    """Running out of memory, as a sentence that says what would fit.

    Raises:
        SetupError: it ran out.
    """
    import torch

    try:
        yield
    except (torch.OutOfMemoryError, MemoryError):
        raise SetupError(_too_large(plan)) from None
    except RuntimeError as error:  # what torch's allocator for processors raises
        if "allocate memory" not in str(error):
            raise
        raise SetupError(_too_large(plan)) from None


def memory() -> int:
    """Bytes of one GPU, or of the machine where there is none."""
    import torch

    if torch.cuda.is_available():
        return int(torch.cuda.get_device_properties(0).total_memory)
    return machine_memory()


def _too_large(plan: Plan) -> str:
    there = memory()
    fits, need = fitting(plan.model, there, plan.gpus), plan.needs.memory
    taken = "" if need > there else " By this reckoning it fits: something else has the memory, or a limit is set."
    advice = f"What fits: {', '.join(fits)} (--profile, --batch)" if fits else "No profile fits"
    return (
        f"The memory did not suffice: the profile {plan.profile.name!r} needs about {size(need)} "
        f"{_where(plan.gpus)}, and there are {size(there)}.{taken} {advice}; or use more GPUs, or a smaller model. "
        "With the same settings the run goes on with --resume once there is room."
    )


def _where(gpus: int) -> str:
    return "here" if gpus == 1 else f"on each of {gpus} GPUs"
