"""Fetching a model into the home: with a bar in the terminal, or told step by step to a page."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

from pawsona.config.home import prepare
from pawsona.config.settings import load
from pawsona.errors import SetupError
from pawsona.minds import local
from pawsona.minds.local import Installed, LocalModel
from pawsona.minds.local.extra import missing

_GB = 1e9
_LOCKS: defaultdict[str, Lock] = defaultdict(Lock)


def listing() -> Iterator[str]:
    """The catalogue as lines, with what suits this machine."""
    folder, memory = prepare(load()), local.machine_memory()
    yield f"This machine has {memory / _GB:.0f} GB of memory."
    for offer in local.offered(folder, memory):
        marks = {"here": offer.installed, "recommended": offer.recommended, "too large": not offer.fits}
        note = ", ".join(mark for mark, holds in marks.items() if holds)
        model, languages = offer.model, "/".join(offer.model.languages)
        yield f"  {model.name:<18}{model.size / _GB:>5.1f} GB  {languages:<6} {model.licence:<11} {note}".rstrip()
    yield "To fetch one: pawsona mind pull NAME"


def fetch_with_bar(
    name: str, *, sha256: str | None, revision: str | None, trust: bool, mirror: str | None
) -> Installed:
    """Fetch a model with a progress bar; blocks.

    Raises:
        NotFoundError: the catalogue has no such model.
        SetupError: it can't be fetched, or is not what it should be; nothing unchecked is kept.
    """
    folder = prepare(load())
    model = local.named(folder, name)
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=model.size)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return fetch(folder, model, progress, sha256=sha256, revision=revision, trust=trust, mirror=mirror)


def add(path: Path, name: str, licence: str) -> Installed:
    """Bring a model file into the home, and see that llama.cpp loads it; blocks.

    Raises:
        InputError: it is no model, or the name can't be had.
        SetupError: the extra `local` is missing, there is no room, or llama.cpp can't load it; it is not kept then.
    """
    folder = prepare(load())
    if hint := missing():
        raise SetupError(hint)
    added = local.add(path, folder, name, licence)
    try:
        local.serve(added).close()
    except SetupError:
        local.remove(folder, added.model)
        raise
    return added


def fetch(
    folder: Path,
    model: LocalModel,
    progress: Callable[[int, int], None],
    *,
    sha256: str | None = None,
    revision: str | None = None,
    trust: bool = False,
    mirror: str | None = None,
) -> Installed:
    """Fetch a model of the catalogue; blocks, and ends where `progress` raises.

    A page that was loaded again asks while the old download may still be reading: the second waits for the first.

    Raises:
        SetupError: it can't be fetched or kept, or is not what it should be.
    """
    with _LOCKS[model.name]:
        try:
            local.pull(model, folder, progress, sha256=sha256, revision=revision, trust=trust, mirror=mirror)
        except OSError as error:
            why = (error.strerror or "unknown reason").lower()
            raise SetupError(f"{model.file} can't be kept in {folder} ({why}): mend that and pull again.") from error
    return next(one for one in local.installed(folder) if one.model.name == model.name)
