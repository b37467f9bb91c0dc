"""Who may do what on a server of many persons."""

from typing import Literal, get_args

Role = Literal["person", "operator"]
Scope = Literal["talk", "memories", "export", "manage", "operate"]
"""What a session or an API token is good for:

`talk` with the pets and see their days; `memories`, notes, promises and moods; `export` of everything; `manage`: adopt,
settings, erase; `operate`: counts, health, cost and experiments of the whole server.
"""
SCOPES: frozenset[Scope] = frozenset(get_args(Scope))
ALLOWED: dict[Role, frozenset[Scope]] = {"person": SCOPES - {"operate"}, "operator": frozenset({"operate"})}
"""An operator sees nobody's talk, and a person sees no server."""
