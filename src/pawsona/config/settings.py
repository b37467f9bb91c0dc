"""What can be set, once, from `pawsona.toml` in the home folder and from `PAWSONA_*` variables; variables win."""

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_data_dir
from pydantic import (
    BaseModel,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from pawsona.care.country import country
from pawsona.config.accounts import Accounts
from pawsona.config.care import Care
from pawsona.config.models import GROUPS, Group, Model, NamedModel, named_model, tabled, web_address
from pawsona.config.origin import origin
from pawsona.domain.language import Language
from pawsona.errors import SetupError

FILE = "pawsona.toml"
PREFIX = "PAWSONA_"
_NOT_OURS = frozenset({"PAWSONA_SHARED"})
"""Read by tests and benchmarks: where other people's data is."""


class Settings(BaseSettings):
    """One reading of the settings; make it with `load`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid")

    home: Path = Field(description="the data folder; variable only, because the file is in it")
    database_url: str = Field("", repr=False, description="SQLite or PostgreSQL; empty: pawsona.db in the home folder")
    mind: Literal["auto", "storybook", "llm"] = Field("auto", description="who talks and writes the pet's days")
    base_url: str | None = Field(None, repr=False, description="an OpenAI-compatible model server, up to its /v1")
    api_key: SecretStr | None = Field(None, description="the model server's key; never shown or logged")
    model: str | None = Field(None, description="the model's name on that server")
    models: dict[Group, Model] = Field({}, description="other models for groups of skills; file only, see models.md")
    prompts: Path | None = Field(None, description="a folder of your own prompt files, see prompts.md")
    embedder: str = Field("auto", description="what makes vectors for recall, see models.md")
    reranker: str = Field("none", description="what puts recall's best into their last order, see models.md")
    language: Literal["auto", "en", "zh"] = Field("auto", description="of a new companion; auto: the system's")
    host: str = Field("127.0.0.1", min_length=1, description="the address to listen on; the default is this machine")
    port: int = Field(8717, ge=0, le=65535, description="the port to listen on; 0: any free one")
    proxied: str = Field("", description="the web address that a proxy on this machine shows, see web-app.md")
    auth: Literal["home", "accounts"] = Field("home", description="home: one household, no login; see accounts.md")
    accounts: Accounts = Field(Accounts(), description="who may sign up, who sends letters; file only, see accounts.md")
    webhooks: Literal["public", "private"] = Field(
        "public", description="private: webhooks may be in this network, or on this machine; see webhooks.md"
    )
    workers: int = Field(1, ge=1, le=64, description="processes that serve; see deploy.md")
    connections: int = Field(
        8, ge=1, le=500, description="to PostgreSQL: transactions at once in each process, and as many reads"
    )
    cache_mb: int = Field(96, ge=0, le=1_000_000, description="memory for recall in each process, see postgres.md")
    turns: int = Field(64, ge=1, le=10_000, description="turns of talk at once in each process; as many may wait")
    grace: int = Field(20, ge=0, le=600, description="seconds that replies may take to end when the server stops")
    log: Literal["plain", "json"] = Field("plain", description="json: a log of JSON lines, without any content")
    history_months: int | None = Field(
        None,
        ge=1,
        le=1200,
        description="after how many months a message that no memory rests on leaves the chat history; empty: never",
    )
    region: str | None = Field(None, description="the country, two letters: whose help lines are shown")
    care: Care = Field(Care(), description="rules of jurisdictions, help lines of your own; file only, see packs.md")

    _system: Language = PrivateAttr("en")
    _region: str | None = PrivateAttr(None)
    _named: dict[Group, NamedModel] = PrivateAttr(default_factory=dict)

    @property
    def spoken(self) -> Language:
        """The language of a new companion."""
        return self._system if self.language == "auto" else self.language

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same store at the same time."""
        return self.workers > 1 or not self.database_url.startswith("sqlite:")

    @property
    def locale_region(self) -> str | None:
        """The country in the system's language settings; people in other countries have them too."""
        return self._region

    def named(self, group: Group) -> NamedModel | None:
        """The model that a group of skills is asked of, if the settings name one."""
        return self._named.get(group)

    def over(self, group: Group, one: NamedModel) -> NamedModel:
        """The model of a group where the person chose one: its table counts for that one too."""
        return self.named(group) or tabled(one, group, self.models, os.environ)

    def secret(self, variable: str) -> SecretStr | None:
        """The key in an environment variable, for a server that was agreed to under its name."""
        found = os.environ.get(variable)
        return SecretStr(found) if found else None

    def model_post_init(self, context: Any) -> None:
        locale = _locale(os.environ)
        self._system = "zh" if locale.casefold().startswith("zh") else "en"
        self._region = country(locale.partition(".")[0].partition("_")[2])
        whole = Model(base_url=self.base_url, model=self.model)
        found = {group: named_model(group, self.models, whole, self.api_key, os.environ) for group in GROUPS}
        self._named = {group: one for group, one in found.items() if one is not None}

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What the caller gives, then variables, then the file in the home that the caller gave."""
        home = init_settings()["home"]
        return init_settings, env_settings, InitSettingsSource(settings_cls, _file_values(Path(home) / FILE))

    @model_validator(mode="before")
    @classmethod
    def _database_in_home(cls, data: dict[str, Any]) -> dict[str, Any]:
        return data if data.get("database_url") else {**data, "database_url": f"sqlite:///{data['home']}/pawsona.db"}

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str) -> str:
        if not value.startswith(("sqlite:///", "postgresql:", "postgresql+")):
            raise ValueError("it should begin with sqlite:/// or postgresql://")
        return value

    @field_validator("base_url")
    @classmethod
    def _web_address(cls, value: str | None) -> str | None:
        return web_address(value)

    @field_validator("proxied")
    @classmethod
    def _origin(cls, value: str) -> str:
        return value and origin(value)

    @field_validator("accounts")
    @classmethod
    def _tenants(cls, value: Accounts, info: ValidationInfo) -> Accounts:
        value.beside(info.data.get("proxied", ""))
        return value

    @field_validator("embedder")
    @classmethod
    def _known_embedder(cls, value: str) -> str:
        if value not in ("auto", "minilm", "hashing", "endpoint") and not value.startswith("st:"):
            raise ValueError("it should be 'auto', 'minilm', 'hashing', 'endpoint', or 'st:' and a model's name")
        return value

    @field_validator("reranker")
    @classmethod
    def _known_reranker(cls, value: str) -> str:
        if value not in ("none", "endpoint") and not value.startswith("st:"):
            raise ValueError("it should be 'none', 'endpoint', or 'st:' and a cross-encoder's name")
        return value

    @field_validator("region")
    @classmethod
    def _country(cls, value: str | None) -> str | None:
        if value is not None and (known := country(value)) is None:
            raise ValueError("it should be a country's two letters, as in GB or CN")
        return known if value is not None else None


def load(home: Path | None = None, **given: Any) -> Settings:
    """Read the settings.

    Args:
        home: the data folder, else `PAWSONA_HOME`, else the system's place for data.
        given: settings that win over variables and file (a command's options); None means not given.

    Raises:
        SetupError: a file, key or value is wrong; the sentence says which and what to do.
    """
    folder = home or Path(os.environ.get(f"{PREFIX}HOME") or user_data_dir("pawsona", appauthor=False))
    _check_variables(os.environ)
    values = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(home=_absolute(folder), **values)
    except ValidationError as error:
        raise SetupError(_sentence(error, values, _absolute(folder) / FILE)) from None


def describe() -> list[tuple[str, str, str, str]]:
    """Every setting as (key, variable, default, meaning), for the reference page."""
    return [
        (name, PREFIX + name.upper(), _default(name, field.default), field.description or "")
        for name, field in Settings.model_fields.items()
    ]


def _default(name: str, value: object) -> str:
    if name == "home":
        return "the system's folder for data"
    return "" if value is None or isinstance(value, Care | Accounts) else str(value)


def _absolute(folder: Path) -> Path:
    try:
        return folder.expanduser().absolute()
    except RuntimeError as error:  # `~` without a home folder, `~nobody`
        raise SetupError(f"The data folder {str(folder)!r} names no home folder; set PAWSONA_HOME in full.") from error


def _locale(environment: Mapping[str, str]) -> str:
    """POSIX order: the first of these that is set decides; empty where none is."""
    return next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")


def _file_values(path: Path) -> dict[str, Any]:
    """The keys of the file; none if there is no file."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except tomllib.TOMLDecodeError as error:
        where = str(error).rpartition("(")[2].rstrip(")")  # the message before it may quote a key's value
        raise SetupError(
            f'{path} is not valid TOML ({where}): correct it there; texts need quotes, as in mind = "auto".'
        ) from None
    except UnicodeDecodeError:
        raise SetupError(f"{path} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise SetupError(
            f"{path} can't be read ({(error.strerror or 'unknown reason').lower()}): check its rights."
        ) from error
    if "home" in values:
        raise SetupError(f"{path} can't set 'home', because it is found there: set PAWSONA_HOME instead.")
    return values


def _check_variables(environment: Mapping[str, str]) -> None:
    """A misspelt variable would be ignored without a word, and a database that nobody named would begin empty."""
    if environment.get(f"{PREFIX}DATABASE_URL") == "":
        raise SetupError(
            f"{PREFIX}DATABASE_URL is empty: a secret that could not be read, perhaps. "
            "Name a database, or unset it for the file at home."
        )
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for name in environment:
        if name.startswith(PREFIX) and name not in known | _NOT_OURS:
            near = get_close_matches(name, known, n=1, cutoff=0.85)
            if near:
                raise SetupError(f"The variable {name} is no setting: did you mean {near[0]}?")


def _sentence(error: ValidationError, given: Mapping[str, Any], path: Path) -> str:
    """The first problem as a sentence. Values are left out: one of them may be a key or a password."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    key = str(first["loc"][0]) if first["loc"] else "?"
    name = ".".join(str(part) for part in first["loc"]) or "?"
    if first["type"] == "extra_forbidden":
        tables: dict[str, type[BaseModel]] = {"care": Care, "accounts": Accounts}
        known = list(tables[key].model_fields) if key in tables else list(Settings.model_fields)
        near = get_close_matches(name.rpartition(".")[2], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the settings are {', '.join(known)}."
        return f"{path} sets {name!r}, which is no setting{' there' if '.' in name else ''}: {hint}"
    variable = PREFIX + key.upper()
    where = (
        f"{name!r}"
        if key in given
        else f"the variable {variable}"
        if os.environ.get(variable)
        else f"{name!r} in {path}"
    )
    reason = first["msg"].removeprefix("Value error, ").replace("Input should", "it should")
    return f"Please change {where}: {reason}."
