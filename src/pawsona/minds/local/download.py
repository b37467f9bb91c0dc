"""Fetches one large file over HTTP, goes on where it stopped, and says how far it is."""

import errno
import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO

from pawsona.errors import SetupError

Progress = Callable[[int, int], None]
"""Called with bytes done and bytes in all; what it raises stops the download, and a later one goes on from there."""

BLOCK = 1 << 20
DISK_FULL = "The disk is full: make room and pull again; the download goes on where it stopped."
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def download(
    url: str, part: Path, size: int, progress: Progress, *, tries: int = 5, timeout: float = 30, rest: float = 1.0
) -> None:
    """Fetch `url` into `part`, which may hold the beginning of it.

    Args:
        url: where the file is; redirects are followed.
        part: appended to; complete when this returns.
        size: what the whole file must measure.
        progress: see `Progress`.
        tries: how often in a row the server may bring nothing new.
        timeout: seconds without a byte that count as a cut connection.
        rest: seconds before the next try.

    Raises:
        SetupError: the server refuses, brings something else or nothing at all; or the disk is full. What was fetched
            stays for the next time.
    """
    idle = 0
    while (have := _measure(part)) < size:
        try:
            _fetch(url, part, have, size, progress, timeout)
        except urllib.error.HTTPError as error:
            _refused(error, part)
        except (OSError, http.client.HTTPException) as error:
            if is_full(error):
                raise SetupError(DISK_FULL) from error
        idle = 0 if _measure(part) > have else idle + 1
        if idle >= tries:
            raise SetupError(
                "The download stopped and the server brings no more: check the connection and pull again; "
                "it goes on where it stopped."
            )
        if idle:
            time.sleep(rest)
    if have > size:
        part.unlink()
        raise SetupError(f"The server sent more than the {size} bytes of this model: pull it from another place.")


def _measure(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _fetch(url: str, part: Path, have: int, size: int, progress: Progress, timeout: float) -> None:
    """One connection's worth."""
    headers = {"User-Agent": "pawsona", "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout) as answer:
        if have and answer.status != http.HTTPStatus.PARTIAL_CONTENT:
            part.unlink()  # it sends all of it again
            have = 0
        with part.open("ab") as file:
            _pour(answer, file, have, size, progress)


def _pour(answer: http.client.HTTPResponse, file: IO[bytes], done: int, size: int, progress: Progress) -> None:
    while done <= size and (block := answer.read1(BLOCK)):
        file.write(block)
        done += len(block)
        progress(done, size)


def _refused(error: urllib.error.HTTPError, part: Path) -> None:
    with error:
        if error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink(missing_ok=True)  # what we have is no beginning of that file
        elif error.code < 500 and error.code not in (408, 429):
            raise SetupError(
                f"The server refuses the model's file ({error.code} {error.reason}): "
                "check the address, or pull from another place with --mirror."
            ) from error


def is_full(error: Exception) -> bool:
    """Whether an error says that the disk is."""
    return isinstance(error, OSError) and error.errno in _FULL
