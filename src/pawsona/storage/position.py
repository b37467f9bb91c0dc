"""The next place in a bond's order of arrival, worked out inside the INSERT that takes it."""

from sqlalchemy import ScalarSelect, Table, func, select

from pawsona.storage import scope


def next_position(table: Table) -> ScalarSelect[int]:
    """One more than the highest position of the bond that a prepared statement is run for; the first is 1."""
    last = select(func.coalesce(func.max(table.c.position), 0) + 1).where(scope.theirs(table))
    return last.scalar_subquery()
