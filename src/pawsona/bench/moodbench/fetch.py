"""Datasets from their official hosts, file by file: a fetch goes on where it stopped, and every byte is checked."""

import hashlib
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from urllib.parse import quote

from pawsona.bench.moodbench.spec import COMMIT, Spec
from pawsona.bench.moodbench.structure import CONTENT
from pawsona.errors import InputError, SetupError
from pawsona.minds.local.download import download

HOSTS = {
    "checkout": f"https://raw.githubusercontent.com/QuwanAI/MoodBench/{COMMIT}/data/",
    "ceval": "https://huggingface.co/datasets/ceval/ceval-exam/resolve/main/",
}
_FOLDERS = {"ceval": "basic_ability/common_sense/ceval_parquet/"}
"""What a path has before the host's own."""
_NOTES = "fetched.json"
"""Digests of files that nobody had checked before: what came first holds from then on."""
Progress = Callable[[str, int], None]
"""Told which file, and how many more bytes."""


@dataclass(frozen=True, slots=True)
class Remote:
    """One file of a dataset."""

    url: str
    path: str
    """Below the data folder."""
    size: int | None
    sha256: str | None
    """None: nobody has checked it."""


def remotes(spec: Spec, hosts: Mapping[str, str] = HOSTS) -> tuple[Remote, ...]:
    """A dataset's files.

    Args:
        spec: which.
        hosts: where the two large sources are, by their names.

    Raises:
        InputError: nobody has written down an address; the sentence says where the set's page is.
    """
    own = tuple(Remote(url, path, None, None) for url, path in spec.source.files.items())
    held = tuple(_remote(*row, hosts) for row in _manifest() if any(fnmatch(row[3], one) for one in spec.source.paths))
    found = own or held
    if not found:
        raise InputError(
            f"No address of {spec.name}'s files is known here. See {spec.source.page} "
            f"and put them below the data folder as {spec.source.paths[0]}."
        )
    return found


@cache
def _manifest() -> tuple[tuple[str, int, str, str], ...]:
    lines = (CONTENT / "files.txt").read_text("utf-8").splitlines()
    rows = (line.split(" ", 3) for line in lines if not line.startswith("#"))
    return tuple((digest, int(size), host, path) for digest, size, host, path in rows)


def _remote(digest: str, size: int, host: str, path: str, hosts: Mapping[str, str]) -> Remote:
    return Remote(hosts[host] + quote(path.removeprefix(_FOLDERS.get(host, ""))), path, size, digest)


def terms(specs: Sequence[Spec]) -> Iterator[str]:
    """What has to be accepted, a line each."""
    for spec in specs:
        yield f"{spec.name}: {spec.licence} ({spec.source.page or 'no page'})"


def fetch(files: Sequence[Remote], folder: Path, progress: Progress, *, trust: bool = False) -> int:
    """Bring files into the data folder; how many were not there yet.

    Args:
        files: from `remotes`.
        folder: the data folder; made where it is missing.
        progress: told of every block.
        trust: take files that nobody has checked; their digests are kept and hold from then on.

    Raises:
        SetupError: no connection, no room, a server that says nothing of a size, or not the file that was meant. What
            was fetched stays, and the next call goes on from there.
    """
    notes = _noted(folder)
    fetched = 0
    for file in files:
        wanted = file.sha256 or notes.get(file.path)
        if wanted is None and not trust:
            raise SetupError(
                f"Nobody has checked {file.path} from {file.url} yet: take what comes with --trust, "
                "and its digest holds from then on."
            )
        fetched += _one(file, folder, wanted, notes, progress)
    return fetched


def _one(file: Remote, folder: Path, wanted: str | None, notes: dict[str, str], progress: Progress) -> int:
    place = folder / file.path
    if wanted is not None and place.exists() and _digest(place) == wanted:
        return 0
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(place.name + ".part")
        done = part.stat().st_size if part.exists() else 0

        def told(now: int, size: int) -> None:
            nonlocal done
            progress(file.path, now - done)
            done = now

        _download(file, part, told)
        found = _digest(part)
        if wanted is not None and found != wanted:
            part.unlink()
            raise SetupError(f"{file.url} is not the file that was pinned (SHA-256 {found}): it was thrown away.")
        part.replace(place)
        if file.sha256 is None:
            notes[file.path] = found
            (folder / _NOTES).write_text(json.dumps(notes, indent=1, ensure_ascii=False), "utf-8")
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise SetupError(f"{place} can't be written ({reason}): mend that and fetch again.") from error
    return 1


def _download(file: Remote, part: Path, told: Callable[[int, int], None]) -> None:
    try:
        download(file.url, part, file.size if file.size is not None else _size(file.url), told)
    except SetupError as error:
        raise SetupError(f"{file.path}: {error}") from error


def _noted(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / _NOTES).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(path): str(digest) for path, digest in found.items()} if isinstance(found, dict) else {}


def _size(url: str) -> int:
    asked = urllib.request.Request(url, method="HEAD", headers={"User-Agent": "pawsona", "Accept-Encoding": "identity"})
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            length = answer.headers.get("Content-Length")
    except urllib.error.HTTPError as error:
        raise SetupError(f"The server has no {url} ({error.code}): see the set's own page.") from error
    except OSError as error:
        raise SetupError(f"{url} can't be reached: check the connection and fetch again.") from error
    if not length or not length.isdigit():
        raise SetupError(f"{url} does not tell its size, so it can't be fetched in parts: get it by hand.")
    return int(length)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
