"""Everything that a home keeps of its persons: taken out whole, or erased whole."""

import contextlib
import json
from pathlib import Path
from typing import Any

from pawsona.app.newfile import write_new
from pawsona.app.opening import open_home
from pawsona.config.settings import load


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
    write_new(path, json.dumps(data, ensure_ascii=False, indent=1, default=str).encode(), "--out")
