"""The `[care]` table of `pawsona.toml`: which rules hold here, and who answers for this home."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

ALL = "strictest"
"""Every pack that is known, the strictest of each rule."""


class Care(BaseModel):
    """What can be set of care; none of it can switch care off."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    packs: Annotated[tuple[str, ...], Field(min_length=1)] = (ALL,)
    """Jurisdictions by name; see `docs/packs.md`."""
    packs_folder: Path | None = None
    """A folder with packs of one's own."""
    resources: Path | None = None
    """A file with help lines of one's own."""
    operator: Annotated[str, Field(max_length=200)] = ""
    """Who runs this for others, as the protocol page names them."""
    contact: Annotated[str, Field(max_length=200)] = ""
    """How to reach them: a mail address or a web page."""
