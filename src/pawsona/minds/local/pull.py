"""Brings a model into the home: pinned, fetched, checked, noted."""

import hashlib
import re
import shutil
from pathlib import Path

from pawsona.errors import SetupError
from pawsona.minds.local import hub
from pawsona.minds.local.catalogue import LocalModel
from pawsona.minds.local.download import BLOCK, Progress, download
from pawsona.minds.local.shelf import folder, installed, keep, read_marks

SPARE = 200_000_000
"""Room that a download leaves on the disk: the database lives there, too."""


def _silent(done: int, size: int) -> None: ...


def pull(
    model: LocalModel,
    home: Path,
    progress: Progress = _silent,
    *,
    sha256: str | None = None,
    revision: str | None = None,
    trust: bool = False,
    mirror: str | None = None,
    endpoint: str | None = None,
) -> Path:
    """Fetch a model's file, or go on with it, and check every byte; at once if it is here. Blocks: use a thread.

    Args:
        model: a row of the catalogue.
        home: the data folder.
        progress: called with bytes done and bytes in all; raise from it to stop.
        sha256: what the person says the file must be, where the catalogue doesn't.
        revision: likewise.
        trust: take what comes where nobody knows the digest; it is kept and holds from then on.
        mirror: the address of the file itself, instead of the Hub.
        endpoint: a server that speaks as the Hub does.

    Raises:
        SetupError: no pin, no room, no connection, not the file that was pinned. The sentence says what to do.
    """
    here = next((each for each in installed(home) if each.model.name == model.name), None)
    if here and here.sha256 == (sha256 or model.sha256 or here.sha256):
        return here.path
    if model.repository is None:
        raise SetupError(f"{model.name} came from a file of yours: bring it again with pawsona mind add.")
    wanted = _digest(model, home, sha256, trust)
    at = revision or model.revision
    if mirror is None and at is None:
        raise SetupError(
            f"The catalogue doesn't pin which version of {model.repository} to fetch: "
            "look it up there and give it with --revision, or name a file's address with --mirror."
        )
    place = folder(home)
    _room(place, model)
    found = _fetched(model, place, progress, mirror, at or "", endpoint)
    digest = _checked(found, wanted, model)
    path = place / model.file
    found.replace(path)
    path.chmod(0o600)
    keep(home, model, path, digest, at)
    return path


def _digest(model: LocalModel, home: Path, given: str | None, trust: bool) -> str | None:
    """What the file must be; None: whatever comes, once."""
    if given is not None and not re.fullmatch(r"[0-9a-f]{64}", given.lower()):
        raise SetupError("A SHA-256 is 64 characters from 0 to 9 and a to f: copy it whole.")
    noted = read_marks(home).get(model.name)
    known = (given and given.lower()) or model.sha256 or (noted and noted.sha256) or None
    if known is None and not trust:
        raise SetupError(
            f"Nobody has checked {model.file} yet: give the digest that its publisher shows with --sha256, "
            "or take what comes with --trust; its digest is then shown and holds from then on."
        )
    return known


def _room(place: Path, model: LocalModel) -> None:
    begun = sum(each.stat().st_size for each in place.rglob("*") if each.suffix in {".part", ".incomplete"})
    free = shutil.disk_usage(place).free
    if free < (need := max(0, model.size - begun) + SPARE):
        raise SetupError(
            f"The model {model.name!r} needs {need / 1e9:.1f} GB more on this disk and {free / 1e9:.1f} GB are free: "
            "make room and pull again."
        )


def _fetched(
    model: LocalModel, place: Path, progress: Progress, mirror: str | None, revision: str, endpoint: str | None
) -> Path:
    if mirror is None:
        return hub.fetch(model, revision, place / "hub", progress, endpoint)
    if not mirror.startswith(("http://", "https://")):
        raise SetupError("A mirror is the file's own address and begins with https:// or http://.")
    part = place / f"{model.file}.part"
    download(mirror, part, model.size, progress)
    return part


def _checked(found: Path, wanted: str | None, model: LocalModel) -> str:
    """The digest of what was fetched; what is wrong is deleted, because it would be resumed for ever."""
    hashed = hashlib.sha256()
    with found.open("rb") as file:
        beginning = file.read(4)
        hashed.update(beginning)
        while block := file.read(BLOCK):
            hashed.update(block)
    digest = hashed.hexdigest()
    if beginning == b"GGUF" and wanted in (None, digest):
        return digest
    found.unlink()
    if beginning != b"GGUF":
        raise SetupError(f"What came instead of {model.file} is no model file: pull it from another place.")
    raise SetupError(
        f"The file that came is not the {model.file} that was checked (SHA-256 {digest[:12]}… "
        f"instead of {(wanted or '')[:12]}…); it was deleted: pull again, or from another place."
    )
