"""The page for whoever runs a server: how it does, in counts. No conversation, no name, no id of a person."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pawsona.app.home import Home
from pawsona.app.operating import DAYS, crowd_of
from pawsona.care.ready import Care
from pawsona.care.statement import statement
from pawsona.domain.carelog import EVENTS, Tally
from pawsona.domain.census import NightCount
from pawsona.domain.document import Block, Chart, Document, Grid, Notice, Section, Series
from pawsona.domain.tenant import Tenant
from pawsona.domain.trial import Trial
from pawsona.domain.webhook import Waiting
from pawsona.lab import cells
from pawsona.lab.page import Crowd, crowd_sections, hiding, spots
from pawsona.lab.users import Figure
from pawsona.lab.words import Words, count
from pawsona.version import __version__

_ACTIVE = (1, 7, 28)
"""Days."""
_MONTHS = 3


@dataclass(frozen=True)
class Overview:
    """Everything that the page tells."""

    crowd: Crowd
    pets: int
    active: tuple[int | None, ...]
    """Persons who said something within each of `_ACTIVE`."""
    database: str
    mind: str
    embedder: str
    care: Care
    nights: tuple[NightCount, ...]
    tallies: tuple[Tally, ...]
    trials: tuple[tuple[Trial, Mapping[str, int]], ...]
    tenant: Tenant | None = None
    """Whose persons these are; None: everybody."""
    letters: Mapping[str, int] | None = None
    """To webhooks: sent, waiting, dead; None where there is none."""

    @property
    def fewest(self) -> int:
        """Persons that a figure must be about."""
        return self.crowd.users.fewest

    @property
    def today(self) -> date:
        """In UTC."""
        return self.crowd.now.date()

    def figures(self) -> Iterator[Figure]:
        """For JSON and CSV."""
        yield from self.crowd.figures()
        yield from (("active", f"{days} days", "persons", n) for days, n in zip(_ACTIVE, self.active, strict=True))
        for night in self.nights:
            yield "nights", f"{night.on}", "begun", cells.shown(night.begun, self.fewest)
            yield "nights", f"{night.on}", "done", cells.shown(night.done, self.fewest)
        for event, months in self.by_month().items():
            yield from (("care", event, month, n) for month, n in months.items())
        for trial, arms in self.trials:
            shown = (cells.shown(n, self.fewest) for n in arms.values())
            yield from (("experiments", trial.name, arm, n) for arm, n in zip(arms, shown, strict=True))

        yield from (("webhooks", name, "letters", count) for name, count in (self.letters or {}).items())

    def by_month(self) -> dict[str, dict[str, int | None]]:
        """What care did: event -> month -> how often, of this year, with nothing left out that happened."""
        found: dict[str, dict[str, int]] = {}
        for row in self.tallies:
            months = found.setdefault(row.event, {})
            months[row.month] = months.get(row.month, 0) + row.count
        newest = sorted({row.month for row in self.tallies}, reverse=True)
        return {
            event: {month: cells.shown(found[event].get(month, 0), self.fewest) for month in newest}
            for event in EVENTS
            if event in found
        }


async def overview_of(home: Home, tenant: Tenant | None = None) -> Overview:
    """Look at everything, once; at a tenant's persons alone, where one is given."""
    store, now = home.store, home.clock.now()
    census, crowd = store.census.of(tenant), await crowd_of(home, tenant=tenant)
    fewest = crowd.users.fewest
    active = [await census.active(now - timedelta(days=days)) for days in _ACTIVE]
    trials = [(trial, await store.trials.arms(trial.name)) for trial in await store.trials.all() if tenant is None]
    return Overview(
        crowd=crowd,
        pets=await census.pets(),
        active=tuple(cells.shown(n, fewest) for n in active),
        database=home.settings.database_url.partition(":")[0],
        mind=home.mind.name,
        embedder=home.embedder.name,
        care=home.care,
        nights=tuple(await census.nights(now.date() - timedelta(days=DAYS))),
        tallies=tuple(await store.carelog.tallies(now.year)) if tenant is None else (),
        trials=tuple(reversed(trials)),
        tenant=tenant,
        letters=await _sent(home, tenant),
    )


async def _sent(home: Home, tenant: Tenant | None) -> Mapping[str, int] | None:
    webhooks = [one for one in await home.store.webhooks.all() if tenant in (None, one.tenant)]
    counts = await home.store.outbox.counts() if webhooks else {}
    of = [counts.get(one.id, Waiting()) for one in webhooks]
    letters = {"sent": sum(one.sent for one in webhooks)}
    letters |= {"waiting": sum(one.waiting for one in of), "dead": sum(one.dead for one in of)}
    return letters if webhooks else None


