"""Settings: the only room that reads the environment or a configuration file."""

from pawsona.config.home import prepare
from pawsona.config.settings import FILE, Settings, describe, load

__all__ = ["FILE", "Settings", "describe", "load", "prepare"]
