"""What the extra `local` brings, imported when it is needed."""

import importlib
import importlib.util
from typing import Any

from pawsona.errors import SetupError

MISSING = "A model at home needs parts that are not installed: run  pip install 'pawsona[local]'  and try again."


def missing() -> str:
    """What to do before a model can run here; empty where all is installed."""
    there = all(importlib.util.find_spec(module) for module in ("xllamacpp", "huggingface_hub"))
    return "" if there else MISSING


def extra(module: str) -> Any:
    """The module.

    Raises:
        SetupError: it is not installed, or its library can't be loaded on this machine.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise SetupError(MISSING) from error
    except ImportError as error:
        raise SetupError(
            f"The library {module!r} can't be loaded on this machine: "
            "reinstall it with  pip install --force-reinstall 'pawsona[local]'."
        ) from error
