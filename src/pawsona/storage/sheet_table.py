"""The table of sheets that were laid by: what a bond's index holds, in one row, column by column."""

from typing import Final

from sqlalchemy import Column, LargeBinary

from pawsona.storage.columns import json, large, number, of_bond, text

PARTS: Final = ("kinds", "at", "sessions", "speakers", "asks", "terms", "lengths", "vectors", "norms", "embedded")
"""Columns of `domain.sheet.Sheet`, as the bytes that they are in memory."""

sheets: Final = of_bond(
    "sheets",
    text("embedder"),
    number("width"),
    large("revision"),  # the bond's, when it was so
    json("refs"),
    json("session_names"),
    json("speaker_names"),
    *(Column(part, LargeBinary, nullable=False) for part in PARTS),
)
