"""The field's own implementations. They bring SciPy: only a process that asks one waits for that."""

import warnings
from functools import cache
from importlib import import_module
from typing import Any


@cache
def original(module: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(module)
