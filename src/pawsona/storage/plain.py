"""Plain JSON for columns, with Chinese left readable, so that a search of the file's bytes tells the truth."""

import json
from typing import Any


def dump(value: Any) -> str:
    """Compact JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
