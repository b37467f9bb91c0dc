"""Telling a program of whoever runs this service: at a web address, or on this machine."""

import asyncio
import shlex
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any

from pawsona.errors import PawsonaError


class CallFailed(PawsonaError):
    """It came to nothing; the sentence says how, without an address."""


async def call(where: str, body: bytes, seconds: float) -> None:
    """Tell it once.

    Args:
        where: an address beginning with http, or a command line.
        body: JSON, posted or written to the program's standard input.
        seconds: how long it may take.

    Raises:
        CallFailed: it was not told, or says that it failed.
    """
    try:
        async with asyncio.timeout(seconds):
            if where.startswith(("http://", "https://")):
                await asyncio.to_thread(_post, where, body, seconds)
            else:
                await _run(where, body)
    except TimeoutError:
        raise CallFailed("too slow") from None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would arrive as a GET without its body, and count as told."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _post(address: str, body: bytes, seconds: float) -> None:
    kind = {"content-type": "application/json"}
    try:
        with _opener.open(urllib.request.Request(address, data=body, headers=kind, method="POST"), timeout=seconds):
            return
    except urllib.error.HTTPError as error:
        with error:
            raise CallFailed(f"it answered {error.code}") from None
    except OSError:
        raise CallFailed("it can't be reached") from None
    except (HTTPException, ValueError):  # a garbled answer, an address that is none
        raise CallFailed("it does not speak HTTP as it should") from None


async def _run(command: str, body: bytes) -> None:
    """Without a shell; the program gets the JSON on its standard input."""
    quiet = asyncio.subprocess.DEVNULL
    try:
        program = await asyncio.create_subprocess_exec(
            *shlex.split(command), stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
        )
    except OSError as error:
        raise CallFailed(f"the program can't be started ({(error.strerror or 'unknown reason').lower()})") from None
    try:
        await program.communicate(body)
    except BaseException:  # too slow, or the home closes
        program.kill()
        await program.wait()
        raise
    if program.returncode:
        raise CallFailed(f"the program ended with {program.returncode}")
