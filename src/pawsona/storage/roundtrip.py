"""Several statements to a PostgreSQL server in one message, without a wait."""

from collections.abc import Sequence

from psycopg import OperationalError
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from pawsona.storage.driver import Answer, Bound, Waiting


class RoundTrip:
    """What was sent and what has come of the answers.

    Whatever is raised here, the connection is of no use any more: answers may be under way that nobody reads.

    Args:
        driver: nothing else may be asked of it until all answers are there.
        asked: statements that are prepared on it.

    Raises:
        psycopg.Error: they can't be sent.
    """

    def __init__(self, driver: Waiting, asked: Sequence[Bound]) -> None:
        self._driver, self._asked, self._found = driver, asked, list[PGresult]()
        server = driver.pgconn
        server.enter_pipeline_mode()
        for one in asked:
            assert one.name is not None
            server.send_query_prepared(one.name, one.values, one.formats, Format.BINARY)
        server.pipeline_sync()
        if server.flush():
            raise OperationalError("the socket is full")

    def answers(self) -> list[Answer] | None:
        """All answers, or None while something is missing; to be asked whenever the socket has something.

        Raises:
            psycopg.Error: the server refused one, or is not there any more.
        """
        server = self._driver.pgconn
        server.consume_input()
        while not server.is_busy():
            found = server.get_result()
            if found is None:  # the end of one answer
                continue
            if found.status == ExecStatus.PIPELINE_SYNC:
                server.exit_pipeline_mode()
                return [one.answer(result) for one, result in zip(self._asked, self._found, strict=True)]
            self._found.append(self._driver.checked(found))
        return None
