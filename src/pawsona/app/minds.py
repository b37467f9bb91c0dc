"""Which mind a home speaks with, and why; putting a language model together from settings."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pydantic import SecretStr

from pawsona.app.embedder import listener_of, themes_of
from pawsona.app.local import LOCAL, LocalModels
from pawsona.app.meter import Meter
from pawsona.config.models import Group as AnyGroup
from pawsona.config.models import NamedModel
from pawsona.config.settings import Settings
from pawsona.domain.ports import Clock, Embedder, Store
from pawsona.errors import SetupError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.breaker import Breaker
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import Group, LanguageModel, Record
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.tokens import Tokens
from pawsona.minds.local.waking import Waking
from pawsona.minds.routed import Routed
from pawsona.minds.storybook.judging import Listener
from pawsona.minds.storybook.mind import Storybook
from pawsona.minds.storybook.talk.likeness import Reading
from pawsona.night.pace import Pace, Paced
from pawsona.skills import Mind

AGREED = "mind.agreed"
"""The setting of the home that holds what the person said yes to: base_url, model, key_variable - or `STORYBOOK`."""
STORYBOOK = "storybook"
_GROUPS: tuple[Group, ...] = ("talk", "night", "judge")


@dataclass(frozen=True)
class Choice:
    """What a home is set to. `models` is empty for the storybook."""

    why: str
    models: Mapping[Group, NamedModel] = field(default_factory=dict)
    prompts: Path | None = None

    @property
    def talk(self) -> NamedModel | None:
        return self.models.get("talk")

    @cached_property
    def digest(self) -> str:
        """Of its prompts, as they stood when it was first asked for: 52 files are read once, not for every pet."""
        return Prompts(self.prompts).digest


def choose(settings: Settings, agreed: str = "", local: NamedModel | None = None) -> Choice:
    """What the settings, the person's yes, and a pulled model come to (design sec. 4, `auto`).

    Args:
        settings: the settings.
        agreed: the home's setting `AGREED`, as it is stored.
        local: a model that was pulled into the home.

    Raises:
        SetupError: a language model is asked for and none is named.
    """
    named = _named(settings)
    if settings.mind == "storybook":
        return Choice("it is configured")
    if "talk" in named:
        return Choice("it is configured", named, settings.prompts)
    if agreed == STORYBOOK:
        return Choice("you chose it")
    if agreed:
        return Choice("you said yes to it", _agreed(settings, agreed), settings.prompts)
    if local is not None:
        return Choice("it was pulled into this home", _over(settings, local), settings.prompts)
    if settings.mind == "llm":
        raise SetupError(
            "A language model is asked for and none is named: set PAWSONA_BASE_URL and PAWSONA_MODEL, "
            "or see what is at hand: pawsona mind offers"
        )
    return Choice("no language model is configured")


def varied(home: Choice, archive: Path, mind: str | None, prompts: str | None) -> Choice:
    """What a home is set to, with the mind or the kept prompts of an experiment's arm."""
    if mind == STORYBOOK:
        return Choice("an experiment has it")
    if home.talk is None or (mind is None and prompts is None):
        return home
    models = {**home.models, "talk": replace(home.talk, model=mind)} if mind else home.models
    return Choice("an experiment has it", models, archive / prompts if prompts else home.prompts)


def _named(settings: Settings) -> dict[Group, NamedModel]:
    found = {group: settings.named(group) for group in _GROUPS}
    return {group: one for group, one in found.items() if one is not None}


def _agreed(settings: Settings, agreed: str) -> dict[Group, NamedModel]:
    said: dict[str, str] = json.loads(agreed)
    variable = said.get("key_variable", "")
    key = settings.secret(variable) if variable else None
    one = NamedModel(group="talk", base_url=said["base_url"], model=said["model"], key=key, key_variable=variable)
    return _over(settings, one)


def _over(settings: Settings, one: NamedModel) -> dict[Group, NamedModel]:
    return {group: settings.over(group, one) for group in _GROUPS}


