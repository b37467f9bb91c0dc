"""The names of the 33 categories: `suicide.active` is looked up by itself, else by what stands before the dot."""

from collections.abc import Mapping


def look_up(table: Mapping[str, str], category: str, otherwise: str) -> str:
    """What a table that goes by category, or by its family, says of one."""
    return table.get(category) or table.get(category.partition(".")[0], otherwise)
