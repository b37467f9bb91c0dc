"""A model server that runs for the length of one job, as if it were the home's."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from pawsona.config.settings import PREFIX


@contextmanager
def lent(base_url: str, key: str) -> Iterator[None]:
    """Settings that are read meanwhile name this server, and its key."""
    given = {f"{PREFIX}BASE_URL": base_url, f"{PREFIX}API_KEY": key}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
