"""Whether the heavy half of the lab is here."""

from importlib.util import find_spec

from pawsona.errors import SetupError

_NEEDED = ("duckdb", "scipy", "statsmodels")


def installed() -> None:
    """See that there are statistics.

    Raises:
        SetupError: there are none.
    """
    if not all(find_spec(name) for name in _NEEDED):
        raise SetupError("the lab needs statistics: pip install 'pawsona[lab]'")