@dataclass
class Workshop:
    """Makes minds for one home; servers that several minds share are asked through one client."""

    settings: Settings
    store: Store
    clock: Clock
    embedder: Embedder
    """The storybook's, for likeness by meaning."""
    local: LocalModels
    pace: Pace | None = None
    """None where somebody waits for the answers: then the storybook stands in for a busy model."""
    ask: Callable[[Endpoint], Client] | None = None
    """How a model is asked in another way than over HTTP, as in batches."""
    brought: Mind | None = None
    """The caller's own, which speaks whatever is chosen."""
    _clients: dict[tuple[AnyGroup, str, str, SecretStr | None], Client] = field(default_factory=dict)
    _breakers: dict[str, Breaker] = field(default_factory=dict)
    _counters: dict[tuple[str, str, Path | None], Tokens] = field(default_factory=dict)
    _awake: dict[tuple[object, ...], LanguageModel] = field(default_factory=dict)

    def storybook(self) -> Checked:
        return Checked(self._storybook())

    def mind(self, choice: Choice) -> Checked:
        """The mind of a choice, whose answers are checked and which the storybook stands in for.

        Raises:
            ContentError: a prompt file breaks its contract.
        """
        if self.brought is not None:
            return Checked(self.brought)
        if choice.talk is None:
            return self.storybook()
        if any(named.base_url == LOCAL for named in choice.models.values()):
            return self._checked(Waking(f"llm:{choice.talk.model}", lambda: self._woken(choice)))
        return self._checked(self.language_model(choice))

    async def _woken(self, choice: Choice) -> LanguageModel:
        """The model of a choice with its own servers running; made anew for other addresses or prompts."""
        found = {g: await self.local.started(one) if one.base_url == LOCAL else one for g, one in choice.models.items()}
        key = (choice.prompts, *((group, one.base_url, one.model) for group, one in found.items()))
        if key not in self._awake:
            self._awake[key] = self.language_model(replace(choice, models=found))
        return self._awake[key]

    def language_model(self, choice: Choice, record: Record | None = None) -> LanguageModel:
        """The bare model of a choice, for those who compare and measure.

        Raises:
            ContentError: a prompt file breaks its contract.
            SetupError: the folder of one's own prompts is not there.
        """
        prompts = Prompts(choice.prompts)
        prompts.check()
        clients = {group: self._client(group, named) for group, named in choice.models.items()}
        return LanguageModel(clients, prompts, self.clock, record or self.meter.record, self._counter)

    def cut_at(self, choice: Choice) -> int:
        """Tokens that the server of a choice reads of a longer prompt without saying so; 0 where none was seen cut."""
        asked = {(one.base_url, one.model) for one in choice.models.values()}
        return max((counter.cut_at for key, counter in self._counters.items() if key[:2] in asked), default=0)

    def _counter(self, endpoint: Endpoint) -> Tokens:
        """One for each model. Where it is asked otherwise than over HTTP, its server is not asked to count."""
        key = (endpoint.base_url, endpoint.model, endpoint.tokenizer)
        settled = self.ask is not None or endpoint.tokenizer is not None
        return self._counters.setdefault(key, Tokens(endpoint.tokenizer, settled))

    def _checked(self, model: Mind) -> Checked:
        storybook = self._storybook()
        if self.pace is not None:
            model = Paced(model, self.pace)
        return Checked(Routed(model, storybook), storybook)

    def _client(self, group: AnyGroup, named: NamedModel) -> Client:
        key = (group, named.base_url, named.model, named.key)
        if key not in self._clients:
            breaker = self._breakers.setdefault(named.base_url, Breaker())
            endpoint = endpoint_of(named)
            self._clients[key] = self.ask(endpoint) if self.ask is not None else Client(endpoint, breaker)
        return self._clients[key]

    def _storybook(self) -> Storybook:
        return Storybook(self.embedder, self.listener, self.themes)

    @cached_property
    def themes(self) -> Reading | None:
        """What the storybook finds themes by."""
        return themes_of(self.settings)

    @cached_property
    def listener(self) -> Listener | None:
        """What is heard beside the storybook's rules."""
        return listener_of(self.settings)

    @cached_property
    def meter(self) -> Meter:
        """Where its minds record what they cost."""
        return Meter(self.store)

    async def aclose(self) -> None:
        await self.meter.write()
        for client in self._clients.values():
            await client.aclose()
        await self.local.aclose()


def endpoint_of(named: NamedModel) -> Endpoint:
    """A named model as its client wants it."""
    asked = named.asked
    return Endpoint(
        base_url=named.base_url,
        model=named.model,
        api_key=named.key.get_secret_value() if named.key else "",
        temperature=asked.temperature,
        context=asked.context,
        timeout=asked.timeout,
        structured=asked.structured,
        tokenizer=asked.tokenizer,
        extra=asked.extra,
    )