def overview_page(seen: Overview, words: Words) -> Document:
    """The page."""
    lead = words("operate.lead", now=f"{seen.crowd.now:%Y-%m-%d %H:%M}")
    own: dict[str, Callable[[Overview, Words], Iterator[Block]]] = {"health": _health, "nights": _nights}
    if seen.tenant is None:
        own = {"health": _health, "trials": _trials, "nights": _nights, "care": _care}
    else:
        lead += " " + words("operate.shared", tenant=seen.tenant)
    if seen.letters is not None:
        own |= {"webhooks": _webhooks}
    first = [Section(name, words(f"{name}.title"), tuple(tell(seen, words))) for name, tell in own.items()]
    sections = (*first, *crowd_sections(seen.crowd, words))
    return Document(words("operate.title"), f"{lead} {hiding(seen.crowd, words)}", sections, words.language)


def _health(seen: Overview, words: Words) -> Iterator[Block]:
    stale = len(seen.care.resources.stale(seen.today))
    if not seen.care.attachment:
        yield Notice(words("health.bare"))
    if stale:
        yield Notice(words("health.stale", n=stale))
    today = next((day for day in seen.crowd.spending.days if day.on == seen.today), None)
    failed = words("health.failed_of", failed=count(today.failed), calls=count(today.calls)) if today else ""
    rows = {
        "version": __version__,
        "database": seen.database,
        "mind": seen.mind,
        "embedder": seen.embedder,
        "persons": f"{count(seen.crowd.users.persons)}, {count(seen.pets)}",
        "active": ", ".join(map(count, seen.active)),
        "failed": failed or words("health.calls_none"),
        "lines": str(stale) if stale else words("health.lines_fresh"),
    }
    yield Grid(words.row("health.head"), tuple((words(f"health.{name}"), says) for name, says in rows.items()))


def _nights(seen: Overview, words: Words) -> Iterator[Block]:
    if not seen.nights:
        yield words("nights.none", n=DAYS)
        return
    yield words("nights.about")
    begun, done = ([cells.shown(getattr(one, name), seen.fewest) for one in seen.nights] for name in ("begun", "done"))
    series = (Series(words("nights.begun"), spots(begun)), Series(words("nights.done"), spots(done)))
    yield Chart("bars", words("nights.chart"), tuple(f"{one.on:%m-%d}" for one in seen.nights), series)
    rows = [(f"{one.on}", count(b), count(d)) for one, b, d in zip(seen.nights, begun, done, strict=True)]
    yield Grid(words.row("nights.head"), tuple(reversed(rows)), wide=True)


def _webhooks(seen: Overview, words: Words) -> Iterator[Block]:
    letters = seen.letters or {}
    if letters.get("dead"):
        yield Notice(words("webhooks.lost", n=letters["dead"]))
    rows = tuple((words(f"webhooks.{name}"), count(n)) for name, n in letters.items())
    yield Grid(words.row("webhooks.head"), rows)


def _care(seen: Overview, words: Words) -> Iterator[Block]:
    yield words("care.about")
    found, named = seen.by_month(), statement(words.language)
    if not found:
        yield words("care.none")
        return
    months = list(next(iter(found.values())))[:_MONTHS]
    rows = [(named(f"events.{event}"), *(count(of[month]) for month in months)) for event, of in found.items()]
    yield Grid((words("care.event"), *months), tuple(rows), wide=True)


def _trials(seen: Overview, words: Words) -> Iterator[Block]:
    if not seen.trials:
        yield words("trials.none")
        return
    rows = [
        (trial.name, _state(trial, words), _arms(arms, seen.fewest), _looked(trial, words))
        for trial, arms in seen.trials
    ]
    yield Grid(words.row("trials.head"), tuple(rows))


def _arms(arms: Mapping[str, int], fewest: int) -> str:
    return ", ".join(f"{arm} {count(cells.shown(n, fewest))}" for arm, n in arms.items()) or count(0)


def _state(trial: Trial, words: Words) -> str:
    if trial.stopped_at is None:
        return words("trials.running", since=f"{trial.started_at:%Y-%m-%d}")
    return words("trials.stopped", at=f"{trial.stopped_at:%Y-%m-%d}", why=trial.why or "–")


def _looked(trial: Trial, words: Words) -> str:
    if trial.looked_at is None:
        return words("trials.never_looked")
    return words("trials.looked", at=f"{trial.looked_at:%Y-%m-%d}")
