"""A PostgreSQL server that answers and lets nobody in."""

from __future__ import annotations

import asyncio
import socket
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


def test_a_server_that_takes_a_connection_and_says_nothing_is_one_that_cannot_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(StorageError, match=r"can't be reached; start it or check"):
            asyncio.run(open_store(f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/pets"))
