"""A model of one's own, brought into the home from a file: tuned here, perhaps, or fetched by hand."""

import hashlib
import re
import shutil
from pathlib import Path

from pawsona.errors import InputError, SetupError
from pawsona.minds.local.catalogue import LocalModel, catalogue
from pawsona.minds.local.download import BLOCK
from pawsona.minds.local.shelf import Installed, folder, keep, own, write_own

SPARE = 200_000_000
"""Room that a copy leaves on the disk."""
_WORKING = 1_000_000_000
"""Bytes that a model takes beside its weights, for 8,192 tokens of context and as working space."""
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")


def add(path: Path, home: Path, name: str = "", licence: str = "") -> Installed:
    """Copy a GGUF file into the home and note it; one of that name that was there before is replaced.

    Args:
        path: the file, or a folder with one such file in it.
        home: the data folder.
        name: what it is called from then on; else as the file.
        licence: whatever is known of it.

    Raises:
        InputError: there is no such file, it is no model, or the name can't be had.
        SetupError: there is no room, or it can't be written.
    """
    file = _file(path)
    called = name or re.sub(r"[^a-z0-9.-]+", "-", file.stem.lower()).strip("-.") or "own"
    if not _NAME.fullmatch(called):
        raise InputError(f"{called[:40]!r} can't be a model's name: use small letters, digits, points and hyphens.")
    if any(model.name == called for model in catalogue()):
        raise InputError(f"{called!r} is a model of the catalogue: give yours another name with --name.")
    size = file.stat().st_size
    model = LocalModel(
        name=called, repository=None, revision=None, sha256=None, file=f"{called}.gguf", size=size,
        licence=licence or "not said", memory=size + _WORKING, languages=("en", "zh"),
    )  # fmt: skip
    place = folder(home)
    if (free := shutil.disk_usage(place).free) < size + SPARE:
        raise SetupError(
            f"The model needs {size / 1e9:.1f} GB on this disk and {free / 1e9:.1f} GB are free: make room."
        )
    digest = _copied(file, place / model.file)
    write_own(home, [*(one for one in own(home) if one.name != called), model])
    keep(home, model, place / model.file, digest, None)
    return Installed(model, place / model.file, digest)


def _file(path: Path) -> Path:
    found = sorted(path.glob("*.gguf")) if path.is_dir() else [path]
    if len(found) != 1:
        raise InputError(f"In {str(path)!r} are {len(found)} GGUF files: name the one to add.")
    try:
        with found[0].open("rb") as file:
            genuine = file.read(4) == b"GGUF"
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise InputError(f"The file {str(found[0])!r} can't be read ({reason}).") from None
    if not genuine:
        raise InputError(f"{str(found[0])!r} is no GGUF model: make one with `pawsona train ship`.")
    return found[0]


def _copied(file: Path, to: Path) -> str:
    """Its digest; a copy that breaks off leaves what was there."""
    fresh, hashed = to.with_name(f"{to.name}.part"), hashlib.sha256()
    try:
        with file.open("rb") as source, fresh.open("wb") as copy:
            fresh.chmod(0o600)
            while block := source.read(BLOCK):
                hashed.update(block)
                copy.write(block)
        fresh.replace(to)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise SetupError(f"The model can't be copied ({(error.strerror or 'unknown reason').lower()}).") from None
    return hashed.hexdigest()
