"""Pawsona: an emotional companion that lives, and the suite that measures how well it does.

Nothing heavy is imported here: `Companion` is handed out on first use.
"""

from typing import TYPE_CHECKING

from pawsona.version import __version__

if TYPE_CHECKING:
    from pawsona.app import Companion

__all__ = ["Companion", "__version__"]


def __getattr__(name: str) -> object:
    if name == "Companion":
        from pawsona.app import Companion

        return Companion
    raise AttributeError(f"module 'pawsona' has no attribute {name!r}")
