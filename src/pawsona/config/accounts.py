"""The `[accounts]` table of `pawsona.toml`: how people come in where `auth` is "accounts"."""

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from pawsona.config.care import hook
from pawsona.config.origin import origin
from pawsona.domain.tenant import DEFAULT, Tenant

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def doors(value: dict[Tenant, str]) -> dict[Tenant, str]:
    """Names and addresses, in the spelling of browsers.

    Raises:
        ValueError: one is no name or no address, or two share one.
    """
    for name in value:
        if name == DEFAULT or not _NAME.fullmatch(name):
            raise ValueError("its name should be small letters, digits and -, and not 'default'")
    found = {name: origin(shown) for name, shown in value.items()}
    if len({urlsplit(shown).hostname for shown in found.values()}) < len(found):
        raise ValueError("each tenant should have a host name of its own: by that they are told apart")
    return found


class Accounts(BaseModel):
    """What can be set of accounts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sign_up: Literal["open", "closed"] = "open"
    """`closed`: only `pawsona account add` makes accounts."""
    reset_hook: Annotated[str, Field(max_length=500), AfterValidator(hook)] = ""
    """What sends the letter to somebody who forgot their password: a web address or a command; empty: nothing does."""
    requests_per_minute: Annotated[int, Field(ge=10, le=100_000)] = 240
    """What one account may ask, over all its sessions and tokens; more is answered with 429."""
    tenants: Annotated[dict[Tenant, str], AfterValidator(doors)] = {}
    """Other products that are run with this server: name -> the web address that its persons open."""

    def beside(self, proxied: str) -> None:
        """Check the tenants' addresses against the server's own.

        Raises:
            ValueError: they can't be told apart, or can't have the same kind of cookies.
        """
        own = urlsplit(proxied or "http://localhost")
        for shown in map(urlsplit, self.tenants.values()):
            if shown.scheme != own.scheme:
                raise ValueError(f"a tenant's address should begin with {own.scheme}://, as the server's own (proxied)")
            if shown.hostname in {own.hostname, "localhost", "127.0.0.1", "::1"}:
                raise ValueError("a tenant's host name should not be the server's own")
