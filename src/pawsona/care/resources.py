"""Where help is: confirmed lines by region, and the international directory everywhere else.

A line past its expiry is not shown any more; the directory takes its place. Nobody is located silently: the region is
the one that the person chose, else the one in the language settings of this machine, of which only lines are taken and
no emergency number: a wrong one would be worse than none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

from pawsona.care.country import country
from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

VALID = timedelta(days=180)
"""How long a verification is good for."""
KINDS = (
    "suicide", "violence", "threat", "grooming", "young", "medical", "medication", "substance", "eating", "birth",
    "mind", "panic", "attached", "money", "bereaved", "other", "boundary", "again", "despair", "by_others", "body",
    "state", "common",
)  # fmt: skip
"""What a line may be for: the families of the texts in `crisis.yaml`."""
_FILE = CONTENT / "resources.yaml"
Words = Mapping[Language, str]


@dataclass(frozen=True, kw_only=True)
class Resource:
    """One place to turn to."""

    region: str
    """ISO 3166 alpha-2; `XX` is everywhere."""
    kind: str
    name: str
    how: Words
    """The line as it is shown: how to reach it, when, at what cost."""
    phone: str | None = None
    sms: str | None = None
    url: str | None = None
    verified_on: date
    expires_on: date
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Resources:
    """All that is known."""

    lines: tuple[Resource, ...]
    directory: Resource
    emergency_numbers: Mapping[str, Words]
    emergency_unknown: Words
    names: Mapping[str, Words]
    """What regions are called."""
    locale: str | None = None
    """The region in the language settings of this machine."""

    def find(self, region: str | None, today: date, kinds: Sequence[str] = KINDS) -> tuple[Resource, ...]:
        """The fresh lines of a region (else of the locale's), in the order of kinds, and the directory last."""
        where = _code(region or self.locale)
        here = [line for line in self.lines if line.region == where and today < line.expires_on]
        fresh = (line for kind in kinds for line in here if line.kind == kind)
        return (*(fresh if region else map(self._guessed, fresh)), self.directory)

    def _guessed(self, line: Resource) -> Resource:
        """The line with its country's name before it: who is elsewhere must see that at once."""
        names = self.names.get(line.region, dict.fromkeys(LANGUAGES, line.region))
        how = {at: f"{names[at]}{'：' if at == 'zh' else ': '}{words}" for at, words in line.how.items()}
        return replace(line, how=how)

    def emergency(self, region: str | None, language: Language) -> str:
        """The emergency number of a listed region, else words for it."""
        return self.emergency_numbers.get(_code(region), self.emergency_unknown)[language]

    def stale(self, today: date) -> list[Resource]:
        """Lines that are expired or too old, or that too few sources confirm: what `make release-check` reports."""
        return [line for line in self.lines if doubt(line, today)]


def doubt(line: Resource, today: date) -> str:
    """Why a line must be verified anew; empty where it is fresh."""
    if today >= line.expires_on or today - line.verified_on >= VALID:
        return f"it was verified on {line.verified_on}, which is too long ago"
    if line.verified_on > today + timedelta(days=1):  # it is tomorrow already elsewhere
        return f"its day of verification, {line.verified_on}, lies ahead"
    return "fewer than two sources confirm it" if len(set(line.sources)) < 2 else ""


def resources(extra: Path | None = None, locale: str | None = None) -> Resources:
    """The lines that ship, and an operator's own.

    Args:
        extra: a file with `lines` (and perhaps `emergency`) like ours; each of its lines names its own
            `verified_on`, and replaces ours for its region and kind.
        locale: the region in the language settings of this machine.

    Raises:
        ContentError: a file is wrong.
    """
    known = replace(_shipped(), locale=locale)
    if extra is None:
        return known
    added = _read(extra, known.directory)
    replaced = {(line.region, line.kind) for line in added.lines}
    kept = tuple(line for line in known.lines if (line.region, line.kind) not in replaced)
    numbers = {**known.emergency_numbers, **added.emergency_numbers}
    return replace(known, lines=(*added.lines, *kept), emergency_numbers=numbers, names={**known.names, **added.names})


@lru_cache(maxsize=1)
def _shipped() -> Resources:
    data = mapping(read_yaml(_FILE), _FILE.name)
    where = f"{_FILE.name}: directory"
    part = mapping(entry(data, "directory", _FILE.name), where)
    directory = Resource(
        region="XX",
        kind="directory",
        name=_words(entry(part, "name", where), f"{where}.name")["en"],
        how=_words(entry(part, "how", where), f"{where}.how"),
        url=text(entry(part, "url", where), f"{where}.url"),
        verified_on=_day(entry(data, "verified_on", _FILE.name), _FILE.name),
        expires_on=date.max,
        sources=("ThroughLine",),
    )
    return _read(_FILE, directory)


def _read(path: Path, directory: Resource) -> Resources:
    data = mapping(read_yaml(path), path.name)
    days = data.get("valid_days", VALID.days)
    if not isinstance(days, int) or not 1 <= days <= VALID.days:
        raise ContentError(f"{path.name}: valid_days: should be a number of days from 1 to {VALID.days}")
    rows = listing(data.get("lines", []), f"{path.name}: lines")
    lines = [_line(row, f"{path.name}: lines[{n}]", data.get("verified_on"), days) for n, row in enumerate(rows)]
    numbers = mapping(data.get("emergency", {}), f"{path.name}: emergency")
    names = mapping(data.get("names", {}), f"{path.name}: names")
    unknown = data.get("emergency_unknown", {"en": "your local emergency number", "zh": "当地的急救电话"})
    return Resources(
        tuple(lines),
        directory,
        {
            _listed(region, f"{path.name}: emergency"): _words(words, f"{path.name}: emergency.{region}")
            for region, words in numbers.items()
        },
        _words(unknown, f"{path.name}: emergency_unknown"),
        {region: _words(words, f"{path.name}: names.{region}") for region, words in names.items()},
    )


def _line(row: object, where: str, verified_on: object, days: int) -> Resource:
    part = mapping(row, where)
    verified = _day(part.get("verified_on", verified_on), where)
    reach = {key: text(part[key], f"{where}.{key}") for key in ("phone", "sms", "url") if key in part}
    if not reach:
        raise ContentError(f"{where}: needs a phone, sms or url")
    return Resource(
        region=_listed(text(entry(part, "region", where), f"{where}.region"), where),
        kind=_kind(text(entry(part, "kind", where), f"{where}.kind"), where),
        name=text(entry(part, "name", where), f"{where}.name"),
        how=_words(entry(part, "how", where), f"{where}.how"),
        phone=reach.get("phone"),
        sms=reach.get("sms"),
        url=_address(reach["url"], where) if "url" in reach else None,
        verified_on=verified,
        expires_on=verified + timedelta(days=days),
        sources=tuple(_sources(part, where)),
    )


def _kind(kind: str, where: str) -> str:
    if kind not in KINDS:
        raise ContentError(f"{where}.kind: {kind!r} would never be shown; use one of {', '.join(KINDS)}")
    return kind


def _address(url: str, where: str) -> str:
    """Kept as it is read out, without the scheme."""
    if "://" in (bare := url.removeprefix("https://")):
        raise ContentError(f"{where}.url: {url!r} should be an https address")
    return bare


def _sources(part: Mapping[str, object], where: str) -> Sequence[str]:
    found = texts(entry(part, "sources", where), f"{where}.sources")
    if not found:
        raise ContentError(f"{where}.sources: names nobody who confirms it")
    return found


def _words(value: object, where: str) -> Words:
    part = mapping(value, where)
    return {language: text(entry(part, language, where), f"{where}.{language}") for language in LANGUAGES}


def _day(value: object, where: str) -> date:
    if not isinstance(value, date):
        raise ContentError(f"{where}: verified_on should be a day")
    return value


def _listed(region: str, where: str) -> str:
    if (known := country(region)) is None:
        raise ContentError(f"{where}: {region!r} is no country; use two letters such as US or CN")
    return known


def _code(region: str | None) -> str:
    return country(region or "") or "XX"
