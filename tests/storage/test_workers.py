"""A piece of work goes to a thread whole: the event loop goes on meanwhile, and nothing is left half done."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection

from pawsona.storage import sqlite
from pawsona.storage.workers import Workers


def workers(folder: Path, count: int) -> Workers:
    return Workers(sqlite.engine(folder / "a.db", busy_seconds=1, reading=False), count)


def test_the_loop_goes_on_while_work_is_done(tmp_path: Path) -> None:
    async def story() -> None:
        some, let_go = workers(tmp_path, 1), threading.Event()
        waiting = asyncio.create_task(some.run(lambda _: (threading.current_thread().name, let_go.wait(20))))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        let_go.set()
        name, went = await waiting
        assert name.startswith("pawsona-store") and went
        await some.close()

    asyncio.run(story())


def test_work_is_done_side_by_side_on_connections_of_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        some, met = workers(tmp_path, 2), threading.Barrier(2, timeout=20)

        def work(connection: Connection) -> int:
            met.wait()
            return id(connection)

        one, other = await asyncio.gather(some.run(work), some.run(work))
        assert one != other
        await some.close()

    asyncio.run(story())


def test_a_cancelled_task_ends_when_its_work_is_done(tmp_path: Path) -> None:
    async def story() -> None:
        some, let_go, done = workers(tmp_path, 1), threading.Event(), []

        def work(_: Connection) -> None:
            let_go.wait(20)
            done.append(True)
            raise ValueError

        task = asyncio.create_task(some.run(work))
        await asyncio.sleep(0.01)
        for _ in range(2):
            task.cancel()
            await asyncio.sleep(0.01)
            assert not task.done()
        let_go.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert done == [True]
        assert await some.run(lambda connection: connection.exec_driver_sql("SELECT 1").scalar()) == 1
        await some.close()

    asyncio.run(story())


def test_work_that_finds_no_next_row_is_an_error_and_not_a_wait_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        some = workers(tmp_path, 1)
        async with asyncio.timeout(20):
            with pytest.raises(RuntimeError, match="StopIteration"):
                await some.run(lambda _: next(iter(())))
        await some.close()

    asyncio.run(story())
