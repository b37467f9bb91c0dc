"""Embed the storybook's English prototypes: python scripts/write_prototypes.py (a test fails when the file is old)."""

import asyncio
import tempfile
from pathlib import Path

import numpy as np

from pawsona.embed.minilm import MiniLM
from pawsona.minds.storybook.talk.meaning import FILE, digest, prototypes


def main() -> None:
    """Write the vectors beside the sentences."""
    rows = list(prototypes())
    with tempfile.TemporaryDirectory() as folder:
        vectors = asyncio.run(MiniLM.open(Path(folder)).embed([text for _, text in rows]))
    np.savez(
        FILE,
        names=np.array([name for name, _ in rows]),
        vectors=np.stack([np.frombuffer(vector, np.float32) for vector in vectors]).astype(np.float16),
        digest=np.array(digest()),
    )


if __name__ == "__main__":
    main()
