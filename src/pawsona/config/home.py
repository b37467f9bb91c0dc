"""The data folder: private, and writable before anything relies on it."""

from pathlib import Path
from tempfile import TemporaryFile

from pawsona.config.settings import Settings
from pawsona.errors import SetupError


def prepare(settings: Settings) -> Path:
    """Make sure of the data folder; a new one is its owner's alone, one that was there keeps its rights.

    Raises:
        SetupError: it can't be made or written to.
    """
    home = settings.home
    try:
        if not home.is_dir():
            home.mkdir(mode=0o700, parents=True)
        with TemporaryFile(dir=home):
            pass
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise SetupError(
            f"Pawsona can't keep its data in {str(home)!r} ({reason}): "
            "make the folder writable, or name another with PAWSONA_HOME."
        ) from error
    return home
