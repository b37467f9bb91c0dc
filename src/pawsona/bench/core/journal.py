"""Records that are written one by one, so that a run which is killed goes on where it stopped."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pawsona.bench.core.records import Prediction, Score, read_lines


class Journal:
    """A file of records by (id, system); of two with the same key the later holds."""

    def __init__(self, path: Path) -> None:
        """Read what is there.

        Raises:
            InputError: a line is no JSON object.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._rows: dict[tuple[str, str], dict[str, Any]] = {}
        if path.exists():
            _mend(path)
            self._rows = {(row["id"], row["system"]): row for row in read_lines(path)}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows.values())

    def get(self, id_: str, system: str) -> dict[str, Any] | None:
        """The record of an item by a system."""
        return self._rows.get((id_, system))

    def add(self, record: Prediction | Score) -> None:
        """One more; it is in the file when this returns."""
        row = asdict(record)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._rows[record.id, record.system] = row


def _mend(path: Path) -> None:
    """A kill may leave half a line at the end: it is cut off, and made again."""
    content = path.read_bytes()
    if content and not content.endswith(b"\n"):
        path.write_bytes(content[: content.rfind(b"\n") + 1])
