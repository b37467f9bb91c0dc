"""Which model serves which group of skills, and where its key is."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator

Group = Literal["talk", "night", "judge", "teacher", "embedding", "reranker"]
_MILLION = 1_000_000
GROUPS: tuple[Group, ...] = ("talk", "night", "judge", "teacher", "embedding", "reranker")


def web_address(value: str | None) -> str | None:
    """A server's address without the slash at its end.

    Raises:
        ValueError: it is no web address.
    """
    if value is not None and not value.startswith(("http://", "https://")):
        raise ValueError("it should begin with http:// or https://")
    return value and value.rstrip("/")


class Model(BaseModel):
    """One table of `pawsona.toml`: `[models.talk]`. What it leaves out is as for the whole home."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str | None = None
    model: str | None = None
    key_variable: str | None = None
    """The environment variable that holds this server's key."""
    temperature: float = Field(default=0.9, ge=0, le=2)
    context: int = Field(default=8192, ge=1024)
    timeout: float = Field(default=60.0, gt=0)
    structured: Literal["auto", "json_schema", "json_object", "text"] = "auto"
    tokenizer: Path | None = None
    price_in: float = Field(default=0.0, ge=0)
    """Per million tokens, in whatever money you reckon in."""
    price_cached: float | None = Field(default=None, ge=0)
    price_out: float = Field(default=0.0, ge=0)
    extra: dict[str, Any] = {}

    _address = field_validator("base_url")(web_address)

    @property
    def priced(self) -> bool:
        """Whether somebody told what it costs."""
        return self.price_in > 0 or self.price_out > 0

    def money(self, sent: int, came: int, cached: int = 0) -> float:
        """What so many tokens cost; `cached` of those sent the server knew already."""
        known = self.price_in if self.price_cached is None else self.price_cached
        return ((sent - cached) * self.price_in + cached * known + came * self.price_out) / _MILLION


@dataclass(frozen=True, kw_only=True)
class NamedModel:
    """A group's model, whole."""

    group: Group
    base_url: str
    model: str
    key: SecretStr | None
    key_variable: str = ""
    asked: Model = field(default_factory=Model)


def model_name(group: Group, table: Model, whole: Model) -> str | None:
    """What a group's model is called: an embedding model or a reranker is never the talking one."""
    return table.model or (None if group in ("embedding", "reranker") else whole.model)


def named_model(
    group: Group,
    tables: Mapping[Group, Model],
    whole: Model,
    key: SecretStr | None,
    environment: Mapping[str, str],
) -> NamedModel | None:
    """The model of a group: its own table, over the home's one model; None where nothing names one.

    A key goes only to the server it was given for: a table with another address needs a `key_variable` of its own.
    """
    table = tables.get(group, Model())
    base_url = table.base_url or whole.base_url
    model = model_name(group, table, whole)
    if base_url is None or model is None:
        return None
    if table.key_variable:
        found = environment.get(table.key_variable)
        own = SecretStr(found) if found else None
    else:
        own = key if base_url == whole.base_url else None
    variable = table.key_variable or ""
    return NamedModel(group=group, base_url=base_url, model=model, key=own, key_variable=variable, asked=table)


def tabled(one: NamedModel, group: Group, tables: Mapping[Group, Model], environment: Mapping[str, str]) -> NamedModel:
    """A model that no setting names, asked as its group's table says; the table's own where that names another.

    A model of this home's own has no address, so a table can't name another on its server.
    """
    table = tables.get(group, Model())
    if one.base_url.startswith("http"):
        whole = Model(base_url=one.base_url, model=one.model)
        found = named_model(group, tables, whole, one.key, environment)
        if found is not None and (found.base_url != one.base_url or found.key_variable):
            return found
        return replace(found or one, group=group, key_variable=one.key_variable)
    return replace(one, group=group, asked=table)
