"""A proxy before this home, on the same machine: it makes every connection look as if it came from here.

So nobody counts as sitting at this machine, except a terminal that shows the key of a file in the home's folder.
"""

import secrets
from dataclasses import dataclass
from hmac import compare_digest
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers

HEADER = "x-pawsona-terminal"
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "cf-connecting-ip")
"""What proxies add; a request that carries one of these was not made at this machine, whatever its address says."""
_FILE = "terminal.key"


@dataclass(frozen=True)
class Proxy:
    """What is known of it. `url`: the address that it shows, without a path; `key`: the terminal's."""

    url: str
    key: str

    @property
    def name(self) -> str:
        """What browsers call this home."""
        return urlsplit(self.url).hostname or ""

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    def at_a_terminal(self, headers: Headers) -> bool:
        """Whether whoever asks can read this home's folder."""
        return compare_digest(headers.get(HEADER, "").encode(), self.key.encode())


def make_key(folder: Path) -> str:
    """A new key, in a file that only its owner can read; the one before it is void."""
    path = folder / _FILE
    path.unlink(missing_ok=True)
    path.touch(mode=0o600, exist_ok=False)
    key = secrets.token_urlsafe(32)
    path.write_text(key, "ascii")
    return key


def key_of(folder: Path) -> str:
    """The key of the server that runs; empty where none needs one."""
    try:
        return (folder / _FILE).read_text("ascii")
    except OSError:
        return ""


def drop_key(folder: Path) -> None:
    """A server that stopped has no key."""
    (folder / _FILE).unlink(missing_ok=True)
