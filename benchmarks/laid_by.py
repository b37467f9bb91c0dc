"""Bytes of what was told, on SQLite and on PostgreSQL: an entry's rows, and its part of the sheet that a night lays by.

The rows are those of recall: a memory, its words and its vector. Both databases are packed (VACUUM FULL, VACUUM).

Usage: PYTHONPATH=.:src python benchmarks/laid_by.py [--persons 20] [--memories 400]
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from crowd import Crowd
from recall_postgres import Town, night, settle
from sqlalchemy import Engine, create_engine, text
from tests.servers import connected, databases

from pawsona.embed import open_embedder
from pawsona.storage import open_store

TABLES = ("memories", "entries", "vectors", "sheets")


def bytes_of(engine: Engine, tables: tuple[str, ...]) -> int:
    """With their indexes, packed."""
    names = ", ".join(f"'{table}'" for table in tables)
    if engine.dialect.name == "sqlite":
        pack = "VACUUM"
        size = (
            f"SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN ({names}))"
        )
    else:
        pack = "VACUUM FULL"
        size = f"SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname IN ({names})"
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(pack))
        return int(connection.execute(text(size)).scalar_one())


async def filled(addresses: list[str], folder: Path, persons: int, memories: int) -> None:
    town = Town(Crowd(open_embedder("auto", folder, "en")))
    await town.crowd.prepare()
    for address in addresses:
        await (await open_store(address)).close()
    await asyncio.to_thread(settle, addresses, town, persons, memories)
    for address in addresses:
        await night(address, town)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--persons", type=int, default=20)
    parser.add_argument("--memories", type=int, default=400, help="of each person")
    given = parser.parse_args()
    with databases() as made, tempfile.TemporaryDirectory() as folder:
        file, server = f"sqlite:///{folder}/pawsona.db", made.fresh()
        asyncio.run(filled([file, server], Path(folder), given.persons, given.memories))
        for engine in (create_engine(file), connected(server)):
            rows, sheet = (bytes_of(engine, tables) for tables in (TABLES[:-1], TABLES[-1:]))
            count = given.persons * given.memories
            print(
                f"{engine.dialect.name:<10} {rows / count:7.1f} bytes an entry in rows {sheet / count:7.1f} in sheets"
            )
            engine.dispose()


if __name__ == "__main__":
    main()
