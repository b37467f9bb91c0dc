"""A PostgreSQL server that answers and lets nobody in."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url

from pawsona.errors import StorageError
from pawsona.storage import open_store

if TYPE_CHECKING:
    from tests.servers import Databases

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize(
    ("part", "sentence"), [({"database": "nowhere"}, "not there yet"), ({"username": "nobody"}, "refuses this user")]
)
def test_who_is_not_let_in_hears_why(served: Databases, part: dict[str, str], sentence: str) -> None:
    wrong = make_url(served.fresh()).set(**part).render_as_string(hide_password=False)  # type: ignore[arg-type]
    with pytest.raises(StorageError, match=sentence):
        asyncio.run(open_store(wrong))
