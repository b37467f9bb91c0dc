"""A tiny model, talks, and one run on them, made once; `cli` from the tests of the command line."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.cli.conftest import cli as cli
from tests.cli.conftest import home as home
from tests.train.tiny import write_model, write_talks


@dataclass(frozen=True)
class Tuned:
    """A run to its end, undisturbed."""

    model: Path
    talks: Path
    out: Path


@pytest.fixture(scope="session")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_talks(tmp_path_factory.mktemp("talks") / "talks.jsonl", watched=5)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model") / "tiny")


@pytest.fixture(scope="session")
def shipped(tuned: Tuned, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `pawsona train ship`."""
    from pawsona.train.ship import Asked, ship

    out = tmp_path_factory.mktemp("shipped") / "mochi"
    ship(Asked(run=tuned.out, out=out, base=tuned.model, name="mochi", licence="Apache-2.0", width="f16"))
    return out


@pytest.fixture(scope="session")
def tuned(model: Path, talks: Path, tmp_path_factory: pytest.TempPathFactory) -> Tuned:
    import torch

    from pawsona.train.profile import TINY
    from pawsona.train.tuning import Asked
    from pawsona.train.tuning import tuned as run

    torch.set_num_threads(1)
    out = tmp_path_factory.mktemp("run") / "out"
    run(Asked(data=talks, model=model, out=out, profile=replace(TINY, epochs=6)))
    return Tuned(model, talks, out)
