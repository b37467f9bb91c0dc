"""Pet-Bench's release as it is: a zip, or the folder it was unpacked to.

Its traps: one file is no JSON (a second array begins inside the first and repeats what was there), one file's name ends
in a blank, and the two files of note conversations hold each other's prompts (see `tasks`).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from pawsona.bench.core.suite import Dataset, Item, Task
from pawsona.bench.petbench.rubric import rubric_of
from pawsona.bench.petbench.tasks import TASKS
from pawsona.errors import InputError

SOURCE = "data.zip of github.com/HC-Guo/Act-as-Pet"
LICENCE = "no licence file; chats of real users, pseudonymised: for your own measuring only"
_BY_FILE: Mapping[str, Task] = {task.title.replace(" ", "_"): task for task in TASKS}
_LAST = re.compile(r"Now, you need generate the output")
_LIKE = re.compile(r"(?:Pet Settings|Personality Traits)[ \t]*:?\n(?!Name)(.*?)\n[ \t]*\n", re.DOTALL)
_NAMES = re.compile(r"(?:Pet's |Owner's )?Name:[ \t]*([^;\n]*)")


def load(path: Path | None) -> Dataset:
    """All items; an id is a task's name and the place in its file.

    Raises:
        InputError: it is no release of Pet-Bench, or a damaged one; the sentence says where to get it.
    """
    if path is None:
        raise InputError(f"Pet-Bench's data is not part of Pawsona: name {SOURCE} with --data ({LICENCE}).")
    found = {name: list(_objects(text, name)) for name, text in _files(path)}
    missing = [name for name in _BY_FILE if name not in found]
    if missing:
        raise InputError(
            f"{str(path)!r} lacks {len(missing)} of Pet-Bench's 16 files, {missing[0]}.json first: "
            f"name {SOURCE} ({LICENCE})."
        )
    notes: list[str] = []
    items = [item for name, task in _BY_FILE.items() for item in _items(task, found[name], notes)]
    notes += [
        "the files Note_Conversation and Retrieve_Conversation hold each other's prompts: "
        "tasks are named as the files, skills as what is asked",
        "totals are over the release's 16 files; the paper's 14 subtasks can't be told from them",
    ]
    return Dataset(tuple(items), tuple(notes))


def words(items: Sequence[Item]) -> int:
    """Words of all prompts as the paper counts them: what stands between blanks."""
    return sum(len(item.prompt.split()) for item in items)


def _items(task: Task, rows: Sequence[Mapping[str, Any]], notes: list[str]) -> Iterator[Item]:
    """A file's items. Repeats go only where the file holds more than the paper counts: elsewhere they were meant."""
    kept = rows
    if len(rows) > task.n:
        kept = list({(row["prompt"], row["label"]): row for row in rows}.values())
        notes.append(f"{task.title}: {len(rows)} objects, {len(rows) - len(kept)} of them repeats that were dropped")
    for number, row in enumerate(kept):
        yield Item(
            id=f"{task.name}:{number}",
            task=task.name,
            prompt=row["prompt"],
            reference=row["label"],
            cluster=_persona(row["prompt"]),
            given={"rubric": rubric} if (rubric := rubric_of(task.name, row["prompt"])) else {},
        )


def _persona(prompt: str) -> str:
    """What the pet is like, whatever it is called; else who pet and owner are; else the prompt itself.

    A digest: clusters are written into results, names are not.
    """
    begins = [match.end() for match in _LAST.finditer(prompt)]
    names = [name.strip() for name in _NAMES.findall(prompt, begins[-1] if begins else 0)[:2]]
    told = _LIKE.search(prompt)
    likeness = told.group(1) if told else "/".join(names).strip("/") or prompt
    if told:
        for name in filter(None, names):
            likeness = likeness.replace(name, "_")
    return blake2b(likeness.encode(), digest_size=6).hexdigest()


def _files(path: Path) -> Iterator[tuple[str, str]]:
    """Names without folder, ending and blanks, and what is in them."""
    try:
        if path.is_dir():
            for one in sorted(path.rglob("*.json")):
                if "__MACOSX" not in one.parts:
                    yield one.stem.strip(), one.read_text("utf-8")
            return
        with ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".json") and not name.startswith("__MACOSX"):
                    yield Path(name).stem.strip(), archive.read(name).decode("utf-8")
    except (OSError, BadZipFile, UnicodeDecodeError) as error:
        raise InputError(
            f"{str(path)!r} can't be read as Pet-Bench's data ({type(error).__name__}): name {SOURCE} ({LICENCE})."
        ) from None


def _objects(text: str, name: str) -> Iterator[dict[str, Any]]:
    """The objects of a file one by one, whatever stands between them."""
    decoder, at = json.JSONDecoder(), text.find("{")
    while at >= 0:
        try:
            row, end = decoder.raw_decode(text, at)
        except ValueError:
            raise InputError(f"{name}.json is damaged at character {at}: get {SOURCE} again.") from None
        if not isinstance(row.get("prompt"), str) or not isinstance(row.get("label"), str):
            raise InputError(f'{name}.json has an object without "prompt" and "label": get {SOURCE} again.')
        yield row
        at = text.find("{", end)
