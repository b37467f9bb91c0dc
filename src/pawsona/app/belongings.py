"""Everything that a home keeps of its persons: taken out whole, or erased whole."""

import contextlib
import json
from pathlib import Path
from typing import Any

from pawsona.app.home import Exported
from pawsona.app.household import of_one
from pawsona.app.newfile import write_new
from pawsona.app.opening import open_home
from pawsona.config.settings import load


async def export_all() -> dict[str, Any]:
    """All persons of the home, as plain data.

    Raises:
        ForbiddenError: many live here, each with an account; one file would hold what all of them said.
    """
    settings = load()
    of_one(settings, "Each exports their own on the web page; a copy of all is made by: pawsona backup --out FILE")
    async with contextlib.aclosing(await open_home(settings)) as home:
        persons = await home.store.people.persons()
        return {"persons": [await home.store.export(person.id) for person in persons]}


async def erase_all(export: Path | None = None) -> int:
    """Erase every person of the home, all or none; returns how many there were.

    Args:
        export: a new file that everything is written to before.

    Raises:
        ForbiddenError: many live here, each with an account; nobody was erased.
        SetupError: the file is there already, or can't be written; nothing was erased.
        StorageError: another program has the database open; the sentence says what was erased.
    """

    async def keep(data: Exported) -> None:
        assert export is not None
        await write_private(export, data, "--export")

    settings = load()
    of_one(settings, "Nobody was erased. To erase one of them: pawsona account erase NAME")
    async with contextlib.aclosing(await open_home(settings)) as home:
        persons = await home.store.people.persons()
        await home.erase_all(persons, keep if export is not None else None)
        return len(persons)


async def write_private(path: Path, data: dict[str, Any], option: str = "--out") -> None:
    """Write JSON to a new file that only its owner can read; `option` names it on the command line.

    Raises:
        SetupError: the file is there already, or its folder can't be written.
    """
    write_new(path, json.dumps(data, ensure_ascii=False, indent=1, default=str).encode(), option)
