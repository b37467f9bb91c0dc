"""The `Store` port on real databases: SQLite in one file, PostgreSQL on a server."""

from pawsona.storage.connection import FaultHook
from pawsona.storage.opening import open_store

__all__ = ["FaultHook", "open_store"]
