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
        return bool(self.key) and compare_digest(headers.get(HEADER, "").encode(), self.key.encode())


def make_key(folder: Path) -> str:
    """The key of this home, in a file that only its owner can read; made where there is none yet.

    It stays: servers of one home on several ports know the same terminals, and whoever reads the file can read the
    database beside it, too.
    """
    if known := key_of(folder):
        return known
    path, key = folder / _FILE, secrets.token_urlsafe(32)
    fresh = path.with_suffix(f".{secrets.token_hex(4)}")
    fresh.touch(mode=0o600, exist_ok=False)
    fresh.write_text(key, "ascii")
    fresh.replace(path)  # at once and whole: an empty key would be everybody's
    return key


def key_of(folder: Path) -> str:
    """The key of this home; empty where no server needed one."""
    try:
        return (folder / _FILE).read_text("ascii").strip()
    except OSError:
        return ""
