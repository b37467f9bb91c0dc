"""One vector space for two languages: each text goes to the embedder that understands it."""

from collections.abc import Sequence

from pawsona.domain.language import Language, language_of
from pawsona.domain.ports import Vector
from pawsona.embed.hashing import Hashing
from pawsona.embed.minilm import MiniLM


class Bilingual:
    """English to MiniLM, Chinese to hashing of the same width.

    Args:
        english: understands meaning, in English only.
        chinese: must make vectors as long as those of `english`.
        default: the language of a text that has no letters.
    """

    languages = frozenset({"en", "zh"})
    understands = frozenset({"en"})
    near = True
    """It runs in this process: what it is given goes nowhere."""

    def __init__(self, english: MiniLM, chinese: Hashing, default: Language) -> None:
        self._english = english
        self._chinese = chinese
        self._default = default

    @property
    def name(self) -> str:
        return f"{self._english.name}+{self._chinese.name}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        chinese = [language_of(text, self._default) == "zh" for text in texts]
        english = await self._english.embed([text for text, zh in zip(texts, chinese, strict=True) if not zh])
        hashed = await self._chinese.embed([text for text, zh in zip(texts, chinese, strict=True) if zh])
        from_english, from_chinese = iter(english), iter(hashed)
        return [next(from_chinese if zh else from_english) for zh in chinese]
