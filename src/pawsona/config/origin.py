"""The address that a proxy shows, as browsers will say it: what differs in one letter would let nobody in."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import idna

_PORTS = {"http": 80, "https": 443}


def origin(value: str) -> str:
    """Scheme, host and port in the spelling of browsers' `Origin`.

    Raises:
        ValueError: it is no such address, or holds more than that.
    """
    try:
        found = urlsplit(value)
        port = found.port
    except ValueError:  # its own sentence quotes the value
        raise ValueError("its port should be a number from 1 to 65535, its host a name or an address") from None
    if found.scheme not in _PORTS:
        raise ValueError("it should begin with http:// or https://")
    if found.username is not None or found.password is not None:
        raise ValueError("it should have no user name and no password")
    if not found.hostname or found.path.strip("/") or found.query or found.fragment:
        raise ValueError("it should be an address without a path, such as https://home.example.org")
    if port == 0:
        raise ValueError("its port should be a number from 1 to 65535")
    shown = "" if port in (None, _PORTS[found.scheme]) else f":{port}"
    return f"{found.scheme}://{_host(found)}{shown}"


def host_of(header: str) -> str:
    """A `Host` without its port, in small letters; an IPv6 address keeps its brackets."""
    host = header.lower()
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.split(":", 1)[0]


def _host(found: SplitResult) -> str:
    host = found.hostname or ""
    try:
        if ":" in host:
            return f"[{ip_address(host)}]"
        host = host if host.isascii() else idna.encode(host, uts46=True).decode()
    except ValueError:  # idna's errors are of this kind, too
        host = ""
    if not re.fullmatch(r"[a-z0-9._-]+", host):
        raise ValueError("its host is no name that browsers know")
    return host
