"""Counts for Prometheus, of all processes of a server together. Labels are kinds of things, never anybody's id.

`prometheus_client` keeps each process's values in files of one folder, if a variable names one before it is loaded
(see `config/several.py`); whichever process is asked then adds them up.
"""

import time
from collections.abc import Iterator

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pawsona.app.home import Home
from pawsona.app.talks import Outcome
from pawsona.config.several import values_folder
from pawsona.domain.call import Call
from pawsona.domain.lease import Tally

_FIRST = (0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 10, 30)
API = "/api/v1"
_KNOWN = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})


class Metrics:
    """What one process counts."""

    kind = CONTENT_TYPE_LATEST

    def __init__(self, home: Home) -> None:
        made = self._registry = CollectorRegistry()
        self.requests = Counter("pawsona_requests", "Answered requests", ("method", "route", "status"), registry=made)
        self.seconds = Histogram(
            "pawsona_request_seconds", "Until the answer began", ("route",), buckets=_FIRST, registry=made
        )
        self.turns = Counter("pawsona_turns", "Turns of talk", ("outcome",), registry=made)
        self.first = Histogram(
            "pawsona_first_sentence_seconds", "Until the first checked sentence", buckets=_FIRST, registry=made
        )
        self.calls = Counter("pawsona_model_calls", "Calls of models", ("skill", "outcome"), registry=made)
        self.tokens = Counter("pawsona_model_tokens", "Tokens of models", ("direction",), registry=made)
        self._running = _gauge(made, "pawsona_turns_running", "Turns that run now")
        self._waiting = _gauge(made, "pawsona_turns_waiting", "Turns that wait for a place")
        self._pages = _gauge(made, "pawsona_pages_open", "Pages that listen for news")
        self._home = home
        home.talks.watch = self
        home.workshop.meter.watch = self.called

    def began(self) -> None:
        """A turn; how many run is asked of the home when somebody wants to know."""

    def spoke(self, seconds: float) -> None:
        self.first.observe(seconds)

    def ended(self, outcome: Outcome) -> None:
        self.turns.labels(outcome).inc()

    def called(self, call: Call) -> None:
        """A model was asked."""
        self.calls.labels(call.skill, call.outcome).inc()
        self.tokens.labels("in").inc(call.tokens_in)
        self.tokens.labels("out").inc(call.tokens_out)

    def look(self) -> None:
        """Write down what is so at this moment."""
        self._running.set(self._home.talks.pressure.running)
        self._waiting.set(self._home.talks.pressure.waiting)
        self._pages.set(self._home.news.listeners)

    def page(self, nights: Tally | None = None) -> bytes:
        """Everything, of every process of this server, and where the ledger of nights stands, if that is known."""
        self.look()
        ledger = b"" if nights is None else generate_latest(_Ledger(nights))
        if values_folder() is None:
            return generate_latest(self._registry) + ledger
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together) + ledger


class _Ledger(CollectorRegistry):
    """The nights of all servers and runners on this database: no process of its own counts them."""

    def __init__(self, nights: Tally) -> None:
        super().__init__()
        self._states = {
            "waiting": nights.open - nights.leased, "held": nights.leased, "done": nights.done,
            "quarantined": nights.quarantined,
        }  # fmt: skip

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """See `CollectorRegistry`."""
        found = GaugeMetricFamily(
            "pawsona_nights", "Nights of the ledger, those done of the last day", labels=("state",)
        )
        for state, count in self._states.items():
            found.add_metric((state,), count)
        yield found


def _gauge(registry: CollectorRegistry, name: str, about: str) -> Gauge:
    return Gauge(name, about, registry=registry, multiprocess_mode="livesum")


class Measured:
    """ASGI middleware: counts requests by the route's pattern, so that no path with an id becomes a label."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def measured(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._metrics.seconds.labels(route_of(scope)).observe(time.perf_counter() - began)
            await send(message)

        try:
            await self._app(scope, receive, measured)
        finally:
            method = scope["method"] if scope["method"] in _KNOWN else "other"
            self._metrics.requests.labels(method, route_of(scope), f"{status // 100}xx").inc()


def route_of(scope: Scope) -> str:
    """The pattern of a request's path, as `/api/v1/pets/{pet}/messages`."""
    if scope["path"].startswith("/static/"):
        return "/static"
    pattern = getattr(scope.get("route"), "path", None)
    if not pattern:
        return "none"
    # A route knows the prefix of its own router, and not the one under which that was put into the app.
    hung = scope["path"].startswith(f"{API}/") and not pattern.startswith((API, "/{"))
    return f"{API if hung else ''}{pattern}"
