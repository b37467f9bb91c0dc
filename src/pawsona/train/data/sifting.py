"""Runs the filters with the embedder that was named, and writes what came of it."""

from collections.abc import Sequence
from pathlib import Path

from pawsona.app.embedder import own_embedder
from pawsona.bench.embedder import embedder_of
from pawsona.config.home import prepare
from pawsona.config.settings import load
from pawsona.domain.ports import Embedder
from pawsona.embed import Lately
from pawsona.train.data.sift import Progress, Sifted, sifted


async def sift(folder: Path, against: Sequence[Path], name: str, progress: Progress, processes: int) -> Sifted:
    """Sift a folder, and write what stays beside what goes.

    Raises:
        InputError: nothing was made there, or a set can't be read.
        SetupError: the embedder can't be used.
    """
    embedder = _embedder(name)
    try:
        found = await sifted(folder, against, embedder, progress, processes)
    finally:
        if isinstance(embedder, Lately):
            await embedder.aclose()
    found.write(folder)
    return found


def _embedder(name: str) -> Embedder | None:
    if name == "none":
        return None
    if name == "auto":
        settings = load()
        return own_embedder(settings, prepare(settings))
    return embedder_of(name, None)
