"""Was it kept? A commit that the connection did not survive is looked up, never guessed.

Each transaction notes its number under its connection's name, in the same message as its COMMIT. If no answer comes, a
new connection makes sure that the old one is at its end, and reads the note: it is there if, and only if, the rest is.
"""

import time

from sqlalchemy import Connection, Engine

from pawsona.storage import postgres
from pawsona.storage.dialect import execute
from pawsona.storage.mending import too_late

_NOTE = (
    "INSERT INTO commits (session, number, at) VALUES ('{0}', 1, now())"
    " ON CONFLICT (session) DO UPDATE SET number = commits.number + 1, at = now(); COMMIT"
)
_END_IT = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = %s"
_PAUSE = 0.1


def commit(connection: Connection, engine: Engine, mending: float) -> None:
    """Commit, and find out whether it was done where the server went meanwhile.

    Args:
        connection: has the transaction.
        engine: makes new connections.
        mending: seconds to wait for an answer, and for the server to come back.

    Raises:
        psycopg.Error: it was not committed, and nothing of it was kept.
    """
    session, number = postgres.session(connection), connection.info.get("committed", 0) + 1
    until = time.monotonic() + mending
    try:
        postgres.control(connection, _NOTE.format(session))
    except Exception as error:
        if not (postgres.gone(error) and kept(engine, session, number, until)):
            raise
    else:
        connection.info["committed"] = number


def kept(engine: Engine, session: str, number: int, until: float) -> bool:
    """Whether a connection that is lost had committed its transaction of this number."""
    while True:
        begun = time.monotonic()
        try:
            with engine.connect() as connection:
                execute(connection, _END_IT, (session,)).fetchall()
                found = execute(connection, "SELECT number FROM commits WHERE session = %s", (session,)).fetchone()
                return bool(found is not None and found[0] >= number)
        except Exception as error:
            if not postgres.gone(error) or too_late(until, begun):
                raise
        time.sleep(_PAUSE)
