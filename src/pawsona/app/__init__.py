"""Builds store, mind, embedder and services from settings; the Python facade `Companion`."""

from pawsona.app.companion import Companion, Turn

__all__ = ["Companion", "Turn"]
