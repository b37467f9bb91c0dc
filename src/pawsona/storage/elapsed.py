"""Whole days between two moments, in the words of each database."""

from typing import Any

from sqlalchemy import Integer
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import FunctionElement


class Elapsed(FunctionElement[int]):
    """`Elapsed(later, earlier)`: full days, of moments as they are stored, or of days; never negative."""

    type = Integer()
    inherit_cache = True


@compiles(Elapsed, "sqlite")
def _sqlite(element: Elapsed, compiler: SQLCompiler, **more: Any) -> str:
    later, earlier = (compiler.process(clause, **more) for clause in element.clauses)
    # A julian day is exact to less than a millisecond: unrounded, one day later would be 0.9999 days.
    return f"CAST(round(julianday({later}) - julianday({earlier}), 7) AS INTEGER)"


@compiles(Elapsed, "postgresql")
def _postgresql(element: Elapsed, compiler: SQLCompiler, **more: Any) -> str:
    later, earlier = (f"CAST({compiler.process(clause, **more)} AS timestamptz)" for clause in element.clauses)
    return f"CAST(floor(extract(epoch FROM {later} - {earlier}) / 86400) AS INTEGER)"
