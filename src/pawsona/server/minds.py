"""The shapes of `/api/v1/mind`: which mind speaks, what could, and what it cost."""

from datetime import datetime
from typing import Literal

from pawsona.domain.language import Language
from pawsona.server.wire import Wire


class LocalModelWire(Wire):
    """A model that could be pulled, or is here. Sizes in bytes."""

    name: str
    purpose: str
    size: int
    memory: int
    licence: str
    languages: list[Language]
    installed: bool
    recommended: bool
    fits: bool


class LocalWire(Wire):
    """Models at home; `hint` says what must be installed first, `install` is the line for it. `memory` is in bytes."""

    available: bool
    hint: str
    install: str
    memory: int
    models: list[LocalModelWire]


class FindingWire(Wire):
    """Which embedder finds memories, and in which languages it knows what words mean."""

    embedder: str
    understands: list[Language]


class MindStateWire(Wire):
    """Which mind speaks; `server` is empty for the storybook and `local` for a pulled model.

    `trouble`: why the storybook gave the last reply in its place, until it gives one itself; empty while all is well.
    Only talk counts, and only of pets that keep no other mind. `cut_at`: tokens after which the server cut a prompt
    without a word (Ollama does, at 4,096); 0 where that was not seen.
    """

    name: str
    kind: Literal["storybook", "llm"]
    why: str
    server: str
    model: str
    trouble: str
    cut_at: int
    local: LocalWire
    finding: FindingWire


class OfferWire(Wire):
    """A server that might be used if the person says so."""

    name: str
    base_url: str
    models: list[str]
    key_variable: str


class UseMind(Wire):
    """The person's yes. `server`: a name from the look, an address, or `local` for a model that is pulled."""

    server: str
    model: str
    key_variable: str = ""


class PinWire(Wire):
    """A mind that a pet has spoken with; `held`: the person keeps it there.

    `nights`: who did its nights; null where nobody noted it.
    """

    at: datetime
    mind: str
    prompts: str
    nights: str | None
    held: bool


class SumWire(Wire):
    """Calls added up.

    `failed`: no answer that could be used; `language`: one in another language; `estimated`: not counted by the server.
    """

    calls: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    failed: int
    language: int
    retries: int
    estimated: int
    money: float
    first_ms_p50: float | None


class CostsWire(Wire):
    """What a pet's models cost; divide by `days`, those with calls, for a pet-day."""

    days: int
    whole: SumWire
    stages: dict[str, SumWire]
    skills: dict[str, SumWire]
    models: dict[str, SumWire]
