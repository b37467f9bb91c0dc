"""The name or address that somebody signs in with, as it is compared."""

import unicodedata

from pawsona.errors import InputError

SHORTEST, LONGEST = 3, 254


def login_of(text: str) -> str:
    """In one spelling, whatever capitals or widths it was typed in.

    Raises:
        InputError: it can't be one.
    """
    login = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).strip().casefold())
    if not SHORTEST <= len(login) <= LONGEST or not all(_fits(letter) for letter in login):
        raise InputError(f"Sign in with an e-mail address, or a name of {SHORTEST} characters or more, without spaces.")
    if "@" in login and not is_address(login):
        raise InputError("This is no e-mail address. Write it as lin@example.org, or choose a name without @.")
    return login


def is_address(login: str) -> bool:
    """Whether a letter could reach it."""
    name, _, host = login.rpartition("@")
    return bool(name) and "@" not in name and "." in host.strip(".") and host == host.strip(".")


def _fits(letter: str) -> bool:
    """What can be seen and typed; no spaces, no signs that turn the direction of writing."""
    return unicodedata.category(letter)[0] in "LMNPS"
