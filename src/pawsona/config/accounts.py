"""The `[accounts]` table of `pawsona.toml`: how people come in where `auth` is "accounts"."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from pawsona.config.care import hook


class Accounts(BaseModel):
    """What can be set of accounts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sign_up: Literal["open", "closed"] = "open"
    """`closed`: only `pawsona account add` makes accounts."""
    reset_hook: Annotated[str, Field(max_length=500), AfterValidator(hook)] = ""
    """What sends the letter to somebody who forgot their password: a web address or a command; empty: nothing does."""
    requests_per_minute: Annotated[int, Field(ge=10, le=100_000)] = 240
    """What one account may ask, over all its sessions and tokens; more is answered with 429."""
