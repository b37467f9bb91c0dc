"""The `pawsona` command: one file per command, no logic.

Commands import what they need when they run, so that `pawsona --help` answers at once.
"""

from pawsona.cli.main import main

__all__ = ["main"]
