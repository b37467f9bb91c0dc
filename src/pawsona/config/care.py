"""The `[care]` table of `pawsona.toml`: which rules hold here, and who answers for this home."""

import os
import shlex
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

ALL = "strictest"
"""Every pack that is known, the strictest of each rule."""


def hook(value: str) -> str:
    """An address as it is, or a command that can be taken apart.

    Raises:
        ValueError: it is neither.
    """
    try:
        words = shlex.split(value)
    except ValueError:
        raise ValueError("it should be a web address or a command, with quotes that close") from None
    if value and not words:
        raise ValueError("it should be a web address or a command, or left out")
    return value.strip()


def _at_home(place: Path | None) -> Path | None:
    """`~` is the home folder of whoever runs this."""
    return place and Path(os.path.expanduser(place))


_Place = Annotated[Path | None, AfterValidator(_at_home)]


class Care(BaseModel):
    """What can be set of care; none of it can switch the screen, the protocol or the checks of harm off."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    packs: Annotated[tuple[str, ...], Field(min_length=1)] = (ALL,)
    """Jurisdictions by name; see `docs/packs.md`."""
    packs_folder: _Place = None
    """A folder with packs of one's own."""
    classify: Literal["off", "model"] = "off"
    """`model`: the home's model reads what the screen let pass and may only raise the tier; each reply waits for it."""
    attachment: Literal["on", "off-for-research"] = "on"
    """The Secure Attachment Persona; without it the pet is no fit company, and only what is hard is checked."""
    resources: _Place = None
    """A file with help lines of one's own."""
    operator: Annotated[str, Field(max_length=200)] = ""
    """Who runs this for others, as the protocol page names them."""
    contact: Annotated[str, Field(max_length=200)] = ""
    """How to reach them: a mail address or a web page."""
    contact_hook: Annotated[str, Field(max_length=500), AfterValidator(hook)] = ""
    """What is told when a person's emergency contact should be reached: a web address, or a command; empty: nothing."""
