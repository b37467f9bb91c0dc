"""What the extra `local` brings, imported when it is needed."""

import importlib
import importlib.util
from pathlib import Path
from typing import Any

from pawsona.errors import SetupError

CLONE = Path(__file__).parents[4]


def installing(clone: Path = CLONE) -> str:
    """The line that installs it: in a clone pip would take what is published, and may not be that environment's."""
    return "make local" if (clone / "Makefile").is_file() else "pip install 'pawsona[local]'"


def missing() -> str:
    """What to do before a model can run here; empty where all is installed."""
    there = all(importlib.util.find_spec(module) for module in ("xllamacpp", "huggingface_hub"))
    return "" if there else _needed()


def _needed() -> str:
    return f"A model at home needs parts that are not installed: run  {installing()}  and try again."


def extra(module: str) -> Any:
    """The module.

    Raises:
        SetupError: it is not installed, or its library can't be loaded on this machine.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise SetupError(_needed()) from error
    except ImportError as error:
        raise SetupError(
            f"The library {module!r} can't be loaded on this machine: "
            "reinstall it with  pip install --force-reinstall 'pawsona[local]'."
        ) from error
