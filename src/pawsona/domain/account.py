"""Who may do what on a server of many persons."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pawsona.domain.ids import CredentialId, PersonId
from pawsona.domain.tenant import DEFAULT, Tenant

Role = Literal["person", "operator"]
Scope = Literal["talk", "memories", "export", "manage", "operate"]
"""What a session or an API token is good for:

`talk` with the pets and see their days; `memories`, notes, promises and moods; `export` of everything; `manage`: adopt,
settings, erase; `operate`: counts, health, cost and experiments.
"""
SCOPES: frozenset[Scope] = frozenset(get_args(Scope))
ALLOWED: dict[Role, frozenset[Scope]] = {"person": SCOPES - {"operate"}, "operator": frozenset({"operate"})}
"""An operator sees nobody's talk, and a person sees no server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The way in for one person; an operator is a person too, without pets."""

    person: PersonId
    login: str
    """An e-mail address or a name, as `app.accounts.login_of` writes it; no two accounts of a tenant have the same."""
    role: Role
    password: str
    """Argon2's own text: parameters, salt and hash."""
    made_at: datetime
    locked: bool = False
    """By an operator's hand, until they take it back."""
    reset_key: str = ""
    """SHA-256 of the one link that may set a new password; empty where none was asked for."""
    reset_until: datetime | None = None
    tenant: Tenant = DEFAULT
    """Under which product they signed up; it never changes."""


Kind = Literal["session", "token"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A secret that stands for a person: a browser's session, or an API token. The secret itself stays with them."""

    id: CredentialId
    person: PersonId
    kind: Kind
    name: str
    """What the browser calls its machine, or what the person calls the token."""
    key: str
    """SHA-256 of the secret, in hexadecimal."""
    scopes: frozenset[Scope]
    made_at: datetime
    seen_at: datetime
    """When it was last used, to some minutes."""
    until: datetime | None
    """When it ends unless it is used before; None for a token that does not expire."""
