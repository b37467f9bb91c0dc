"""A sheet is looked things up in while it grows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.ports import KINDS, Kind
from pawsona.storage.sheets import Column, Rows


def kinds(*names: Kind) -> NDArray[Any]:
    return np.asarray([KINDS.index(name) for name in names], np.int8)


def test_what_is_half_added_is_not_found_yet_and_what_was_there_is() -> None:
    column, refs = Column(np.int8), ["a"]
    column.extend(kinds("turn"))
    rows = Rows(column, refs)
    assert rows.of([("turn", "a")]) == [0]
    refs.append("b")
    column.extend(kinds("memory", "note"))  # two of three are written, one of them with its ref
    assert rows.of([("turn", "a"), ("memory", "b"), ("note", "c")]) == [0, 1, None]
    refs.append("c")
    assert rows.of([("note", "c"), ("memory", "b")]) == [2, 1]
