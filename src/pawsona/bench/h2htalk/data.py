"""H2HTalk's release as it is: a folder with one file of references for each task, and no inputs.

Two files are in the order of Pet-Bench's: what they answer is that item's prompt, in English. No other file is, also
not where the counts agree (Response); their inputs are not public.
"""

from pathlib import Path

from pawsona.bench.core.records import read_lines
from pawsona.bench.core.suite import Dataset, Item, Task
from pawsona.bench.h2htalk.rubric import rubric_of
from pawsona.bench.h2htalk.tasks import TASKS
from pawsona.errors import InputError

SOURCE = "the folder `data` of github.com/LolerPanda/H2HTalk"
LICENCE = "no licence file; chats of real users: for your own measuring only"


def load(path: Path | None) -> Dataset:
    """The references that are there; an id is a task's name and the line in its file, from 0.

    Raises:
        InputError: none is there, or one is damaged; the sentence says where to get them.
    """
    if path is None:
        raise InputError(f"H2HTalk's data is not part of Pawsona: name {SOURCE} with --data ({LICENCE}).")
    items: list[Item] = []
    notes: list[str] = []
    for task in TASKS:
        file = path / f"{task.name}.jsonl"
        found = _items(task, file) if file.is_file() else []
        items += found
        if len(found) != task.n:
            notes.append(f"{task.title}: {len(found)} of {task.n} references" if found else f"{task.title}: absent")
        alike = [one.title for one in TASKS if found and len(found) == one.n != task.n]
        notes += [f"{task.title} has as many references as table 1 says of {title}" for title in alike]
    if not items:
        raise InputError(
            f"In {str(path)!r} is none of H2HTalk's files ({TASKS[1].name}.jsonl and ten more): "
            f"name {SOURCE} ({LICENCE})."
        )
    return Dataset(tuple(items), tuple(notes))


def _items(task: Task, file: Path) -> list[Item]:
    items = []
    for number, row in enumerate(read_lines(file)):
        reference = row.get("response")
        if not isinstance(reference, str):
            raise InputError(f'{file}, object {number + 1} has no text under "response": get {SOURCE} again.')
        rubric = rubric_of(task.name, reference)
        given = {"rubric": rubric} if rubric else {}
        id_ = f"{task.name}:{number}"
        items.append(Item(id=id_, task=task.name, reference=reference, language="zh", given=given))
    return items
