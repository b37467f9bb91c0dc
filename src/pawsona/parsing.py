"""YAML as plain data, by the reader in C where there is one: it takes a tenth of the time."""

from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parsed(text: str | bytes) -> Any:
    """Lists, mappings and values; no object of any other kind is ever made.

    Raises:
        yaml.YAMLError: it is none. The reader in C names the place less exactly than `yaml.safe_load`.
    """
    return yaml.load(text, Loader=_LOADER)
