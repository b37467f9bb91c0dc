"""What the machine can't give: too little disk is said before a run, too little memory when it shows."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pawsona.errors import SetupError
from pawsona.minds.local import machine_memory
from pawsona.train.needs import GB, fitting
from pawsona.train.plan import Plan


def room(plan: Plan, out: Path) -> None:
    """Whether the disk holds what the run will write.

    Raises:
        SetupError: it does not.
    """
    there = next(path for path in (out, *out.absolute().parents) if path.exists())
    free, need = shutil.disk_usage(there).free, plan.needs.disk
    if free < need:
        raise SetupError(
            f"The run needs {need / GB:.1f} GB on the disk of {str(out)!r} (a checkpoint takes "
            f"{plan.needs.checkpoint / GB:.1f} GB, {plan.profile.keep + 1} of them are there at once) and "
            f"{free / GB:.1f} GB are free: make room, or name a folder on another disk."
        )


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
    fits = fitting(plan.model, there, plan.gpus)
    advice = f"What fits: {', '.join(fits)} (--profile, --batch)" if fits else "No profile fits"
    return (
        f"The memory did not suffice: the profile {plan.profile.name!r} needs about {plan.needs.memory / GB:.1f} GB on "
        f"each of {plan.gpus} and there are {there / GB:.1f} GB. {advice}; or use more GPUs, or a smaller model. "
        "With the same settings the run goes on with --resume once there is room."
    )
