"""`pawsona bench recall`: the data, the home's own embedder, a run, and what is written of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from pawsona.app.embedder import own_embedder, served_embedder
from pawsona.app.local import LocalModels
from pawsona.bench.core import write_lines
from pawsona.bench.recall import locomo, longmemeval, own
from pawsona.bench.recall.arms import ARMS, PARTED
from pawsona.bench.recall.conversation import Dataset
from pawsona.bench.recall.report import Report, report
from pawsona.bench.recall.run import Outcome, Progress, run
from pawsona.config.home import prepare
from pawsona.config.settings import load
from pawsona.domain.ports import Embedder
from pawsona.embed import Lately
from pawsona.errors import InputError

LOADERS: Mapping[str, Callable[[Path], Dataset]] = {
    "locomo": locomo.load,
    "longmemeval": longmemeval.load,
    "own": own.load,
}


def dataset_of(name: str, path: Path, *, image_queries: bool = False, limit: int | None = None) -> Dataset:
    """Read the data that the user has.

    Raises:
        InputError: it is not there, damaged, or something else; the sentence says what to do.
    """
    if name not in LOADERS:
        raise InputError(f"{name!r} is none of {', '.join(LOADERS)}.")
    found = locomo.load(path, image_queries=image_queries) if name == "locomo" else LOADERS[name](path)
    kept = Dataset(found.name, found.conversations[:limit] if limit else found.conversations, found.dropped)
    if not any(question.answerable for one in kept.conversations for question in one.questions):
        raise InputError(f"In {str(path)!r} is no question that could be answered from its turns.")
    return kept


def arms_of(names: str | None, *, parts: bool = False) -> tuple[str, ...]:
    """The arms that a comma-separated list names; all without one.

    Args:
        names: what the user wrote.
        parts: also those that leave one part of the fusion out.

    Raises:
        InputError: one of them is unknown.
    """
    known = (*ARMS, *PARTED)
    named = list(ARMS) if names is None else [name.strip() for name in names.split(",")]
    unknown = [name for name in named if name not in known]
    if unknown:
        raise InputError(f"There is no arm {unknown[0]!r}; there are {', '.join(known)}.")
    return tuple(name for name in known if name in named or (parts and name in PARTED))


async def recall(dataset: Dataset, arms: Sequence[str], progress: Progress) -> Outcome:
    """Run with the embedder that this home is set to.

    Raises:
        SetupError: the settings or the embedder can't be used.
    """
    settings = load()
    folder = prepare(settings)
    embedder: Embedder = served_embedder(settings, LocalModels(folder)) or own_embedder(settings, folder)
    try:
        return await run(dataset, embedder, arms, progress)
    finally:
        if isinstance(embedder, Lately):
            await embedder.aclose()


def make_room(folder: Path) -> None:
    """Make sure of the folder for results before a run of minutes.

    Raises:
        InputError: it can't be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InputError(f"{str(folder)!r} can't be written ({reason}): name another with --out.") from None


def write(outcome: Outcome, folder: Path) -> Report:
    """Write predictions, scores, figures and pictures into a folder."""
    made = report(outcome)
    write_lines(folder / "predictions.jsonl", outcome.predictions)
    write_lines(folder / "scores.jsonl", [*outcome.scores, *outcome.ceilings, *outcome.claims])
    (folder / "report.json").write_text(json.dumps(made.figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    (folder / "report.md").write_text(made.markdown(), "utf-8")
    if made.roc is not None:
        (folder / "roc.svg").write_text(made.roc.svg(), "utf-8")
    return made
