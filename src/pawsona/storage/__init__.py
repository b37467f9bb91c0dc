"""The `Store` port on real databases: SQLite now, PostgreSQL behind the same code later."""

from pawsona.storage.connection import FaultHook
from pawsona.storage.store import open_store

__all__ = ["FaultHook", "open_store"]
