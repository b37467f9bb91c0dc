"""Text to vectors, without a network and without a deep-learning framework.

Vectors of two embedders can't be compared, and the index searches those of one name only. So a home has one
embedder: `Bilingual` gives English to MiniLM and Chinese to hashed n-grams inside one space of 384 numbers. Two texts
in different languages get a cosine near 0 (hashing scatters, sd 0.05): no evidence, never false evidence. Where
MiniLM's files are absent, hashing serves both languages, at words and spelling instead of meaning.
"""

import logging
from pathlib import Path

from pawsona.domain.language import Language
from pawsona.domain.ports import Embedder
from pawsona.embed.bilingual import Bilingual
from pawsona.embed.clients import Address
from pawsona.embed.endpoint import EndpointEmbedder
from pawsona.embed.hashing import Hashing
from pawsona.embed.lately import Lately
from pawsona.embed.listener import TaughtListener
from pawsona.embed.minilm import WIDTH, MiniLM, model_folder
from pawsona.embed.taught import TaughtMiniLM
from pawsona.embed.themes import TaughtThemes
from pawsona.embed.transformers import Transformers

__all__ = [
    "Address", "Bilingual", "EndpointEmbedder", "Hashing", "Lately", "MiniLM", "TaughtListener", "TaughtMiniLM",
    "TaughtThemes", "open_embedder",
]  # fmt: skip

logger = logging.getLogger(__name__)


def open_embedder(name: str, home: Path, language: Language) -> Embedder:
    """The embedder that the settings name.

    Args:
        name: `auto` takes MiniLM where its package is installed, else hashing; `st:` names a sentence-transformers
            model. (`endpoint` needs an address: see `EndpointEmbedder`.)
        home: Pawsona's folder, where it is remembered that the model file was checked.
        language: whose way texts without letters go ("2019", "🎂").

    Raises:
        SetupError: MiniLM is asked for and absent, or its files are not the published ones.
    """
    if name.startswith("st:"):
        return Lately(Transformers(name.removeprefix("st:")))
    if name == "hashing" or (name == "auto" and model_folder() is None):
        if name == "auto":
            logger.info("MiniLM is not installed: recall compares words and spelling, not meaning")
        return Hashing()
    return Lately(Bilingual(MiniLM.open(home), Hashing(WIDTH), language))
