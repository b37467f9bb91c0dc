"""What the server was started with, and what it remembers."""

from dataclasses import dataclass, field
from typing import Any

from tests.model_server.behaviour import Behaviour, Script
from tests.model_server.tokens import PrefixCache


@dataclass(frozen=True)
class Options:
    key: str | None = None
    """Without one, anybody may ask."""
    models: tuple[str, ...] = ("pet-model",)
    context: int = 32768
    cuts: bool = False
    """What is longer is not refused but cut without a word, as Ollama does, and its context stands in /api/ps."""
    formats: tuple[str, ...] = ("text", "json_object", "json_schema")
    """The kinds of `response_format` it takes; any other is refused with 400."""
    embeddings: bool = True
    tokenize: bool = False
    """Whether there is llama.cpp's /tokenize."""
    always: Behaviour = field(default_factory=Behaviour)


class State:
    """Changes with each request and by /control."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.reset()

    def reset(self) -> None:
        self.script = Script(self.options.always)
        self.cache = PrefixCache()
        self.requests: list[dict[str, Any]] = []
