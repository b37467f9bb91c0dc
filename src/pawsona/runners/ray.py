"""Nights on a Ray cluster: this process plans and looks on, nodes live what they claim.

The ledger in the store is what is shared, Ray only starts processes and starts them again: when a node dies its leases
run out and pass to others, and when this process dies the next one goes on where the ledger stands.
"""

import asyncio
import logging
import os
import re
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pawsona.app.home import Home
from pawsona.domain.lease import Tally
from pawsona.errors import PawsonaError, SetupError, StorageError
from pawsona.night.plan import plan
from pawsona.night.worker import Counts, Terms
from pawsona.runners.node import Node, OpenHome
from pawsona.version import __version__

logger = logging.getLogger(__name__)
T = TypeVar("T")

LOOK = 1.0
"""Seconds between two looks at the ledger."""
AWAY = 300.0
"""Seconds that the database may be away before this process gives up; the nodes wait for it as well."""
KNOCK = 10.0
"""Seconds for a cluster's address to answer."""
STOPPING = 15.0
"""Seconds for the nodes to close their homes."""
_SHUT_OUT = "AuthenticationError"
_VERSIONS = re.compile(r"Ray: (\S+)\s+Python: (\S+)")


@dataclass
class RayRunner:
    """The `Runner` on a cluster.

    Args:
        home: this process's, to plan and to look on.
        opened: how each node opens its own on the same database.
        address: the cluster's, as Ray has it; `auto` is the one that runs on this machine.
        workers: processes; None is one for each processor of the cluster.
        at_once: nights at a time in each.
        terms: how long nights are held.
    """

    home: Home
    opened: OpenHome
    address: str = "auto"
    workers: int | None = None
    at_once: int = 40
    terms: Terms = Terms()
    counts: Counts = field(default_factory=Counts)
    """What the nodes did, all together, those that died left out."""

    async def run(self, watch: Callable[[Tally], None]) -> Tally:
        """See `Runner`.

        Raises:
            SetupError: there is no such cluster, it is of another version, or its nodes can't open the home.
        """
        await asyncio.to_thread(join, self.address)
        import ray

        try:
            self._check_database()
            nodes = await self._hired()
            try:
                return await self._watched([node.work.remote() for node in nodes], watch)
            finally:
                await self._dismissed(nodes)
        finally:
            await asyncio.to_thread(ray.shutdown)

    async def _hired(self) -> list[Any]:
        """The processes, one for each processor; Ray starts one that dies again, wherever there is room."""
        import ray

        count = self.workers or int(ray.cluster_resources().get("CPU", 0))
        if not count:
            raise SetupError(f"The Ray cluster at {self.address} has no processor to work on: add a node to it.")
        kind = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1, scheduling_strategy="SPREAD")(Node)
        driver = f"{socket.gethostname()}:{os.getpid()}"
        nodes: list[Any] = [
            kind.remote(self.opened, f"ray {driver} {n}", self.at_once, self.terms) for n in range(count)
        ]
        [first, *_] = nodes
        found = await _answer(first.version.remote())
        if found != __version__:
            raise SetupError(f"The cluster has Pawsona {found}, this is {__version__}: install the same on both.")
        return nodes

    async def _watched(self, working: Sequence[Any], watch: Callable[[Tally], None]) -> Tally:
        """Until all is planned and nothing is open; an error of a node that would be each node's ends it."""
        planning = asyncio.create_task(self._there(lambda: plan(self.home.store, self.home.clock.now())))
        answers = [asyncio.ensure_future(_answer(ref)) for ref in working]
        try:
            while True:
                planned = planning.done()
                watch(tally := await self._there(lambda: self.home.store.leases.tally(self.home.clock.now())))
                if planned and not tally.open:
                    await planning
                    return tally
                ended, _ = await asyncio.wait(answers, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
                for one in ended:
                    one.result()
        finally:
            for task in (planning, *answers):
                task.cancel()
            await asyncio.gather(planning, *answers, return_exceptions=True)

    async def _there(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What the database answers, which may be away for a while: the nights go on where it can be reached."""
        until = time.monotonic() + AWAY
        while True:
            try:
                return await ask()
            except StorageError as error:
                if time.monotonic() > until:
                    raise
                logger.error("%s", error)
            await asyncio.sleep(LOOK)

    async def _dismissed(self, nodes: Sequence[Any]) -> None:
        """Let the nodes that live close their homes, and add up what they did."""
        import ray

        stopping = [asyncio.ensure_future(_answer(node.stop.remote())) for node in nodes]
        done, late = await asyncio.wait(stopping, timeout=STOPPING)
        for one in late:
            one.cancel()
        for one in done:
            if one.exception() is None:
                self.counts.add(one.result())
        for node in nodes:
            ray.kill(node)

    def _check_database(self) -> None:
        """A file is on one machine.

        Raises:
            SetupError: nodes on other machines could not reach it.
        """
        import ray

        if not self.home.settings.database_url.startswith("sqlite:"):
            return
        here = {"127.0.0.1", ray.util.get_node_ip_address()}
        if any(node["Alive"] and node["NodeManagerAddress"] not in here for node in ray.nodes()):
            raise SetupError(
                "The cluster has other machines, which can't reach a database file on this one: "
                "set PAWSONA_DATABASE_URL to a PostgreSQL server (pawsona migrate --to moves what you have)."
            )


def join(address: str) -> None:
    """Connect to a cluster; nothing of ours is sent to anybody but it.

    Raises:
        SetupError: the extra is missing, no cluster is there, it takes no token of ours, or it is of another version.
    """
    try:
        import ray
    except ImportError:
        raise SetupError("The runner `ray` needs its extra: pip install 'pawsona[ray]'") from None
    logging.getLogger("ray").setLevel(logging.ERROR)  # else it says that only a main thread hears of SIGTERM
    try:
        _knock(address)
        ray.init(address, configure_logging=False, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise _unjoined(error, address) from None


def _knock(address: str) -> None:
    """Whether anybody is there: Ray itself goes on knocking for many minutes, and names the wrong reasons.

    Raises:
        OSError: nobody is.
        ValueError: it is no address.
    """
    named = urlsplit(address if "://" in address else f"//{address}")
    if named.hostname and named.port:
        socket.create_connection((named.hostname, named.port), KNOCK).close()


def _unjoined(error: Exception, address: str) -> Exception:
    """Why there is no joining it; what is none of these stays as it is."""
    if _shut_out(error):
        return SetupError(
            f"The Ray cluster at {address!r} does not take the token of this machine: set RAY_AUTH_MODE=token, and "
            "RAY_AUTH_TOKEN (or ~/.ray/auth_token) to what `ray get-auth-token` prints on the cluster's head."
        )
    if isinstance(error, OSError | ValueError):
        return SetupError(
            f"There is no Ray cluster at {address!r}: start one with `ray start --head`, or name it with --address."
        )
    return _mismatch(error, address)


def _shut_out(error: BaseException | None) -> bool:
    """Whether a token is missing or wrong: Ray tries again for a while, and then tells only what it saw on the way."""
    while error is not None:
        if _SHUT_OUT in f"{type(error).__name__}: {error}":
            return True
        error = error.__cause__ or error.__context__
    return False


def _mismatch(error: Exception, address: str) -> Exception:
    """What a cluster of another version means; anything else stays as it is."""
    found = _VERSIONS.findall(str(error))
    if len(found) < 2:
        return error
    (ray, python), (our_ray, our_python) = found[:2]
    return SetupError(
        f"The cluster at {address!r} runs Ray {ray} on Python {python}, and this program Ray {our_ray} on Python "
        f"{our_python}: install the same Ray and Python on every machine, as in pip install ray=={ray}."
    )


async def _answer(ref: Any) -> Any:
    """What a node answers; its errors as they were raised there, where they are ours.

    Raises:
        SetupError: the node could not be started, or not open its home.
    """
    import ray

    try:
        return await ref
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, PawsonaError):
            raise SetupError(f"A node of the cluster says: {cause}") from None
        raise SetupError(f"A node of the cluster failed ({type(cause).__name__}); see Ray's logs there.") from None
    except ray.exceptions.RayActorError as error:
        raise SetupError(
            f"A node of the cluster could not start ({type(error).__name__}): is pawsona[ray] installed there?"
        ) from None
