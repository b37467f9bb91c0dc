"""Where a model answers, and how it wants to be asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Structured = Literal["auto", "json_schema", "json_object", "text"]
"""How an answer's shape is asked for; `auto` begins with the first and steps down where the server refuses."""


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One model on one server."""

    base_url: str
    """Up to its /v1."""
    model: str
    api_key: str = field(default="", repr=False)
    temperature: float = 0.9
    """Of what is written freely; what is read or judged is always asked at 0 (iPET sec. 3.1)."""
    context: int = 8192
    """Tokens that prompt and answer may have together."""
    timeout: float = 60.0
    """Seconds without any sign of life."""
    structured: Structured = "auto"
    tokenizer: Path | None = None
    """The model's own tokenizer.json; without it tokens are estimated, and the server's counts teach the estimate."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the request's body, as the server documents them."""
