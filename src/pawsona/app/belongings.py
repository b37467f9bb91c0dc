"""Everything that a home keeps of its persons: taken out whole, or erased whole."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.errors import SetupError


async def export_all() -> dict[str, Any]:
    """All persons of the home, as plain data."""
    async with contextlib.aclosing(await open_home(load())) as home:
        persons = await home.store.people.persons()
        return {"persons": [await home.store.export(person.id) for person in persons]}


async def erase_all() -> int:
    """Erase every person of the home; returns how many there were."""
    async with contextlib.aclosing(await open_home(load())) as home:
        persons = await home.store.people.persons()
        for person in persons:
            await home.erase(person)
        return len(persons)


async def write_private(path: Path, data: dict[str, Any]) -> None:
    """Write JSON to a new file that only its owner can read.

    Raises:
        SetupError: the file is there already, or its folder can't be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SetupError(f"{str(path)!r} is there already. Name another file with --out.") from None
    except OSError as error:
        raise SetupError(f"{str(path)!r} can't be written ({error.strerror}). Name another file with --out.") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=1, default=str)
    except OSError as error:
        path.unlink(missing_ok=True)  # half an export would pass for a whole one
        raise SetupError(f"{str(path)!r} can't be written ({error.strerror}). Name another file with --out.") from None
