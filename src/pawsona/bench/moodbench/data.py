"""All datasets of a profile, from a folder, an archive, or our own fixtures."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pawsona.bench.moodbench.load import Loaded, fixtures, load
from pawsona.bench.moodbench.source import data_folder
from pawsona.bench.moodbench.spec import spec_of, specs
from pawsona.bench.moodbench.structure import Structure


def datasets(
    structure: Structure, path: Path | None, only: Sequence[str] = (), limit: int | None = None
) -> tuple[Loaded, ...]:
    """What is there of each dataset; those that are absent say so themselves.

    Args:
        structure: the profile whose datasets they are.
        path: a checkout, its data folder or the archive; None: five questions each that we wrote ourselves.
        only: names of some datasets.
        limit: so many questions of each.

    Raises:
        InputError: there is no such data, or no dataset of such a name.
        SetupError: Parquet files can't be read on this machine.
    """
    wanted = [spec_of(name).name for name in only] or list(structure.datasets)
    if path is None:
        return tuple(_first(fixtures(specs()[name]), limit) for name in wanted)
    with data_folder(path) as folder:
        return tuple(_first(load(specs()[name], folder), limit) for name in wanted)


def _first(data: Loaded, limit: int | None) -> Loaded:
    return replace(data, items=data.items[:limit])
