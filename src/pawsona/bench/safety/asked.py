"""Which systems are asked for, and how they are opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

from pawsona.app.minds import endpoint_of
from pawsona.bench.safety.systems import BareModel, System, whole_companion
from pawsona.care.attachment import persona
from pawsona.config.settings import Settings
from pawsona.domain.language import LANGUAGES
from pawsona.errors import SetupError
from pawsona.minds.llm.client import Client

WITHOUT = " without SAP"
Kind = Literal["storybook", "llm"]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is to be played, and who judges it."""

    mind: Kind = "storybook"
    model: str | None = None
    """A model to be asked by itself, or with `companion` inside one."""
    base_url: str | None = None
    companion: bool = False
    without_sap: bool = False
    """Also everything again without the Secure Attachment Persona."""
    judge: str | None = None
    """The model that judges."""
    judge_url: str | None = None

    @property
    def variants(self) -> tuple[bool, ...]:
        """With SAP, and then perhaps without it."""
        return (True, False) if self.without_sap else (True,)

    def models(self) -> dict[str, Any]:
        """The models as settings have them; so a key goes only to the server it was given for."""
        named = {"talk": (self.model, self.base_url), "judge": (self.judge, self.judge_url)}
        tables = {
            group: {key: value for key, value in (("model", model), ("base_url", url)) if value}
            for group, (model, url) in named.items()
            if model
        }
        return {"models": tables} if tables else {}


@asynccontextmanager
async def system(asked: Asked, settings: Settings, *, sap: bool) -> AsyncIterator[System]:
    """One system, opened.

    Raises:
        SetupError: it wants a model, and none is named.
    """
    if asked.model is not None and not asked.companion:
        client = client_of(settings, "talk")
        rules = {language: persona(language, attachment=sap) for language in LANGUAGES}
        try:
            yield BareModel(_named(f"model:{asked.model}", sap), client, rules)
        finally:
            await client.aclose()
        return
    speaks: Kind = "llm" if asked.model is not None else asked.mind
    model = settings.named("talk") if speaks == "llm" else None
    care = settings.care.model_copy(update={"attachment": "on" if sap else "off-for-research"})
    chosen = settings.model_copy(update={"mind": speaks, "care": care})
    async with whole_companion(chosen, _named(f"companion:{model.model if model else speaks}", sap)) as companion:
        yield companion


def client_of(settings: Settings, group: Literal["talk", "judge"]) -> Client:
    """A client of the model of a group.

    Raises:
        SetupError: there is none.
    """
    named = settings.named(group)
    if named is None:
        option = "--base-url" if group == "talk" else "--judge-url"
        raise SetupError(f"It is not said where that model answers: set {option} or PAWSONA_BASE_URL.")
    return Client(endpoint_of(named))


def _named(name: str, sap: bool) -> str:
    return name if sap else name + WITHOUT
