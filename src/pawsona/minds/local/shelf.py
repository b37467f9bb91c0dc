"""What was pulled into the home: the files in its models folder and the note of what they were when we checked them."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import ValidationError

from pawsona.errors import NotFoundError
from pawsona.minds.local.catalogue import LocalModel, catalogue, fitting, recommended

FOLDER = "models"
OWN = "own.json"
"""The models that are in no catalogue."""
_NOTE = "installed.json"


@dataclass(frozen=True)
class Mark:
    """A file that was checked whole; size and time say cheaply whether it is still that one."""

    file: str
    sha256: str
    revision: str | None
    size: int
    changed: int


@dataclass(frozen=True)
class Installed:
    """A model that can be started."""

    model: LocalModel
    path: Path
    sha256: str


@dataclass(frozen=True)
class Offer:
    """A row of the catalogue, and what it is to this home on this machine."""

    model: LocalModel
    installed: bool
    recommended: bool
    fits: bool
    """Whether the machine's memory holds it."""


def offered(home: Path, memory: int) -> list[Offer]:
    """The catalogue and its own models for a home on a machine with so many bytes of memory."""
    here = {one.model.name for one in installed(home)}
    best, fits = recommended(memory), fitting(memory)
    return [
        Offer(
            model,
            model.name in here,
            model is best,
            model in fits or model.repository is None or model.purpose == "embedding",
        )
        for model in models(home)
    ]


def models(home: Path) -> Iterator[LocalModel]:
    """The catalogue, and what is this home's own."""
    yield from catalogue()
    yield from own(home)


def named(home: Path, name: str) -> LocalModel:
    """The model of that name.

    Raises:
        NotFoundError: there is none; the sentence lists those there are.
    """
    for model in models(home):
        if model.name == name:
            return model
    raise NotFoundError(f"There is no model {name!r}: choose one of {', '.join(each.name for each in models(home))}.")


def own(home: Path) -> tuple[LocalModel, ...]:
    """The models of this home that are in no catalogue; a note that can't be read counts as none."""
    try:
        rows = json.loads((home / FOLDER / OWN).read_text("utf-8"))
        return tuple(LocalModel.model_validate(row) for row in rows)
    except (OSError, ValueError, TypeError, ValidationError):
        return ()


def folder(home: Path) -> Path:
    """Where the files are; made for the owner alone."""
    path = home / FOLDER
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def installed(home: Path) -> tuple[Installed, ...]:
    """Models that are here as they were when they were checked."""
    marks = read_marks(home)
    found = []
    for model in models(home):
        mark = marks.get(model.name)
        if mark and _unchanged(path := home / FOLDER / mark.file, mark):
            found.append(Installed(model, path, mark.sha256))
    return tuple(found)


def keep(home: Path, model: LocalModel, path: Path, sha256: str, revision: str | None) -> None:
    """Note a file that was just checked."""
    state = path.stat()
    _write(home, {**read_marks(home), model.name: Mark(path.name, sha256, revision, state.st_size, state.st_mtime_ns)})


def remove(home: Path, model: LocalModel) -> None:
    """Delete a model's file; what was noted of it is forgotten, too.

    Raises:
        NotFoundError: it is not here.
    """
    marks = read_marks(home)
    mark = marks.pop(model.name, None)
    if mark is None:
        raise NotFoundError(f"The model {model.name!r} is not in this home.")
    with contextlib.suppress(FileNotFoundError):
        (home / FOLDER / mark.file).unlink()
    _write(home, marks)
    if any(one.name == model.name for one in own(home)):
        write_own(home, [one for one in own(home) if one.name != model.name])


def read_marks(home: Path) -> dict[str, Mark]:
    """By the model's name; a note that can't be read counts as none, and the file is checked again."""
    try:
        noted = json.loads((home / FOLDER / _NOTE).read_text("utf-8"))
        return {name: Mark(**mark) for name, mark in noted.items() if Path(mark["file"]).name == mark["file"]}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def write_own(home: Path, found: Sequence[LocalModel]) -> None:
    """Note which models are this home's own."""
    _replace(home / FOLDER / OWN, json.dumps([one.model_dump() for one in found], indent=1))


def _unchanged(path: Path, mark: Mark) -> bool:
    try:
        state = path.stat()
    except OSError:
        return False
    return (state.st_size, state.st_mtime_ns) == (mark.size, mark.changed)


def _write(home: Path, marks: dict[str, Mark]) -> None:
    folder(home)
    _replace(home / FOLDER / _NOTE, json.dumps({name: asdict(mark) for name, mark in marks.items()}, indent=1))


def _replace(path: Path, text: str) -> None:
    """By renaming, so that a crash leaves the old note or the new one."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, "utf-8")
    fresh.chmod(0o600)
    fresh.replace(path)
