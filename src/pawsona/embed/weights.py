"""A safetensors file as read-only arrays that share the page cache, checked once against a known SHA-256."""

import contextlib
import hashlib
import json
import struct
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[np.float32]]

_REMEMBERED = "checked-models.json"


def is_genuine(path: Path, sha256: str, home: Path) -> bool:
    """Whether a file has this digest. Hashing 90 MB takes a third of a second, so a checked file is remembered.

    Args:
        path: the file.
        sha256: the digest that it must have.
        home: holds the note of size, modification time and inode of files that passed.
    """
    found = path.stat()
    mark = [sha256, found.st_size, found.st_mtime_ns, found.st_ino]
    notes = _notes(home)
    if notes.get(str(path)) == mark:
        return True
    if _digest(path, found.st_size, found.st_mtime_ns, found.st_ino) != sha256:
        return False
    with contextlib.suppress(OSError):  # a home that can't be written only costs the next start its time
        _keep(home, {**notes, str(path): mark})
    return True


@lru_cache(maxsize=4)
def _digest(path: Path, size: int, modified: int, inode: int) -> str:
    """The file's SHA-256; one process hashes the same file once, whatever homes it opens."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _notes(home: Path) -> dict[str, object]:
    try:
        notes = json.loads((home / _REMEMBERED).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}


def _keep(home: Path, notes: dict[str, object]) -> None:
    """Write by renaming, so that a crash leaves the old note or the new one."""
    fresh = home / f"{_REMEMBERED}.new"
    fresh.write_text(json.dumps(notes, indent=1), "utf-8")
    fresh.chmod(0o600)
    fresh.replace(home / _REMEMBERED)


def map_weights(path: Path) -> Weights:
    """The float32 tensors of a safetensors file by name, mapped, not read.

    The format: 8 bytes little-endian length, a JSON header with offsets counted from its end, then raw numbers.
    """
    with path.open("rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(size))
    raw = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + size)
    return {
        name: np.asarray(raw[slice(*entry["data_offsets"])]).view("<f4").reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }
